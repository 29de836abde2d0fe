import path from "node:path";
import type { BrowserContext, Locator } from "@playwright/test";
import type { AppServer } from "./support/app-server.ts";
import { AppWindow } from "./support/app-window.ts";
import { expect, test } from "./support/journey.ts";

function profileButton({ page }: AppWindow, profile = ""): Locator {
  return page.getByRole("button", { name: new RegExp(`^profile ${profile}`) });
}

async function choose(app: AppWindow, profile: string): Promise<void> {
  await profileButton(app).click();
  await app.page.getByRole("menuitemcheckbox", { name: new RegExp(`^${profile}`) }).click();
}

function themeOf({ page }: AppWindow): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset["theme"]);
}

/** Until the host has been told: a window that remembers nothing itself comes up as another one was left. */
async function hostKnows(context: BrowserContext, server: AppServer, profile: string, theme?: string) {
  await expect(async () => {
    const fresh = new AppWindow(await context.newPage());
    try {
      await fresh.enter(server);
      await expect(profileButton(fresh, profile)).toBeVisible({ timeout: 1000 });
      expect(await themeOf(fresh)).toBe(theme);
    } finally {
      await fresh.page.close();
    }
  }).toPass({ timeout: 60_000 });
}

test("two windows on one library: each keeps its own profile and theme over a reload", async ({
  startServer,
  harbour,
  context,
}) => {
  const server = await startServer();
  const first = new AppWindow(await context.newPage());
  await first.enter(server);
  await first.importFile(harbour);
  const second = new AppWindow(await context.newPage());
  await second.enter(server);
  // The host may not know yet what the first one opened a moment ago.
  await second.transcript(path.basename(harbour)).click();
  await expect(second.columns).toBeVisible();
  await choose(second, "none");
  await second.page.keyboard.press("t");
  await second.page.keyboard.press("t");
  const [light, dark] = [await themeOf(first), await themeOf(second)];
  expect(light).not.toBe(dark);
  await hostKnows(context, server, "none", dark);
  await first.page.reload();
  await expect(profileButton(first, "llm4s")).toBeVisible();
  expect(await themeOf(first)).toBe(light);
  await second.page.reload();
  await expect(profileButton(second, "none")).toBeVisible();
  expect(await themeOf(second)).toBe(dark);
});
