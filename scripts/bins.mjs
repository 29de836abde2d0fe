// Tools of node_modules, run by the Node that runs us: no shell, no .cmd files on Windows.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { root } from "./node.mjs";

/** The script behind a tool of node_modules. @type {(name: string, command?: string) => string} */
export function toolScript(name, command = name) {
  const folder = path.join(root, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof bin === "string" ? bin : bin[command]);
}

/**
 * Runs a tool of node_modules in the checkout and gives its exit code.
 * @type {(name: string, args: string[], options?: { command?: string, env?: Record<string, string>, quiet?: boolean }) => number}
 */
export function runTool(name, args, { command, env, quiet } = {}) {
  const done = spawnSync(process.execPath, [toolScript(name, command), ...args], {
    cwd: root,
    // A quiet tool speaks on standard error alone: standard output belongs to whoever called us.
    stdio: quiet ? ["ignore", 2, 2] : "inherit",
    env: { ...process.env, ...env },
  });
  return done.status ?? 1;
}
