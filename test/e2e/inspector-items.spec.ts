import { writeFileSync } from "node:fs";
import path from "node:path";
import { letters } from "../support/made-secrets.ts";
import { inWords } from "./support/app-window.ts";
import { replayOf, stepOf, wireBodyOf } from "./support/command-line.ts";
import { type Stack, stacksOf, stepsMarked } from "./support/chart-bands.ts";
import { expect, test } from "./support/journey.ts";
import { ribbonsIn } from "./support/ribbons.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;

test("secrets are in nothing that is copied from the wire: not in arguments, keys, or JSON in a result", async ({
  app,
  folder,
  context,
}) => {
  const key = `ghp_${letters.slice(0, 36)}`;
  const named = "tide table at dawn";
  const result = JSON.stringify({ headers: [{ name: "Cookie", value: named }], [key]: `\n${key}` }, null, 2);
  const parts = [
    { type: "tool-call", callId: "c", name: "x", arguments: { body: `{"password":"${named}"}` } },
  ];
  const messages = [
    { role: "user", parts: [{ type: "text", text: `Use ${key}.` }] },
    { role: "assistant", parts },
    {
      role: "tool",
      parts: [{ type: "tool-result", callId: "c", isError: false, parts: [{ type: "text", text: result }] }],
    },
    { role: "assistant", parts: [{ type: "text", text: "Done." }] },
  ];
  const file = path.join(folder, "quay.json");
  writeFileSync(file, JSON.stringify({ ullage: 1, thread: { messages } }));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.importFile(file);
  await app.tab("Wire");
  for (const [label, provider] of [
    ["Anthropic Messages", "anthropic"],
    ["OpenAI Chat", "openai-chat"],
    ["Gemini", "gemini"],
  ] as const) {
    await app.inspector.getByRole("combobox", { name: "Body for" }).selectOption({ label });
    await expect(app.inspector).toContainText(/5 secrets masked/);
    const body = JSON.stringify(await wireBodyOf(file, preset, 2, provider));
    const copied: string[] = [body];
    for (const name of ["Body", "cURL", "SDK call"]) {
      await app.inspector.getByRole("button", { name, exact: true }).click();
      await expect(app.messages).toContainText(/copied/);
      copied.push(await app.page.evaluate(() => navigator.clipboard.readText()));
    }
    for (const text of copied) {
      expect(text).toContain("[GitHub token masked]");
      for (const secret of [key, named]) expect(text).not.toContain(secret);
    }
  }
});

test("find and the window say the same of when a message is sent", async ({ opened: app, harbour }) => {
  const { page, inspector } = app;
  const run = await replayOf(harbour, preset);
  await app.goToStep(30);
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find messages and decisions" }).fill('"quay log 12"');
  const found = inspector.getByRole("list", { name: "1 message found" }).getByRole("button");
  await expect(found).toContainText("step 12, sent from 13");
  await app.tab("Why");
  await page.getByRole("textbox", { name: "Ask the window for a text" }).fill("quay log 12\n".trim());
  await page.keyboard.press("Enter");
  const answer = inspector.getByRole("region", { name: "Answer of the window" });
  await expect(answer.getByRole("button", { name: "step 13" }).first()).toBeVisible();
  expect(stepOf(run, 13).raw.messages).toBeGreaterThan(stepOf(run, 12).raw.messages);
});

test("another counter counts every step as the command line does with it", async ({
  opened: app,
  harbour,
}) => {
  await app.tab("Tokens");
  await app.goToStep(12);
  const counter = app.inspector.getByRole("combobox", { name: "Counted by" });
  for (const tokenCounter of ["script-aware", "o200k_base"] as const) {
    await counter.selectOption(tokenCounter);
    await app.expectFigures(stepOf(await replayOf(harbour, { ...preset, tokenCounter }), 12));
  }
});

