import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { _electron } from "@playwright/test";
import { expect, test } from "vitest";
import { electronBinary, hasDisplay } from "../../scripts/start-electron.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const binary = electronBinary();

/** Why the real window cannot be opened here, or undefined. */
function missing(): string | undefined {
  if (!binary) return "Electron's binary is not installed";
  if (!hasDisplay()) return "there is no display";
  return existsSync(path.join(root, "dist/main/main.js")) ? undefined : "the app is not built";
}

const why = missing();

async function openRealWindow(dataFolder: string) {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const app = await _electron.launch({
    executablePath: binary ?? "",
    args: [...sandbox, `--user-data-dir=${dataFolder}`, root],
  });
  return { app, page: await app.firstWindow() };
}

test.skipIf(why)(
  `a real window opens, is confined, and stays where it is${why ? ` (skipped: ${why})` : ""}`,
  { timeout: 60_000 },
  async () => {
    const dataFolder = mkdtempSync(path.join(tmpdir(), "ullage-electron-"));
    const { app, page } = await openRealWindow(dataFolder);
    await page.waitForSelector("#root > *");
    expect(page.url()).toMatch(/^app:\/\/ui\//);
    expect(await page.evaluate("[typeof require, typeof process, window.ullage.shell].join()")).toBe(
      "undefined,undefined,electron",
    );
    await page.evaluate("void (location.href = 'https://example.com/')");
    await page.evaluate("void window.open('https://example.com/')");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(page.url()).toMatch(/^app:\/\/ui\//);
    expect(app.windows()).toHaveLength(1);
    await app.close();
    rmSync(dataFolder, { recursive: true, force: true });
  },
);
