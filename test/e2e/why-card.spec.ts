import type { LedgerEvent } from "../../core/model/event.ts";
import { inWords } from "./support/app-window.ts";
import { type Replayed, replayOf, stepOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;

function eventOf({ events }: Replayed, action: LedgerEvent["action"], at = 0): LedgerEvent {
  const event = events.filter((one) => one.action === action)[at];
  if (!event) throw new Error(`the run has no event ${action} number ${at}`);
  return event;
}

/** `24,310 tokens > thresholdTokens 20,000`, as the ledger has it. */
function numbersOf({ measured, limit }: LedgerEvent): string {
  if (!measured || !limit) throw new Error("nothing was measured");
  return `${inWords(measured.value)} ${measured.unit} > ${limit.name} ${inWords(limit.value)}`;
}

test("the why card of an offloaded result has rule, measured and limit of its ledger event", async ({
  opened: app,
  harbour,
}) => {
  const run = await replayOf(harbour, preset);
  const event = eventOf(run, "offloaded");
  // The result answers the call of its step, which stands right before it.
  const index = stepOf(run, event.step + 1).raw.messages;
  await app.goToStep(event.step + 1);
  await app.walkTo("k", `Result ${index}`);
  await app.walkTo("k", `Assistant ${index - 1}`);
  await app.walkTo("j", `Result ${index}`);

  const card = app.inspector.getByRole("article").first();
  await expect(app.inspector).toContainText("A preview is sent; the whole is in a store");
  await expect(card).toContainText(event.policy);
  await expect(card).toContainText(event.action);
  await expect(card).toContainText(numbersOf(event));
  await expect(card.getByRole("button", { name: `step ${event.step}` })).toBeVisible();
  const sizes = card.getByRole("table");
  await expect(sizes).toContainText(`${inWords(event.before?.tokens ?? -1)} tok`);
  await expect(sizes).toContainText(`${inWords(event.after?.tokens ?? -1)} tok`);
  if (event.subject.path) await expect(card).toContainText(event.subject.path);

  await card.getByRole("button", { name: `step ${event.step}` }).click();
  await app.expectFigures(stepOf(run, event.step));
  await expect(app.inspector).toContainText("Not in this request yet");
});

test("the why card of the summary names the trigger that was passed", async ({ opened: app, harbour }) => {
  const { page } = app;
  const run = await replayOf(harbour, preset);
  const event = eventOf(run, "fired");
  await app.goToStep(event.step);
  await app.columns.focus();
  await page.keyboard.press("Home");
  await app.walkTo("j", "Summary");
  const summary = app.selectedRow;
  await expect(summary).toContainText(`stands for ${run.summary[0]?.covered} messages`);
  const card = app.inspector.getByRole("article").first();
  await expect(card).toContainText(`${event.policy} ${event.action}`);
  await expect(card).toContainText(numbersOf(event));

  await app.tab("Summary");
  await expect(app.inspector).toContainText(`It stands for ${run.summary[0]?.covered} messages`);
  await app.tab("Ledger");
  const shown = run.events.filter(({ step, action }) => step === event.step && action !== "passed");
  await expect(app.inspector.getByRole("status")).toContainText(`Step ${event.step}: ${shown.length} event`);
  for (const { seq, policy, action } of shown) {
    const row = app.inspector
      .getByRole("listitem")
      .filter({ has: page.getByText(String(seq), { exact: true }) });
    await expect(row).toContainText(`${policy} ${action}`);
  }
});
