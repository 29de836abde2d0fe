import { AppWindow } from "./support/app-window.ts";
import { expect, test } from "./support/journey.ts";

async function choose({ page }: AppWindow, profile: string): Promise<void> {
  await page.getByRole("button", { name: /^profile / }).click();
  await page.getByRole("menuitemcheckbox", { name: new RegExp(`^${profile}`) }).click();
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
  await expect(second.columns).toBeVisible();
  await choose(second, "none");
  await second.page.keyboard.press("t");
  await second.page.keyboard.press("t");
  const themeOf = ({ page }: AppWindow) => page.evaluate(() => document.documentElement.dataset["theme"]);
  const [light, dark] = [await themeOf(first), await themeOf(second)];
  expect(light).not.toBe(dark);
  // The host has been told by now.
  await second.page.waitForTimeout(800);
  await first.page.reload();
  await expect(first.page.getByRole("button", { name: /^profile llm4s/ })).toBeVisible();
  expect(await themeOf(first)).toBe(light);
  await second.page.reload();
  await expect(second.page.getByRole("button", { name: /^profile none/ })).toBeVisible();
  expect(await themeOf(second)).toBe(dark);
});
