// npm run build [-- BUNDLE…] [--if-stale] [--quiet]: bundles below dist/, all of them or the named ones.
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { runTool } from "./bins.mjs";
import { ensureInstalled } from "./install.mjs";
import { becomeSuitable, root } from "./node.mjs";
import { bundles, staleBundles, stampOf } from "./stale.mjs";

const lock = path.join(root, "dist", ".building");

/** True when the process that holds the lock lives. */
function holderLives() {
  try {
    process.kill(Number(readFileSync(path.join(lock, "pid"), "utf8")), 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for other builds: two at once would empty each other's folders. */
async function takeLock() {
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let waited = 0; ; waited += 100) {
    try {
      mkdirSync(lock);
      return writeFileSync(path.join(lock, "pid"), String(process.pid));
    } catch {
      // The pid is written a moment after the folder appears: give its owner that moment.
      if (waited > 1000 && !holderLives()) rmSync(lock, { recursive: true, force: true });
      await sleep(100);
    }
  }
}

/** Builds the bundles and marks each with the time at which its build began. @type {(names: string[], quiet: boolean) => number} */
function build(names, quiet) {
  const began = new Date();
  const args = ["build", "--app", "--logLevel", "warn"];
  const code = runTool("vite", args, { quiet, env: { ULLAGE_BUNDLES: names.join(",") } });
  if (code !== 0) return code;
  for (const name of names) {
    mkdirSync(path.dirname(stampOf(name)), { recursive: true });
    writeFileSync(stampOf(name), "");
    utimesSync(stampOf(name), began, began);
  }
  return 0;
}

ensureInstalled(console.error);
await becomeSuitable();
const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith("--"));
const unknown = named.filter((name) => !bundles.includes(name));
if (unknown.length > 0) {
  console.error(`build: no bundle ${unknown.join(", ")}; there are ${bundles.join(", ")}`);
  process.exit(2);
}
await takeLock();
try {
  const wanted = named.length > 0 ? named : bundles;
  const names = args.includes("--if-stale") ? staleBundles(wanted) : wanted;
  process.exitCode = names.length > 0 ? build(names, args.includes("--quiet")) : 0;
} finally {
  rmSync(lock, { recursive: true, force: true });
}
