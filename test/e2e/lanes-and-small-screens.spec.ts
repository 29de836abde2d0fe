import { writeFileSync } from "node:fs";
import path from "node:path";
import { expectAccessible } from "./support/accessibility.ts";
import { TABS } from "./support/app-window.ts";
import { importOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";

const text = (words: string) => ({ type: "text", text: words });

/** A session whose two calls each began a lane of their own. */
function writeLanes(folder: string): string {
  const ask = (at: number) => `Sound the water at pier ${at}.`;
  const main = [1, 2].flatMap((at) => [
    {
      role: "assistant",
      parts: [{ type: "tool-call", callId: `c${at}`, name: "Task", arguments: { prompt: ask(at) } }],
    },
    {
      role: "tool",
      parts: [{ type: "tool-result", callId: `c${at}`, isError: false, parts: [text("Four fathoms.")] }],
    },
  ]);
  const messages = [
    { role: "user", parts: [text("Sound both piers.")] },
    ...main,
    { role: "assistant", parts: [text("Done.")] },
  ];
  const lane = (at: number) => ({
    id: `pier-${at}`,
    lane: `agent ${at}`,
    messages: [
      { role: "user", parts: [text(ask(at))] },
      { role: "assistant", parts: [text("Four fathoms.")] },
    ],
  });
  const threads = [{ id: "main", lane: "main", messages }, lane(1), lane(2)];
  const file = path.join(folder, "piers.jsonl");
  writeFileSync(file, threads.map((thread) => `${JSON.stringify({ ullage: 1, thread })}\n`).join(""));
  return file;
}

/** The buttons of which the pointer cannot reach the middle, and those that stick out of the window. */
function outOfReach(buttons: readonly Element[]): string[] {
  return buttons.flatMap((button) => {
    const { left, right, top, width, height } = button.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const reached = button.contains(hit) && left >= 0 && right <= innerWidth;
    return reached ? [] : [button.getAttribute("aria-label") ?? button.textContent];
  });
}

test("the lanes on the timeline are chosen; what the footer sums up is said to be of one lane", async ({
  app,
  folder,
}) => {
  const { page, timeline } = app;
  const file = writeLanes(folder);
  const { threads } = await importOf(file);
  expect(threads.length).toBe(3);
  await app.importFile(file);
  await expect(page.getByRole("contentinfo")).toContainText("this lane");
  const filter = timeline.getByRole("button", { name: "2 / 2 lanes marked" });
  await filter.click();
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitemcheckbox")).toHaveCount(2);
  await menu.getByRole("menuitemcheckbox", { name: /agent 1/ }).click();
  await expect(menu.getByRole("menuitemcheckbox", { name: /agent 1/ })).not.toBeChecked();
  await menu.getByRole("menuitem", { name: "No lane" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/lanes=none/);
  await page.reload();
  await expect(timeline.getByRole("button", { name: "0 / 2 lanes marked" })).toBeVisible();
  await expect(timeline.getByText("lanes", { exact: true })).toHaveCount(0);
  await timeline.getByRole("button", { name: "0 / 2 lanes marked" }).click();
  await page.getByRole("menuitem", { name: "All lanes" }).click();
  await page.keyboard.press("Escape");
  await expect(filter).toBeVisible();
  await expectAccessible(timeline, "timeline with lanes");

  // Two lanes are two recordings: what their requests share is found by what is said, and that is told.
  await app.goToStep(3);
  await app.tab("Diff");
  const { inspector } = app;
  await expect(inspector.getByRole("note")).toHaveCount(0);
  await inspector.getByRole("combobox", { name: "against" }).selectOption({ label: "1. agent 1" });
  await expect(inspector.getByRole("note")).toContainText(
    "Aligned approximately. The two requests come from different recordings",
  );
});

test("a session of one lane says nothing of lanes", async ({ opened: app }) => {
  await expect(app.page.getByRole("contentinfo")).toContainText("all steps");
  await expect(app.timeline.getByRole("button", { name: /lanes marked/ })).toHaveCount(0);
});

test.describe("on a small screen", () => {
  test.use({ viewport: { width: 1024, height: 700 } });

  test("the legend that does not fit is whole in its menu, and works there", async ({ opened: app }) => {
    const { page, timeline } = app;
    const row = timeline.getByRole("group", { name: "Shown on the timeline" });
    const entries = await row.getByRole("button").allInnerTexts();
    await timeline.getByRole("button", { name: "Legend" }).click();
    const items = page.getByRole("menuitemcheckbox");
    await expect(items).toHaveCount(entries.length);
    for (const entry of entries) await expect(items.filter({ hasText: entry }).first()).toBeVisible();
    await items.filter({ hasText: "Tool results" }).click();
    await expect(items.filter({ hasText: "Tool results" })).not.toBeChecked();
    await page.keyboard.press("Escape");
    await expect(row.getByRole("button", { name: "Tool results" })).toHaveAttribute("aria-pressed", "false");
    await expect(page).toHaveURL(/hide=tool\+results/);
    await expectAccessible(timeline, "timeline with a menu for its legend");
  });

  test("the drawer is closed at first and leaves the room to what is looked at; nothing sticks out", async ({
    opened: app,
  }) => {
    const { page } = app;
    await expect(app.drawer).toHaveCount(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(1024);
    await expect(page.getByRole("tablist", { name: "Inspector" }).getByRole("tab")).toHaveText([...TABS]);
    for (const name of TABS) {
      await app.tab(name);
      const sides = await app.inspector.evaluate((place) => [place.scrollWidth, place.clientWidth]);
      expect(sides[0], name).toBe(sides[1]);
    }
    await page.keyboard.press("p");
    await expect(app.drawer).toBeVisible();
    await page.reload();
    await expect(app.drawer).toBeVisible();
    // Nothing that is only for a reader without sight makes the page longer, so that it could be scrolled away.
    await expect(app.drawer.getByRole("slider").first()).toBeVisible();
    const high = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(high).toBe(700);
    // As small as a window of 1,200 by 800 is where it is shown twice as large.
    await page.setViewportSize({ width: 600, height: 400 });
    for (const place of [page.getByRole("banner"), app.library, page.getByRole("contentinfo")]) {
      const buttons = place.getByRole("button").filter({ visible: true });
      await expect.poll(() => buttons.evaluateAll(outOfReach)).toEqual([]);
    }
  });
});
