// npm run fuzz [-- --runs N] [--seed N] [NAME…]: the property tests, each with many more runs than `npm test` gives it.
// A property test is a test file that uses fast-check.
import path from "node:path";
import process from "node:process";
import { ensureInstalled } from "./install.mjs";
import { becomeSuitable, root } from "./node.mjs";

ensureInstalled(console.error);
await becomeSuitable();
// Node 20 has no globSync: not before the suitable Node runs this.
const { globSync, readFileSync } = await import("node:fs");
const { runTool } = await import("./bins.mjs");

const args = process.argv.slice(2);

/** Takes `--name VALUE` out of the arguments. @type {(name: string, fallback: number) => string} */
function take(name, fallback) {
  const at = args.indexOf(`--${name}`);
  return String(at < 0 ? fallback : args.splice(at, 2)[1]);
}

/** The property tests that the names ask for, or all. @type {(names: string[]) => string[]} */
function propertyTests(names) {
  return globSync("test/**/*.test.{ts,tsx}", { cwd: root })
    .filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
    .filter((file) => readFileSync(path.join(root, file), "utf8").includes('from "fast-check"'));
}

const env = { FUZZ_RUNS: take("runs", 2000), FUZZ_SEED: take("seed", Math.floor(Math.random() * 2 ** 31)) };
const files = propertyTests(args);
if (files.length === 0) {
  console.error(`fuzz: no property test matches ${args.join(" ")}`);
  process.exit(2);
}
console.log(`fuzz: ${files.length} files, ${env.FUZZ_RUNS} runs a property, seed ${env.FUZZ_SEED}`);
process.exitCode = runTool("vitest", ["run", ...files], { env });
