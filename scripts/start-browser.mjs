// The browser shell: the server on a loopback port, and an app window of an installed Chromium where one can open.
import { fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { findChromium, quietFlags } from "./chromium.mjs";
import { onEnd } from "./endings.mjs";
import { root } from "./node.mjs";
import { hasDisplay } from "./start-electron.mjs";

/** @typedef {import("./start-arguments.mjs").StartOptions} StartOptions */

/** A browser window that dies sooner than this (milliseconds) was never usable. */
const earlyDeath = 3000;

/** Starts the server; its address arrives once it listens. @type {(options: StartOptions) => { server: import("node:child_process").ChildProcess, ready: Promise<string> }} */
function startServer({ files, follow, port }) {
  const args = [
    ...files.flatMap((file) => ["--open", file]),
    ...(follow ? ["--follow"] : []),
    ...(port === undefined ? [] : ["--port", String(port)]),
  ];
  const server = fork(path.join(root, "dist", "server", "server.js"), args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ready = new Promise((resolve, reject) => {
    server.once("message", (message) => resolve(/** @type {{ ready: string }} */ (message).ready));
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server stopped before it listened (exit ${code})`)));
  });
  return { server, ready };
}

/**
 * Opens an app window with a profile of its own and waits for its end; gives why when it was never usable.
 * @type {(browser: string, url: string, shown: () => void) => Promise<string | undefined>}
 */
async function appWindow(browser, url, shown) {
  const profile = mkdtempSync(path.join(tmpdir(), "ullage-window-"));
  const flags = [`--app=${url}`, `--user-data-dir=${profile}`, "--window-size=1440,900", ...quietFlags];
  const timer = setTimeout(shown, earlyDeath);
  const began = Date.now();
  const child = spawn(browser, flags, { stdio: "ignore" });
  onEnd(() => child.kill());
  const code = await new Promise((resolve) => {
    child.on("error", () => resolve(127));
    child.on("exit", resolve);
  });
  clearTimeout(timer);
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  if (code !== 0 && Date.now() - began < earlyDeath) return `${browser} stopped at once (exit ${code})`;
  shown();
  return undefined;
}

/** The browser to open a window in, or why there is none. @type {(options: StartOptions) => { browser: string } | { why: string }} */
function windowBrowser(options) {
  if (!options.open) return { why: "--no-open was given" };
  if (!hasDisplay()) return { why: "there is no display" };
  const browser = findChromium();
  return browser ? { browser } : { why: "no Chrome, Chromium or Edge is installed" };
}

/**
 * Serves the app until its window closes or a signal comes; gives the exit code. `why` is what spoke against the
 * desktop shell.
 * @type {(options: StartOptions, why: string, say: (line: string) => void) => Promise<number>}
 */
export async function openInBrowser(options, why, say) {
  const { server, ready } = startServer(options);
  const ended = new Promise((resolve) => server.once("exit", (code) => resolve(code ?? 0)));
  onEnd(() => server.kill());
  let url;
  try {
    url = await ready;
  } catch (error) {
    say(`no shell opened: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  const found = windowBrowser(options);
  let reason = "why" in found ? found.why : undefined;
  if ("browser" in found)
    reason = await appWindow(found.browser, url, () => {
      say(`browser shell, app window in ${found.browser} (${why}); closing it ends the program`);
    });
  if (reason === undefined || server.killed) {
    server.kill();
    await ended;
    return 0;
  }
  const reasons = why.includes(reason) ? why : `${why}; ${reason}`;
  say(
    `browser shell, by address (${reasons}): open ${url} in Chrome, Chromium or Edge; Ctrl-C ends it${process.stdin.isTTY ? ", Enter gives a new address" : ""}`,
  );
  offerLinks(server);
  return ended;
}

/** A link opens one browser: at a terminal, Enter gives the next one. @type {(server: import("node:child_process").ChildProcess) => void} */
function offerLinks(server) {
  if (!process.stdin.isTTY) return;
  server.on("message", (message) => console.log(/** @type {{ link: string }} */ (message).link));
  process.stdin.on("data", () => server.connected && server.send("link"));
  process.stdin.unref();
}