test("the columns show what the summary stands for, and a message that it covers is a ghost", async ({
  opened: app,
  harbour,
}) => {
  const run = await replayOf(harbour, preset);
  const [summary] = run.summary;
  if (!summary) throw new Error("the run has no summary");
  await app.goToStep(summary.firedAtStep);
  await app.columns.focus();
  await app.page.keyboard.press("Home");
  await expect(app.columns).toContainText(`stands for ${inWords(summary.covered)} messages`);
  const row = (name: RegExp) => app.columns.getByRole("row").filter({ hasText: name });
  const first = row(/^(?:User|Assistant|Result|\d results?)\s*1\D/).first();
  await expect(first.getByRole("gridcell", { name: "The summary stands for it" })).toBeVisible();
  // The first that it does not cover is sent as it is.
  await app.columns.getByRole("button", { name: "Skip to what is sent" }).click();
  await expect(row(new RegExp(`[a-z]\\s*${summary.covered + 1}\\D`)).first()).toContainText("kept");
  await app.goToStep(summary.firedAtStep - 1);
  await expect(app.columns).not.toContainText("stands for");
});

test("every ribbon ends as the ledger says: in a summary, in a preview, in nothing", async ({
  opened: app,
  harbour,
  folder,
}) => {
  const run = await replayOf(harbour, preset);
  const [summary] = run.summary;
  if (!summary) throw new Error("the run has no summary");
  /** The drawn ribbons of messages by number, and which of them the river flows beside. */
  const drawn = async () => {
    await expect(app.columns).toHaveAttribute("aria-busy", "false");
    const ribbons = await ribbonsIn(app.columns);
    return ribbons.flatMap(({ message, ...rest }) => (message === undefined ? [] : [{ message, ...rest }]));
  };
  /** Half a pixel more or less at a slant. */
  const near = (height: number): number => expect.closeTo(height, 0) as unknown as number;

  // From the whole result to as much of it as the ledger says was left; straight across beside it.
  const offloaded = run.events.find(({ action }) => action === "offloaded");
  const { before, after } = offloaded ?? {};
  if (!offloaded || !before || !after) throw new Error("the run has no preview");
  await app.goToStep(offloaded.step + 1);
  await app.expectFigures(stepOf(run, offloaded.step + 1));
  const result = stepOf(run, offloaded.step + 1).raw.messages;
  const left = 20 * Math.sqrt(after.bytes / before.bytes);
  expect(left).toBeLessThan(4);
  const [call, answer] = (await drawn()).filter(
    ({ message }) => message === result - 1 || message === result,
  );
  expect(call).toEqual({ message: result - 1, left: 20, right: 20, river: false });
  expect(answer).toEqual({ message: result, left: near(20), right: near(left), river: false });

  // From just those that the summary stands for.
  await app.goToStep(summary.firedAtStep);
  await app.expectFigures(stepOf(run, summary.firedAtStep));
  await app.columns.getByRole("button", { name: "Skip to what is sent" }).click();
  await app.columns.evaluate((list) => list.scrollBy(0, -150));
  await expect.poll(async () => (await drawn()).some(({ river }) => river)).toBe(true);
  const around = await drawn();
  expect(around.map(({ message, river }) => [message, river])).toEqual(
    around.map(({ message }) => [message, message <= summary.covered]),
  );
  expect(around.some(({ message }) => message > summary.covered)).toBe(true);
  for (const { river, right } of around) expect(right).toEqual(river ? 0 : 20);
  const [into] = await ribbonsIn(app.columns.getByRole("row").filter({ hasText: "stands for" }));
  expect(into?.right).toBeGreaterThan(30);

  // To a ghost for what a window left out.
  const windowed = { name: "window", policies: [{ kind: "window", maxMessages: 30 }] } as const;
  await app.useProfile(path.join(folder, "window.json"), windowed);
  const pruned = await replayOf(harbour, windowed);
  const holes = pruned.events.find(({ step, action }) => action === "pruned" && step === 40)?.detail?.pruned;
  expect(holes?.length).toBe(1);
  const end = holes?.[0]?.to ?? 0;
  await app.goToStep(40);
  await app.expectFigures(stepOf(pruned, 40));
  await app.columns.evaluate((list, row) => list.scrollTo(0, row * 44), end - 2);
  await expect.poll(async () => (await drawn()).some(({ message }) => message > end)).toBe(true);
  const edge = await drawn();
  // The header with the totals stays, however far it is scrolled.
  for (const head of await app.columns.getByRole("columnheader").all()) await expect(head).toBeInViewport();
  expect(edge.some(({ message }) => message <= end)).toBe(true);
  for (const { message, right } of edge) expect([message, right]).toEqual([message, message <= end ? 0 : 20]);
});

