import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";

/** @typedef {Record<string, string | undefined>} Environment */

/** Where browsers of the Chromium family lie, most wanted first. @type {(env: Environment) => string[]} */
function candidates(env) {
  if (process.platform === "darwin")
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (n) => `/Applications/${n}.app/Contents/MacOS/${n}`,
    );
  if (process.platform === "win32")
    return [env["PROGRAMFILES"], env["PROGRAMFILES(X86)"], env["LOCALAPPDATA"]].flatMap((dir) =>
      dir
        ? [
            `${dir}\\Google\\Chrome\\Application\\chrome.exe`,
            `${dir}\\Microsoft\\Edge\\Application\\msedge.exe`,
          ]
        : [],
    );
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
  return names.map((n) => spawnSync("sh", ["-c", `command -v ${n}`], { encoding: "utf8" }).stdout.trim());
}

/**
 * The path of an installed browser of the Chromium family, or undefined. CHROMIUM_PATH goes before all others.
 * @param {Environment} env
 */
export function findChromium(env = process.env) {
  if (env["CHROMIUM_PATH"]) return env["CHROMIUM_PATH"];
  return candidates(env).find((file) => file !== "" && existsSync(file));
}

/** Flags that keep Chromium quiet on a closed network; as root its sandbox cannot start. */
export const quietFlags = [
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  ...(process.getuid?.() === 0 ? ["--no-sandbox", "--test-type"] : []),
];
