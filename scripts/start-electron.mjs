// The desktop shell: finds or fetches Electron's binary and opens the window in it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { onEnd } from "./endings.mjs";
import { root } from "./node.mjs";

/** @typedef {import("./start-arguments.mjs").StartOptions} StartOptions */

const packageFolder = path.join(root, "node_modules", "electron");
const failedMark = path.join(root, "node_modules", ".cache", "electron-download-failed");
const day = 24 * 60 * 60 * 1000;
/** A window that dies sooner than this (milliseconds) was never usable. */
const earlyDeath = 5000;

/** True where a window can open. @type {(env?: Record<string, string | undefined>) => boolean} */
export function hasDisplay(env = process.env) {
  return process.platform !== "linux" || Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"]);
}

/** Where Electron's package puts its binary when it has no word of its own. */
function usualPlace() {
  if (process.platform === "darwin") return "Electron.app/Contents/MacOS/Electron";
  return process.platform === "win32" ? "electron.exe" : "electron";
}

/**
 * The path of Electron's binary or undefined. The package itself is not asked: importing it starts a download.
 * @type {(folder?: string) => string | undefined}
 */
export function electronBinary(folder = packageFolder) {
  const mark = path.join(folder, "path.txt");
  const inside = existsSync(mark) ? readFileSync(mark, "utf8") : usualPlace();
  const file = path.join(process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? path.join(folder, "dist"), inside);
  return existsSync(file) ? file : undefined;
}

/** Fetches the binary; gives the reason when that fails. @type {(say: (line: string) => void) => string | undefined} */
function download(say) {
  const limit = Number(process.env["ULLAGE_ELECTRON_LIMIT_S"] ?? 180);
  say(
    `fetching Electron's binary (about 120 MB, once, at most ${limit} s; npm start -- --browser goes without) …`,
  );
  const began = Date.now();
  const done = spawnSync(process.execPath, [path.join(packageFolder, "install.js")], {
    stdio: "ignore",
    timeout: limit * 1000,
  });
  if (done.status === 0) return undefined;
  mkdirSync(path.dirname(failedMark), { recursive: true });
  writeFileSync(failedMark, "");
  return done.error
    ? `its download did not finish in ${limit} s`
    : `its download failed after ${((Date.now() - began) / 1000).toFixed(1)} s`;
}

/** Finds or fetches the binary. @type {(forced: boolean, say: (line: string) => void) => { file: string } | { why: string }} */
function obtain(forced, say) {
  const found = electronBinary();
  if (found) return { file: found };
  const failed = statSync(failedMark, { throwIfNoEntry: false });
  if (failed && !forced && Date.now() - failed.mtimeMs < day)
    return {
      why: "Electron's binary is missing, and its download failed within the last day (retry: --electron)",
    };
  const why = download(say);
  const file = electronBinary();
  if (why || !file) return { why: `Electron's binary is missing and ${why ?? "its download left none"}` };
  rmSync(failedMark, { force: true });
  return { file };
}

/**
 * Runs the window to its end. A start that dies early with an error is a reason to take another shell.
 * @type {(file: string, options: StartOptions, say: (line: string) => void) => Promise<{ code: number } | { why: string }>}
 */
function runWindow(file, options, say) {
  const began = Date.now();
  const flags = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const child = spawn(file, [...flags, root, ...(options.follow ? ["--follow"] : []), ...options.files], {
    stdio: "inherit",
  });
  let said = false;
  const announce = () => {
    if (!said) say("desktop window: Electron's binary and a display are here");
    said = true;
  };
  const timer = setTimeout(announce, earlyDeath);
  onEnd(() => child.kill());
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ why: `Electron did not start (${error.message})` }));
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (code !== 0 && Date.now() - began < earlyDeath)
        return resolve({ why: `Electron stopped at once (${signal ?? `exit ${code}`})` });
      announce();
      return resolve({ code: code ?? 0 });
    });
  });
}

/**
 * Opens the desktop window and waits for its end; gives the exit code, or why this shell cannot be had here.
 * @type {(options: StartOptions, say: (line: string) => void) => Promise<{ code: number } | { why: string }>}
 */
export async function openInElectron(options, say) {
  if (!options.open) return { why: "--no-open was given" };
  if (!hasDisplay()) return { why: "there is no display (DISPLAY and WAYLAND_DISPLAY are unset)" };
  const binary = obtain(options.shell === "electron", say);
  return "why" in binary ? binary : runWindow(binary.file, options, say);
}
