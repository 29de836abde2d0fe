// A browser for the journeys: an installed one, else Playwright's own, else Debian's package where we may.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { findChromium } from "./chromium.mjs";

/** True when a browser answers: some distributions put a stub there that only names another package. @type {(file: string | undefined) => boolean} */
function answers(file) {
  if (!file) return false;
  if (process.platform === "win32") return existsSync(file);
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return spawnSync(file, [...root, "--version"], { stdio: "ignore" }).status === 0;
}

/** True when Playwright has a browser of its own. */
async function playwrightHasOne() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}

/** Asks Debian for Chromium. @type {(say: (line: string) => void) => void} */
function askApt(say) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  say("installing Chromium: apt-get install chromium …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  /** @type {(args: string[]) => number | null} */
  const apt = (args) => spawnSync("apt-get", ["-q", ...args], { stdio: ["ignore", "ignore", 2], env }).status;
  const install = ["install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"];
  apt(["update"]);
  apt(install);
}

/** True when a browser is there for the journeys in the end. @type {(say: (line: string) => void) => Promise<boolean>} */
export async function ensureBrowser(say) {
  if (answers(findChromium()) || (await playwrightHasOne())) return true;
  askApt(say);
  if (answers(findChromium())) return true;
  say("no browser for the journeys: install Chromium, Chrome or Edge (or point CHROMIUM_PATH at one)");
  return false;
}
