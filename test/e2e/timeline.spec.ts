import type { Locator } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { inWords } from "./support/app-window.ts";
import { replayOf, stepOf } from "./support/command-line.ts";
import { HARBOUR_STEPS } from "./support/harbour-session.ts";
import { expect, test } from "./support/journey.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;
const signedNumber = (text: string) => Number(text.replaceAll(/[,+±]/g, "").replace("−", "-"));
const number = (text: string | null) => Number((text ?? "").replaceAll(",", ""));

async function placeOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it has no place");
  return box;
}

test("a stretch is dragged on the minimap, and stepping out of it takes it along", async ({
  opened: app,
  harbour,
}) => {
  const { page, timeline, stepOnTimeline } = app;
  const run = await replayOf(harbour, preset);
  const minimap = timeline.getByRole("group", { name: "Minimap" });
  const [first, last] = ["First step shown", "Last step shown"].map((name) =>
    minimap.getByRole("slider", { name }),
  ) as [Locator, Locator];
  await expect(first).toHaveAttribute("aria-valuenow", "1");
  await expect(last).toHaveAttribute("aria-valuenow", String(HARBOUR_STEPS));

  const from = await placeOf(first);
  const to = await placeOf(last);
  const width = to.x - from.x;
  const y = from.y + from.height / 2;
  await page.mouse.move(from.x + width * 0.5, y);
  await page.mouse.down();
  await page.mouse.move(from.x + width * 0.75, y, { steps: 4 });
  await page.mouse.up();
  const begins = Number(await first.getAttribute("aria-valuenow"));
  const ends = Number(await last.getAttribute("aria-valuenow"));
  expect(Math.abs(begins - HARBOUR_STEPS * 0.5)).toBeLessThan(3);
  expect(Math.abs(ends - HARBOUR_STEPS * 0.75)).toBeLessThan(3);
  await expect(page).toHaveURL(new RegExp(`zoom=${begins}-${ends}`));

  const pick = await placeOf(stepOnTimeline);
  await page.mouse.click(pick.x + 3, pick.y + pick.height / 3);
  await app.expectFigures(stepOf(run, begins));
  await page.mouse.click(pick.x + pick.width - 20, pick.y + pick.height / 3);
  await app.expectFigures(stepOf(run, ends));
  await page.keyboard.press("]");
  await app.expectFigures(stepOf(run, ends + 1));
  await expect(last).toHaveAttribute("aria-valuenow", String(ends + 1));
  await expect(page).toHaveURL(new RegExp(`zoom=\\d+-${ends + 1}\\b`));
  await page.reload();
  await expect(last).toHaveAttribute("aria-valuenow", String(ends + 1));
  await page.keyboard.press("0");
  await expect(last).toHaveAttribute("aria-valuenow", String(HARBOUR_STEPS));
  await expect(page).not.toHaveURL(/zoom/);
});

test("the keys zoom around the step, move, and pull the ends", async ({ opened: app }) => {
  const { page, timeline } = app;
  await app.goToStep(20);
  const first = timeline.getByRole("slider", { name: "First step shown" });
  const last = timeline.getByRole("slider", { name: "Last step shown" });
  const shown = async () => [first, last].map(async (end) => Number(await end.getAttribute("aria-valuenow")));
  const span = async () => (await Promise.all(await shown())) as [number, number];
  await page.keyboard.press("+");
  await expect.poll(span).toEqual([11, 32]);
  await page.keyboard.press(".");
  await expect.poll(span).toEqual([22, 43]);
  await page.keyboard.press(",");
  await expect.poll(span).toEqual([11, 32]);
  await first.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(span).toEqual([12, 32]);
  await last.focus();
  await page.keyboard.press("PageDown");
  await expect.poll(span).toEqual([12, 22]);
  await timeline.getByRole("slider", { name: "Step", exact: true }).focus();
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await expect.poll(span).toEqual([1, HARBOUR_STEPS]);
});

test("the pointer on a step tells what the model could still see of all that had been said", async ({
  opened: app,
  harbour,
}) => {
  const { page, stepOnTimeline } = app;
  const run = await replayOf(harbour, preset);
  const fire = run.summary[0];
  if (!fire) throw new Error("no fire");
  const box = await placeOf(stepOnTimeline);
  const at = (fire.firedAtStep - 0.5) / HARBOUR_STEPS;
  await page.mouse.move(box.x + (box.width - 14) * at, box.y + box.height / 3);
  const tip = page.locator(".chart-tooltip");
  await expect(tip).toContainText(`Step ${fire.firedAtStep}`);
  await expect(tip).toContainText(`${inWords(fire.covered)} in the summary`);
  const counts = (await tip.locator(".sight__counts").textContent()) ?? "";
  const sum = [...counts.matchAll(/(\d[\d,]*) (?:as|in|not)/g)].reduce(
    (all, [, one = ""]) => all + number(one),
    0,
  );
  expect(sum).toBe(stepOf(run, fire.firedAtStep).raw.messages);
  await expect(tip).toContainText("The cache breaks off: a summary took the place of the first messages");

  // The keys of the timeline's own control tell the same.
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  await app.goToStep(fire.firedAtStep - 1);
  await stepOnTimeline.focus();
  await page.keyboard.press("ArrowRight");
  await expect(tip).toContainText(`${inWords(fire.covered)} in the summary`);
  await expect(stepOnTimeline).toHaveAccessibleDescription(new RegExp(`^Step ${fire.firedAtStep}`));
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
});

