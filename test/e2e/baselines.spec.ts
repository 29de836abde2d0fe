import type { Locator, Page } from "@playwright/test";
import { switchScheme } from "./support/accessibility.ts";
import { TABS } from "./support/app-window.ts";
import { blockFont } from "./support/block-font.ts";
import { expect, test } from "./support/journey.ts";

// Pictures of the panes, with every sign as a block of one width: what is compared is where things are, how large and
// in which colour, and never how a machine draws its letters. After a change of the layout that is meant:
//   npx playwright test baselines --update-snapshots
test.skip(process.platform !== "linux", "scroll bars and canvases are drawn otherwise by other systems");
test.use({
  // A font from the test is none that the window's own policy lets in.
  bypassCSP: true,
});

/** Tabs with a code editor in them, which is loaded when it is first needed. */
const EDITORS: ReadonlySet<string> = new Set(["Diff", "Wire"]);

const style = `
  @font-face { font-family: Blocks; src: url(${blockFont()}); font-display: block; }
  /* A machine's own settings may round the width of every sign to whole pixels. */
  * { text-rendering: geometricPrecision !important; }
  :root { --font-ui: Blocks !important; --font-mono: Blocks !important; }
  input, select, button, textarea { font-family: Blocks !important; }
  .status-bar__time, [aria-label="Messages"] { display: none !important; }
`;

/** Sets the page in blocks before anything of it is drawn. */
function setInBlocks(css: string): void {
  const add = () => {
    const sheet = document.createElement("style");
    sheet.textContent = css;
    document.documentElement.append(sheet);
    void document.fonts.load("12px Blocks");
  };
  if (document.documentElement) return add();
  const begun = new MutationObserver(() => {
    begun.disconnect();
    add();
  });
  begun.observe(document, { childList: true });
}

test.beforeEach(({ page }) => page.addInitScript(setInBlocks, style));

async function expectAsBefore(place: Page | Locator, name: string): Promise<void> {
  const options = { maxDiffPixelRatio: 0.01, threshold: 0.25 };
  // Page and place have the same assertion, each its own type.
  if ("goto" in place) await expect(place).toHaveScreenshot(`${name}.png`, options);
  else await expect(place).toHaveScreenshot(`${name}.png`, options);
}

/** Waits until a code editor has its text, and a diff what differs. */
async function expectEditor(place: Locator): Promise<void> {
  await expect(place.locator(".view-line").first()).toBeVisible();
  await expect(place.getByText("Comparing …")).toHaveCount(0);
}

for (const { width, height, theme, other } of [
  { width: 1440, height: 900, theme: "light", other: "dark" },
  { width: 1024, height: 700, theme: "dark", other: "light" },
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, colorScheme: theme });

    test("the panes look as they did", async ({ opened: app }) => {
      const { page } = app;
      // A result that is sent as a preview, with the summary still to come.
      await app.goToStep(30);
      await app.walkTo("k", "Result 43");
      if (await app.drawer.isVisible()) await page.keyboard.press("p");
      await app.tab("Why");
      await page.mouse.move(0, 0);
      await expectAsBefore(page, `window-${width}-${theme}`);
      for (const name of TABS) {
        await app.tab(name);
        await page.mouse.move(0, 0);
        await expect(app.inspector.locator("[aria-busy=true]")).toHaveCount(0);
        if (EDITORS.has(name)) await expectEditor(app.inspector);
        await expectAsBefore(app.inspector, `tab-${name.toLowerCase()}-${width}`);
      }
      for (const view of ["Weight", "Table"]) {
        await app.timeline.getByRole("radio", { name: view }).click();
        await page.mouse.move(0, 0);
        await expectAsBefore(app.timeline, `timeline-${view.toLowerCase()}-${width}`);
      }
      await app.timeline.getByRole("radio", { name: "Time", exact: true }).click();
      await switchScheme(page, other);
      await expectAsBefore(page, `window-${width}-${other}`);
    });

    test("the first start looks as it did", async ({ app }) => {
      await expect(app.page.getByRole("list", { name: "Sample sessions" }).last()).toBeVisible();
      await expectAsBefore(app.page, `first-start-${width}-${theme}`);
    });
  });
}

test("the controls of the policies look as they did", async ({ opened: app }) => {
  await expectAsBefore(app.drawer.locator(".profile__controls"), "controls-1440");
  const json = app.drawer.locator(".profile__json");
  await expectEditor(json);
  await expectAsBefore(json, "profile-json-1440");
});
