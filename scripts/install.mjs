// Installs node_modules when it is missing or is not what the lock says. Works on Node 20 without node_modules.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { refusal, root } from "./node.mjs";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockEntry */

/** The packages of a lock file by their place, the project itself left out. @type {(file: string) => Map<string, LockEntry>} */
function readLock(file) {
  const { packages = {} } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(Object.entries(packages).filter(([place]) => place !== ""));
}

/**
 * Why `npm ci` has to run in a checkout, in a few words, or undefined when node_modules agrees with the lock.
 * npm leaves out optional packages of other platforms, so a missing one of those says nothing.
 * @type {(top?: string) => string | undefined}
 */
export function whyInstall(top = root) {
  const hidden = path.join(top, "node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return "node_modules is missing";
  const installed = readLock(hidden);
  for (const [place, wanted] of readLock(path.join(top, "package-lock.json"))) {
    const found = installed.get(place);
    if (!found && (wanted.optional || wanted.devOptional)) continue;
    if (found?.version !== wanted.version || found?.integrity !== wanted.integrity)
      return `${place} is not what the lock says`;
    if (!existsSync(path.join(top, place))) return `${place} is missing`;
  }
  return undefined;
}

/** npm and its first arguments: the npm that called us, else the one in PATH. @type {() => [string, string[], boolean]} */
function npmCommand() {
  const caller = process.env["npm_execpath"];
  // Not npm's own Node when it is the one of node_modules: `npm ci` deletes that while it works.
  const node = process.env["npm_node_execpath"] ?? process.execPath;
  if (caller?.endsWith("npm-cli.js")) return [node.startsWith(root) ? "node" : node, [caller], false];
  return ["npm", [], process.platform === "win32"];
}

/**
 * Makes node_modules agree with the lock; npm's words go to standard error. Ends the process with one line when that
 * cannot be done.
 * @type {(say: (line: string) => void) => void}
 */
export function ensureInstalled(say) {
  const no = refusal();
  if (no) {
    console.error(no);
    process.exit(1);
  }
  const why = whyInstall();
  if (!why) return;
  say(`installing (${why}): npm ci …`);
  const [file, first, shell] = npmCommand();
  // Windows cannot delete a Node that is running, and `npm ci` starts by deleting: there the tree is repaired instead.
  const repair = process.platform === "win32" && existsSync(path.join(root, "node_modules"));
  const args = [...first, ...(repair ? ["install", "--no-save"] : ["ci"]), "--loglevel", "error"];
  const done = spawnSync(file, args, { cwd: root, shell, stdio: ["ignore", 2, 2], env: outsideNode() });
  if (done.status === 0) return;
  console.error("npm ci failed: see its message above.");
  process.exit(1);
}

/** Our environment with node_modules/.bin out of PATH, so that npm does not run on the Node that it replaces. */
function outsideNode() {
  const bin = path.join(root, "node_modules", ".bin");
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const parts = (process.env[key] ?? "").split(path.delimiter).filter((part) => path.resolve(part) !== bin);
  return { ...process.env, [key]: parts.join(path.delimiter) };
}
