import { expectAccessible } from "./support/accessibility.ts";
import { inWords } from "./support/app-window.ts";
import { replayOf, stepOf, wireBodyOf } from "./support/command-line.ts";
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
  // The body for each provider: as many bytes more as the two that the command line prints are apart.
  await app.goToStep(12);
  await app.tab("Wire");
  for (const [label, provider] of [
    ["Anthropic Messages", "anthropic"],
    ["OpenAI Responses", "openai-responses"],
  ] as const) {
    await inspector.getByRole("combobox", { name: "Body for" }).selectOption({ label });
    const bytes = async (step: number) =>
      Buffer.byteLength(JSON.stringify(await wireBodyOf(harbour, preset, step, provider), null, 2));
    const by = (await bytes(12)) - (await bytes(5));
    await expect(inspector.getByTitle(`Against step 5: ${signed(by)} bytes`, { exact: true })).toHaveText(
      /^Δ5 \+[\d.]+ KiB$/,
    );
  }
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
  const before = stepOf(run, fire - 1);
  await expect(cache).toContainText(
    `To be read anew${inWords(before.request.tokens - before.cache.prefixTokens)}`,
  );
  await app.goToStep(fire);
  await expect(cache).toContainText("as a summary took the place of the first messages");
  const { prefixTokens } = stepOf(run, fire).cache;
  await expect(cache).toContainText(`Shared with the request before${inWords(prefixTokens)} (`);
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

test("a price that is entered is kept, and every cost follows", async ({ opened: app, harbour }) => {
  const { page, inspector } = app;
  await app.goToStep(10);
  await app.tab("Tokens");
  const money = inspector.getByRole("region", { name: "Money" });
  const cost = () => money.locator(".tokens__pair").first().innerText();
  await expect(money).toContainText("assumed: enter your own");
  const before = await cost();
  await money.getByText("Prices a million tokens").click();
  const enter = async (name: string, price: string) => {
    await money.getByRole("textbox", { name: `${name}, *`, exact: true }).fill(price);
    await page.keyboard.press("Enter");
  };
  // Dear enough that the sums show every token: 1,000 a million of what is read from the cache, 2,000 of what is written.
  for (const [name, price] of Object.entries({
    Input: "0",
    "Cache read": "1000",
    "Cache write": "2000",
    Output: "5000",
  }))
    await enter(name, price);
  const { steps } = await replayOf(harbour, preset);
  const costs = steps.map(({ raw, request, cache }, at) => {
    const sent = (tokens: number, cached: number) => (cached + 2 * (tokens - cached) + 5 * 120) / 1000;
    const [own, all] = [
      Math.min(cache.prefixTokens, request.tokens),
      Math.min(steps[at - 1]?.raw.tokens ?? 0, raw.tokens),
    ];
    return { cost: sent(request.tokens, own), unmanaged: sent(raw.tokens, all) };
  });
  const sum = (key: "cost" | "unmanaged") => costs.reduce((total, one) => total + one[key], 0);
  const dollars = (amount: number) =>
    `$${amount.toLocaleString("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  for (const [name, amount] of [
    ["This step", costs[9]?.cost ?? NaN],
    ["This step without management", costs[9]?.unmanaged ?? NaN],
    [`All ${steps.length} steps`, sum("cost")],
    ["All without management", sum("unmanaged")],
    ["Saved", sum("unmanaged") - sum("cost")],
  ] as const)
    await expect(money.getByText(name, { exact: true }).locator("..")).toContainText(
      `${name}${dollars(amount)}`,
    );
  for (const name of ["Input", "Cache read", "Cache write", "Output"]) await enter(name, "0");
  await expect.poll(cost).not.toBe(before);
  await expect(money.locator(".tokens__pair").first()).toContainText("$0.00");
  await expectAccessible(money, "prices");
  await page.reload();
  await expect(money.locator(".tokens__pair").first()).toContainText("$0.00");
  await expect(money).not.toContainText("assumed: enter your own");
  // What was opened is open still.
  await money.getByRole("button", { name: "Back to the assumed prices" }).click();
  await expect.poll(cost).toBe(before);
});