test("messages by lifetime weight: their tokens and what else was sent are all that was sent", async ({
  opened: app,
  harbour,
}) => {
  const { page, timeline } = app;
  const { totals, steps } = await replayOf(harbour, preset);
  await app.goToStep(20);
  await page.keyboard.press("c");
  await app.goToStep(42);
  await timeline.getByRole("radio", { name: "Weight" }).click();
  const table = timeline.getByRole("table", { name: "Messages by lifetime weight" });
  await expect(table.getByRole("columnheader", { name: "Δ step 20" })).toBeVisible();
  const rows = new Map<string, readonly [number, number]>();
  const count = Number(await table.getAttribute("aria-rowcount")) - 1;
  for (let tries = 0; rows.size < count && tries < 200; tries++) {
    // All at once: the list draws other rows in the same places while it is scrolled.
    const drawn = await table
      .getByRole("row")
      .evaluateAll((all) =>
        all.map((row) => [
          row.getAttribute("aria-rowindex") ?? "",
          ...[1, 2].map((at) => row.querySelectorAll('[role="cell"]')[at]?.textContent ?? ""),
        ]),
      );
    for (const [index = "", tokens = "", since = ""] of drawn)
      if (index !== "" && index !== "1") rows.set(index, [number(tokens), signedNumber(since)]);
    await table.evaluate((list) => list.scrollBy(0, list.clientHeight - 60));
  }
  expect(rows.size).toBe(count);
  const weights = [...rows].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, [tokens]]) => tokens);
  expect(weights).toEqual(weights.toSorted((a, b) => b - a));
  const besides = timeline.locator(".weights__foot");
  const foot = (await besides.getAttribute("data-tokens")) ?? "";
  expect(weights.reduce((sum, one) => sum + one, 0) + Number(foot)).toBe(totals.requestTokens);
  // Against the pinned step: what the requests of the steps 21 to 42 sent, no more and no less.
  const since = [...rows.values()].reduce((sum, [, one]) => sum + one, 0);
  const between = steps.filter(({ step }) => step > 20 && step <= 42);
  expect(since + Number(await besides.getAttribute("data-between"))).toBe(
    between.reduce((sum, { request }) => sum + request.tokens, 0),
  );
  await expect(besides).toContainText("what the requests after step 20, up to step 42, sent of a message");

  await table.evaluate((list) => list.scrollTo(0, 0));
  // The list draws the rows at its top again a moment later.
  const heaviest = table.locator('[aria-rowindex="2"]').getByRole("button");
  const name = (await heaviest.locator("b").textContent()) ?? "";
  await heaviest.click();
  await expect(app.selectedRow).toContainText(name);
  await expectAccessible(timeline, "messages by lifetime weight");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Timeline: steps in time");
  await page.keyboard.press("Enter");
  await expect(app.stepOnTimeline).toBeVisible();
});

/** The cells of every row of the table by its step, read from its top to its end. */
async function rowsOf(table: Locator): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await table.evaluate(async (list) => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const read: string[][] = [];
    for (let at = 0; at < list.scrollHeight; at += list.clientHeight / 2) {
      list.scrollTo(0, at);
      await drawn();
      for (const row of list.querySelectorAll('[role="row"]'))
        read.push(
          [...row.querySelectorAll('[role="rowheader"], [role="cell"]')].map((cell) => cell.textContent),
        );
    }
    return read;
  });
  return new Map(rows.filter(([step]) => Number(step) > 0).map((row) => [Number(row[0]), row]));
}

test("the table says what the chart draws: cache, kept messages, what happened", async ({
  opened: app,
  harbour,
}) => {
  const { timeline } = app;
  const run = await replayOf(harbour, preset);
  const fire = run.summary[0]?.firedAtStep ?? 0;
  await app.goToStep(fire);
  await timeline.getByRole("radio", { name: "Table" }).click();
  const table = timeline.getByRole("table", { name: "Estimated tokens by step" });
  const row = table
    .getByRole("row")
    .filter({ has: app.page.getByRole("button", { name: String(fire), exact: true }) });
  await expect(row).toContainText("fired");
  await expect(row).toContainText("cache: a summary took the place of the first messages");
  await expect(table.getByRole("columnheader", { name: "In cache" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Keep recent" })).toBeVisible();
  // Every row: what the ledger has of the step beside what happens all the time, and what the cache has of it.
  const told = await rowsOf(table);
  const usual = new Set(["passed", "summary-applied"]);
  for (const { step, cache, request } of run.steps) {
    const cells = told.get(step) ?? [];
    const own = run.events.filter((event) => event.step === step && !usual.has(event.action));
    const words = [...new Set(own.map(({ action }) => action))];
    const reason = cache.breakReason === null ? [] : [`cache: ${cache.breakReason}`];
    expect([step, cells.at(-1)]).toEqual([step, [...words, ...reason].join(", ")]);
    const share = Number((cells[4] ?? "").replace(" %", ""));
    expect(
      Math.abs(share - (100 * Math.min(cache.prefixTokens, request.tokens)) / request.tokens),
    ).toBeLessThan(0.6);
  }
  await app.page.keyboard.press("c");
  await app.goToStep(fire + 1);
  const delta = stepOf(run, fire + 1).request.tokens - stepOf(run, fire).request.tokens;
  await expect(table.getByRole("columnheader", { name: `Δ step ${fire}` })).toBeVisible();
  const next = table
    .getByRole("row")
    .filter({ has: app.page.getByRole("button", { name: String(fire + 1), exact: true }) });
  await expect(next.getByRole("cell").nth(2)).toHaveText(
    `${delta < 0 ? "−" : "+"}${inWords(Math.abs(delta))}`,
  );
});
