import { expectAccessible } from "./support/accessibility.ts";
import { inWords } from "./support/app-window.ts";
import { replayOf, stepOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";

/** A difference as the window writes it. */
const signed = (by: number) => `${by < 0 ? "−" : "+"}${inWords(Math.abs(by))}`;

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;

test("the categories of a step add up to its request, and the pinned step is held against them", async ({
  opened: app,
  harbour,
}) => {
  const { page, inspector } = app;
  const run = await replayOf(harbour, preset);
  await app.goToStep(5);
  await page.keyboard.press("c");
  await app.goToStep(12);
  await app.tab("Tokens");
  const table = inspector.getByRole("region", { name: "Tokens by category" }).getByRole("table");
  const [own, pinned] = [stepOf(run, 12), stepOf(run, 5)];
  const outgoing = table.getByRole("row", { name: /^Outgoing/ });
  await expect(outgoing).toContainText(inWords(own.request.tokens));
  await expect(outgoing).toContainText(`+${inWords(own.request.tokens - pinned.request.tokens)}`);
  const cells = await table.locator("tbody tr td:first-of-type").allTextContents();
  const sum = cells.reduce((all, text) => all + Number(text.replaceAll(",", "")), 0);
  expect(sum).toBe(own.request.tokens);
  await expect(app.columns.getByRole("columnheader").nth(1)).toContainText("Δ5");
  const anew = ({ request, cache }: typeof own) => request.tokens - cache.prefixTokens;
  await expect(inspector.getByRole("region", { name: "Cache" })).toContainText(
    `Δ step 5${signed(anew(own) - anew(pinned))}`,
  );
  await expect(inspector.getByRole("region", { name: "Money" })).toContainText(/Δ step 5[−+]\$/);
  // The header's total and the store are held against it too.
  const by = (side: "raw" | "request") => signed(own[side].tokens - pinned[side].tokens);
  await expect(page.getByRole("button", { name: /^raw/ })).toContainText(
    `Against step 5: ${by("raw")} raw, ${by("request")} outgoing.`,
  );
  await expectAccessible(inspector, "tokens");
  await app.tab("Store");
  await app.goToStep(22);
  const stored = (step: number) =>
    run.events.filter((event) => event.action === "offloaded" && event.step < step).length;
  expect([stored(5), stored(22)]).toEqual([1, 2]);
  await expect(inspector.getByRole("region", { name: "Offloaded results" })).toContainText("Δ5 +1, +");
});

test("where the cache breaks off, the tab leads to the place and says what providers say", async ({
  opened: app,
  harbour,
}) => {
  const { inspector } = app;
  const run = await replayOf(harbour, preset);
  const fire = run.summary[0]?.firedAtStep ?? 0;
  await app.goToStep(fire - 1);
  await app.tab("Tokens");
  const cache = inspector.getByRole("region", { name: "Cache" });
  await expect(cache).toContainText("It begins with the whole of the request before.");
  await app.goToStep(fire);
  await expect(cache).toContainText("as a summary took the place of the first messages");
  await cache.getByRole("button", { name: "the summary" }).click();
  await expect(app.selectedRow).toContainText("Summary");
  await expect(cache).toContainText("messages cache is invalid");
});

test("the reported input stands beside the estimate, and the rest has a name", async ({
  opened: app,
  harbour,
}) => {
  const { inspector } = app;
  const run = await replayOf(harbour, preset);
  await app.goToStep(10);
  await app.tab("Tokens");
  const section = inspector.getByRole("region", { name: "Estimate against reported" });
  const reported = 12 + 900 * 10;
  const { raw } = stepOf(run, 10);
  await expect(section).toContainText(inWords(reported));
  await expect(section).toContainText(inWords(raw.tokens));
  await expect(section).toContainText(
    `${reported < raw.tokens ? "−" : "+"}${inWords(Math.abs(reported - raw.tokens))}`,
  );
  await expect(section).toContainText("The rest may be:");
  await expect(section).toContainText("Δ step 9+900");
});

test("a price that is entered is kept, and every cost follows", async ({ opened: app }) => {
  const { page, inspector } = app;
  await app.goToStep(10);
  await app.tab("Tokens");
  const money = inspector.getByRole("region", { name: "Money" });
  const cost = () => money.locator(".tokens__pair").first().innerText();
  await expect(money).toContainText("assumed: enter your own");
  const before = await cost();
  await money.getByText("Prices a million tokens").click();
  for (const name of ["Input, *", "Cache read, *", "Cache write, *", "Output, *"]) {
    const field = money.getByRole("textbox", { name, exact: true });
    await field.fill("0");
    await page.keyboard.press("Enter");
  }
  await expect.poll(cost).not.toBe(before);
  await expect(money.locator(".tokens__pair").first()).toContainText("$0.00");
  await expectAccessible(money, "prices");
  await page.reload();
  await expect(money.locator(".tokens__pair").first()).toContainText("$0.00");
  await expect(money).not.toContainText("assumed: enter your own");
  await money.getByText("Prices a million tokens").click();
  await money.getByRole("button", { name: "Back to the assumed prices" }).click();
  await expect.poll(cost).toBe(before);
});
