// npm start [-- FILE…] [--browser | --electron] [--no-open] [--port N]: installs and builds what is missing, then
// opens the app. Besides lines of progress it says in exactly one line which shell it chose and why.
import process from "node:process";
import { ensureInstalled } from "./install.mjs";
import { becomeSuitable, callerDirectory } from "./node.mjs";
import { parseStartArguments } from "./start-arguments.mjs";

/** @type {(line: string) => void} */
const say = (line) => console.log(`[start] ${line}`);

const options = parseStartArguments(process.argv.slice(2), callerDirectory("start"));
if ("error" in options) {
  console.error(`npm start: ${options.error}`);
  process.exit(2);
}
ensureInstalled(say);
await becomeSuitable();

const { staleBundles } = await import("./stale.mjs");
if (staleBundles().length > 0) {
  say("building …");
  const { spawnSync } = await import("node:child_process");
  const { fileURLToPath } = await import("node:url");
  const script = fileURLToPath(new URL("./build.mjs", import.meta.url));
  const built = spawnSync(process.execPath, [script, "--if-stale"], { stdio: "inherit" });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

const { openInElectron } = await import("./start-electron.mjs");
const { openInBrowser } = await import("./start-browser.mjs");
const desktop =
  options.shell === "browser" ? { why: "asked for with --browser" } : await openInElectron(options, say);
if ("code" in desktop) process.exit(desktop.code);
if (options.shell === "electron") {
  say(`no shell opened: --electron was asked for, and ${desktop.why}`);
  process.exit(1);
}
process.exit(await openInBrowser(options, desktop.why, say));
