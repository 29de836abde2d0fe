import { expectAccessible, switchScheme } from "./support/accessibility.ts";
import { expect, test } from "./support/journey.ts";

test("the first start has no serious violation", async ({ app }) => {
  await expectAccessible(app.page.locator("body"), "first start");
});

test("an opened session has no serious violation, in any tab", async ({ opened: app }) => {
  const { page } = app;
  await app.goToStep(41);
  await app.columns.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("k");
  await expect(app.inspector.getByRole("article").first()).toBeVisible();
  await expectAccessible(page.locator("body"), "opened");
  for (const tab of ["Message", "Preview", "Summary", "Store", "Wire", "Ledger", "Find", "Diff"]) {
    await app.tab(tab);
    await expectAccessible(app.inspector, tab);
    if (tab !== "Diff") continue;
    await app.inspector.getByRole("radio", { name: "Text" }).click();
    await expect(app.inspector.getByRole("status")).toHaveText(/change/);
    await expectAccessible(app.inspector, "Diff as text");
  }
  await app.timeline.getByRole("radio", { name: "Table" }).click();
  await expectAccessible(app.timeline, "timeline as a table");
  const threshold = app.drawer.getByRole("spinbutton", { name: "Threshold", exact: true });
  await threshold.fill("5");
  await expect(app.drawer.getByRole("list", { name: "Problems of this profile" })).toBeVisible();
  await expectAccessible(app.drawer, "an error in the profile");
});

test("no dialog has a serious violation", async ({ opened: app }) => {
  const { page } = app;
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
    ["Ullage", () => command("About Ullage")],
    ["Save the profile", () => app.drawer.getByRole("button", { name: "Save as…" }).click()],
  ];
  for (const [name, open] of dialogs) {
    await open();
    const dialog = page.getByRole("dialog", { name, exact: true });
    await expect(dialog).toBeVisible();
    await expectAccessible(dialog, name);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("button", { name: /profile llm4s|Profile: llm4s/ }).click();
  await expectAccessible(page.getByRole("menu"), "the menu of profiles");
});

test("who wants less motion gets none: a change of the theme moves nothing", async ({ opened: app }) => {
  const { page } = app;
  for (const scheme of ["dark", "light"] as const) {
    await switchScheme(page, scheme);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(String),
    );
    expect(moving, scheme).toEqual([]);
  }
});
