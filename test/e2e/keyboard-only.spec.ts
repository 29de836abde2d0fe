import type { Locator, Page } from "@playwright/test";
import { AppWindow } from "./support/app-window.ts";
import { expect, test } from "./support/journey.ts";

/** True when whatever has the focus shows it: an outline, a shadow or a border that it has not without it. */
function focusIsSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const now = document.activeElement;
    if (!(now instanceof HTMLElement) || now === document.body) return false;
    const looks = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } =
        getComputedStyle(element);
      return [outlineStyle === "none" ? "" : outlineWidth, boxShadow, borderColor, backgroundColor].join();
    };
    // A field's frame may show it, or the header of a list.
    const around = [now, now.parentElement, now.parentElement?.parentElement, now.firstElementChild];
    const shown = around.filter((one) => one instanceof Element);
    const focused = shown.map(looks);
    now.blur();
    const blurred = shown.map(looks);
    now.focus({ preventScroll: true });
    return focused.some((look, at) => look !== blurred[at]);
  });
}

/** Presses Tab until an element has the focus; every stop on the way must show its focus. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    expect(await focusIsSeen(page), `the focus is seen on ${name}`).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("Tab never comes there");
}

test("from the start to a why card without a mouse", async ({ page, harbour, startServer }) => {
  const app = new AppWindow(page);
  await app.enter(await startServer({ open: [harbour] }));
  const row = app.transcript("harbour.jsonl");
  await expect(row).toBeVisible();
  await tabTo(page, row);
  await page.keyboard.press("Enter");
  await expect(app.columns).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await expect(app.stepper).toContainText("step 5 / 44");
  await page.keyboard.press("]");
  await expect(app.stepper).toContainText("step 6 / 44");

  await app.walkTo("k", "Result 7");
  await expect(app.inspector.getByRole("article").first()).toContainText("tokens > thresholdTokens 20,000");
  await expect(app.selectedRow).toBeInViewport();
});

test("every control of an open session is reached with Tab, shows its focus, and nobody is caught", async ({
  opened: app,
}) => {
  const { page } = app;
  const last = page.getByRole("button", { name: "? keys" });
  await page.locator("body").press("Tab");
  await tabTo(page, app.stepOnTimeline);
  await page.keyboard.press("ArrowRight");
  await expect(app.stepper).toContainText("step 2 / 44");
  await tabTo(page, app.columns);
  await page.keyboard.press("ArrowDown");
  await expect(app.selectedRow).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Message" })).toHaveAttribute("aria-selected", "true");
  await tabTo(page, app.drawer.getByRole("spinbutton", { name: "Threshold", exact: true }));
  await tabTo(page, last, 120);
});

test("the commands, the help and every dialog open and close with keys, and give the focus back", async ({
  opened: app,
}) => {
  const { page } = app;
  await app.columns.focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys and signs" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(app.columns).toBeFocused();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("theme: dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(app.columns).toBeFocused();

  const search = app.library.getByRole("textbox", { name: "Search all transcripts" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("search the library");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(search).toBeFocused();
  await app.columns.focus();
  await page.keyboard.press("/");
  await page.keyboard.type("berth 4");
  await expect(search).toHaveValue("berth 4");
  const hits = app.library.getByRole("list", { name: /places? found/ }).getByRole("button");
  await expect(hits.first()).toContainText("berth 4");
  await tabTo(page, hits.first(), 4);
  await page.keyboard.press("Enter");
  await expect(app.stepper).toContainText("step 12 / 44");
  await expect(app.selectedRow).toContainText("two cranes are booked for berth 4");
});