test("the share view stacks to the whole, and the timeline's control tells the same of a step", async ({
  opened: app,
  harbour,
}) => {
  const run = await replayOf(harbour, preset);
  const [summary] = run.summary;
  const offloaded = run.events.find(({ action }) => action === "offloaded");
  if (!summary || !offloaded) throw new Error("the session is not as it was");
  const heightOf = ({ bands }: Stack) => Object.values(bands).reduce((sum, one) => sum + one, 0);
  await app.goToStep(42);
  await app.timeline.getByRole("radio", { name: "Share" }).click();
  await expect(app.timeline.getByRole("radio", { name: "Share" })).toBeChecked();
  await app.expectFigures(stepOf(run, 42));
  await expect(app.page).toHaveURL(/stack=share/);
  await app.page.reload();
  await expect(app.timeline.getByRole("radio", { name: "Share" })).toBeChecked();
  await app.expectFigures(stepOf(run, 42));

  // Every step fills the plot, but for bands of less than a pixel; of it, a summary and a preview have what
  // `ullage replay` says, a pixel more or less.
  const all = await stacksOf(app.timeline, run.steps.length);
  const whole = Math.max(...all.map(heightOf));
  expect(whole).toBeGreaterThan(80);
  for (const [at, { step, request }] of run.steps.entries()) {
    const drawn = all[at] as Stack;
    expect(drawn.top, `step ${step}`).toBeLessThan(14);
    expect(whole - heightOf(drawn), `step ${step}`).toBeLessThanOrEqual(3);
    const part = whole * (request.summaryTokens / request.tokens);
    expect(Math.abs(drawn.bands.summary - part), `summary of step ${step}`).toBeLessThanOrEqual(1.5);
  }
  const { request } = stepOf(run, offloaded.step + 1);
  const part = whole * ((offloaded.after?.tokens ?? 0) / request.tokens);
  expect(part).toBeGreaterThan(3);
  const { bands } = all[offloaded.step] as Stack;
  expect(Math.abs(bands.previews - part)).toBeLessThanOrEqual(1.5);

  // No line is drawn over shares: what has a decision's colour is its marker, at the steps of the ledger and no other.
  const markers = { offloaded: "previewed", dropped: "evicted", fired: "summarised" } as const;
  for (const [action, name] of Object.entries(markers)) {
    const steps = run.events.filter((event) => event.action === action).map(({ step }) => step);
    const marked = await stepsMarked(app.timeline, run.steps.length, `var(--disp-${name})`);
    expect([action, marked]).toEqual([action, [...new Set(steps)]]);
  }

  // In tokens, steps are to each other as their requests are.
  await app.timeline.getByRole("radio", { name: "Tokens" }).click();
  await expect(app.timeline.getByRole("radio", { name: "Tokens" })).toBeChecked();
  const largest = stepOf(run, summary.firedAtStep - 1).request.tokens;
  const tokens = await stacksOf(app.timeline, run.steps.length);
  const highest = heightOf(tokens[summary.firedAtStep - 2] as Stack);
  for (const step of [10, 25, summary.firedAtStep]) {
    const wanted = highest * (stepOf(run, step).request.tokens / largest);
    expect(Math.abs(heightOf(tokens[step - 1] as Stack) - wanted), `step ${step}`).toBeLessThanOrEqual(4);
  }
});
