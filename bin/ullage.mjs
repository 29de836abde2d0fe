#!/usr/bin/env node
// The `ullage` command. In a checkout it installs and builds what is missing, then runs dist/cli/cli.js under a Node
// that can. Words of its own go to standard error: standard output belongs to the command. Runs on Node 20.
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

const top = path.resolve(path.dirname(realpathSync(fileURLToPath(import.meta.url))), "..");
const cli = path.join(top, "dist", "cli", "cli.js");
/** @type {(line: string) => void} */
const say = (line) => console.error(`ullage: ${line}`);

/** Builds the stale ones of the bundles that a command needs. @type {(node: string) => Promise<void>} */
async function buildStale(node) {
  const { bundles, staleBundles } = await import("../scripts/stale.mjs");
  const whole = ["open", "serve"].includes(process.argv[2] ?? "");
  const wanted = whole ? bundles : ["cli", "workers"];
  if (staleBundles(wanted).length === 0) return;
  say("building …");
  const args = [path.join(top, "scripts", "build.mjs"), ...wanted, "--if-stale", "--quiet"];
  if (spawnSync(node, args, { stdio: ["ignore", 2, 2] }).status !== 0) {
    say("the build failed: see its message above");
    process.exit(2);
  }
}

/** Runs the command in this process. @type {() => Promise<void>} */
async function runHere() {
  process.argv[1] = cli;
  await import(pathToFileURL(cli).href);
}

/** In a checkout: install, build, run under the suitable Node. */
async function runFromSource() {
  const { callerDirectory, handOver, isEnough, suitableNode } = await import("../scripts/node.mjs");
  const { ensureInstalled } = await import("../scripts/install.mjs");
  ensureInstalled(say);
  const node = isEnough() ? process.execPath : suitableNode();
  if (!node) {
    say(`needs Node 22.15 or newer, and this is ${process.versions.node}: please install Node 24`);
    process.exit(2);
  }
  await buildStale(node);
  process.chdir(callerDirectory("ullage"));
  if (node === process.execPath) return runHere();
  process.exitCode = await handOver(node, [cli, ...process.argv.slice(2)]);
}

await (existsSync(path.join(top, "vite.config.ts")) ? runFromSource() : runHere());
