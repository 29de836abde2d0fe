// npm test: installs what is missing, then format, lint, types, build, Vitest and the journeys in a real browser.
// Ends with one line `N passed, N failed, N skipped`; exits 1 when anything failed or could not run.
import process from "node:process";
import { ensureInstalled } from "./install.mjs";
import { becomeSuitable, root } from "./node.mjs";

/** @type {(line: string) => void} */
const say = (line) => console.log(`[test] ${line}`);

ensureInstalled(say);
await becomeSuitable();

const { mkdirSync, rmSync } = await import("node:fs");
const path = await import("node:path");
const { runTool } = await import("./bins.mjs");
const { runChecks } = await import("./checks.mjs");
const { playwrightCounts, sum, summaryLine, vitestCounts, vitestFailures } = await import("./counts.mjs");
const { ensureBrowser } = await import("./test-browser.mjs");
const { spawnSync } = await import("node:child_process");

const results = path.join(root, "test-results");
const reports = {
  vitest: path.join(results, "vitest.json"),
  playwright: path.join(results, "playwright.json"),
};
mkdirSync(results, { recursive: true });
for (const file of Object.values(reports)) rmSync(file, { force: true });

const browser = await ensureBrowser(say);
const broken = runChecks(false);
say("building …");
const build = spawnSync(process.execPath, [path.join(root, "scripts", "build.mjs")], { stdio: "inherit" });
if (build.status !== 0) broken.push("build");
// The same commit gets the same verdict: looking for what no seed has found yet is `npm run fuzz`.
const seed = process.env["FUZZ_SEED"] ?? "1";
say(`unit and property tests, seed ${seed}; with another one: FUZZ_SEED=N npm test`);
const vitest = runTool(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile=${reports.vitest}`],
  { env: { FUZZ_SEED: seed } },
);
if (vitest !== 0) broken.push("unit tests");
if (browser && build.status === 0) {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: reports.playwright };
  const args = ["test", "--reporter=list,json"];
  if (runTool("@playwright/test", args, { command: "playwright", env }) !== 0) broken.push("browser tests");
} else broken.push("browser tests (not run)");

for (const failure of vitestFailures(reports.vitest)) say(failure);
if (broken.length > 0) say(`failed: ${broken.join(", ")}`);
console.log(summaryLine(sum([vitestCounts(reports.vitest), playwrightCounts(reports.playwright)])));
process.exitCode = broken.length > 0 ? 1 : 0;
