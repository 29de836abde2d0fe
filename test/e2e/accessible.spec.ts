import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/journey.ts";

const schemes = ["light", "dark"] as const;

/** Checks the window as it is, in both themes. */
async function expectBoth(page: Page, where: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await expectAccessible(page, `${where}, ${colorScheme}`);
  }
}

test("the first start has no serious violation", async ({ app }) => {
  await expectBoth(app.page, "first start");
});

test("an opened session has no serious violation, in any tab", async ({ app, harbour }) => {
  const { page } = app;
  expect(harbour).toContain("harbour");
  await app.goToStep(41);
  await app.columns.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("k");
  await expect(app.inspector.getByRole("article").first()).toBeVisible();
  await expectBoth(page, "why");
  for (const tab of ["Message", "Summary", "Ledger", "Diff"]) {
    await app.tab(tab);
    if (tab === "Diff") await expect(app.inspector.getByRole("status")).toHaveText(/change/);
    await expectBoth(page, tab);
  }
  await app.timeline.getByRole("button", { name: "Show as a table" }).click();
  const threshold = app.drawer.getByRole("spinbutton", { name: "Threshold", exact: true });
  await threshold.fill("5");
  await expect(app.drawer.getByRole("list", { name: "Problems of this profile" })).toBeVisible();
  await expectBoth(page, "an error in the profile");
});

test("no dialog has a serious violation", async ({ app, harbour }) => {
  const { page } = app;
  expect(harbour).toContain("harbour");
  const command = async (name: string) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
  };
  const dialogs: readonly (readonly [string, () => Promise<void>])[] = [
    ["Commands", () => page.keyboard.press("Control+k")],
    ["Keys and signs", () => page.keyboard.press("?")],
    ["Go to step", () => page.keyboard.press("g")],
    ["Import pasted text", () => command("Import pasted text")],
    ["Import report", () => command("Import report")],
    ["About Ullage", () => command("About Ullage")],
    ["Save the profile", () => app.drawer.getByRole("button", { name: "Save as…" }).click()],
  ];
  for (const [name, open] of dialogs) {
    await open();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await expectBoth(page, name);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("button", { name: /profile llm4s|Profile: llm4s/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectBoth(page, "the menu of profiles");
});
