import { readFileSync } from "node:fs";
import path from "node:path";
import type { LedgerEvent } from "../../core/model/event.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { type AppWindow, inWords } from "./support/app-window.ts";
import { breakAnswers } from "./support/broken-host.ts";
import { stepsMarked } from "./support/chart-bands.ts";
import { type Replayed, replayOf, stepOf, wireBodyOf } from "./support/command-line.ts";
import { writeHarbourSession } from "./support/harbour-session.ts";
import { expect, test } from "./support/journey.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;
const LAST = 44;
/** A store that is full now and then. */
const full = {
  name: "full",
  policies: [{ kind: "offload", thresholdTokens: 2500, maxResultBytes: 100_000, maxTotalBytes: 150_000 }],
} as const;
/** Pages outlive the messages that name them; the summary grows from fire to fire. */
const paged = {
  name: "paged",
  policies: [
    { kind: "paging", thresholdBytes: 20_000, pageBytes: 2000 },
    { kind: "summarize", trigger: { tokens: 20_000 } },
  ],
} as const;
/** A summary that is always longer than it may be. */
const capped = {
  name: "capped",
  policies: [
    {
      kind: "summarize",
      trigger: { tokens: 50_000 },
      keepRecent: 6,
      maxSummaryTokens: 60,
      compressor: { kind: "fixed", text: "Two cranes at berth 4. ".repeat(40) },
    },
  ],
} as const;

interface Line {
  readonly message: {
    readonly content: string | readonly { readonly type: string; readonly content?: string }[];
  };
}

/** The texts of the session's tool results, in order. */
function resultsIn(file: string): string[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.flatMap((line) => {
    const { content } = (JSON.parse(line) as Line).message;
    return typeof content === "string"
      ? []
      : content.flatMap((part) => (part.type === "tool_result" ? [part.content ?? ""] : []));
  });
}

/** The files that the calls of the session's first messages read, in order. */
function pathsIn(file: string, messages: number): string[] {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, messages);
  return [...lines.join().matchAll(/"file_path":"([^"]+)"/g)].map(([, name = ""]) => name);
}

/** The steps whose calls brought more than 20 kB, by the number that the session gives its calls. */
function largeSteps(file: string): number[] {
  const calls = readFileSync(file, "utf8").matchAll(
    /"tool_use_id":"toolu_(\d+)","content":"((?:[^"\\]|\\.)*)"/g,
  );
  return [...calls].flatMap(([, step, text = ""]) => (text.length > 21_000 ? [Number(step)] : []));
}

function eventOf({ events }: Replayed, action: LedgerEvent["action"]): LedgerEvent {
  const event = events.find((one) => one.action === action);
  if (!event) throw new Error(`the run has no event ${action}`);
  return event;
}

async function ask({ page }: AppWindow, text: string): Promise<void> {
  await page.keyboard.press("a");
  await page.getByRole("textbox", { name: "Ask the window for a text" }).fill(text);
  await page.keyboard.press("Enter");
}

/** Chooses the result of the first offloaded call, at the step after it. */
async function chooseOffloaded(
  app: AppWindow,
  run: Replayed,
): Promise<{ event: LedgerEvent; index: number }> {
  const event = eventOf(run, "offloaded");
  const index = stepOf(run, event.step + 1).raw.messages - 1;
  await app.goToStep(event.step + 1);
  await app.walkTo("k", `Result ${index + 1}`);
  return { event, index };
}

test("why is this line of a file not in request 40? Three actions: a, the text, Enter", async ({
  opened: app,
  harbour,
}) => {
  const run = await replayOf(harbour, preset);
  const offloaded = eventOf(run, "offloaded");
  const fired = eventOf(run, "fired");
  const text = resultsIn(harbour)[offloaded.step - 1] ?? "";
  const middle =
    text
      .slice(text.length >> 1)
      .split("\n")[1]
      ?.slice(0, 60) ?? "";
  await app.goToStep(40);
  await ask(app, middle);
  const answer = app.inspector.getByRole("region", { name: "Answer of the window" });
  await expect(answer.getByRole("heading")).toContainText("Never in a request");
  await expect(answer).toContainText("1 message has it");
  await expect(answer).toContainText(
    `offload stored it and showed its first lines: ${offloaded.measured?.value.toLocaleString("en-US")} tokens`,
  );
  await expect(answer).toContainText(`Event ${offloaded.seq}.`);
  await expect(answer).toContainText(`Event ${fired.seq}.`);

  // A line of the preview: it was seen until the summary took its place.
  await app.goToStep(fired.step);
  await ask(app, text.split("\n")[2]?.slice(0, 60) ?? "");
  await expect(answer.getByRole("heading")).toContainText(`Not in the request of step ${fired.step}`);
  await expect(answer).toContainText(`steps ${offloaded.step + 1}–${fired.step - 1}`);
  await answer
    .getByRole("button", { name: `step ${offloaded.step + 1}` })
    .first()
    .click();
  await app.expectFigures(stepOf(run, offloaded.step + 1));
  await expect(answer.getByRole("heading")).toContainText(`In the request of step ${offloaded.step + 1}`);

  await ask(app, "words that nobody said");
  await expect(answer.getByRole("heading")).toContainText("Nowhere in this thread");
});

test("why is this file's content not in request 40? Its path is asked for: four actions", async ({
  opened: app,
  harbour,
}) => {
  const { page } = app;
  const run = await replayOf(harbour, preset);
  const offloaded = run.events.filter(({ action }) => action === "offloaded");
  const fired = eventOf(run, "fired");
  // The second of the large results: its preview is still sent at step 40, and a summary stands for it later.
  const event = offloaded.at(-1);
  if (!event || event.step >= 40 || fired.step <= 40) throw new Error("the session is not as it was");
  let actions = 0;
  const act = async (work: Promise<void>): Promise<void> => {
    actions++;
    await work;
  };
  const typed = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await act(page.keyboard.press("g"));
  await expect(page.getByRole("dialog", { name: "Go to step" })).toBeVisible();
  await act(typed("40"));
  await expect(app.stepper).toContainText("step 40 /");
  await act(page.keyboard.press("a"));
  await expect(page.getByRole("textbox", { name: "Ask the window for a text" })).toBeFocused();
  await act(typed(`/srv/harbour/quay-${event.step}.csv`));

  const answer = app.inspector.getByRole("region", { name: "Answer of the window" });
  await expect(answer.getByRole("heading")).toHaveText(
    "Only a preview in the request of step 40, of this file's content",
  );
  expect(actions).toBeLessThan(5);
  await expect(answer).toContainText(`is sent like that since step ${event.step + 1}`);
  await expect(answer).toContainText(`Event ${event.seq}.`);
  const index = stepOf(run, event.step + 1).raw.messages - 1;
  const calls = answer.getByRole("list", { name: "Calls for this file" });
  await expect(calls.getByRole("button", { name: `Result ${index + 1}` })).toBeVisible();
  await expect(calls).toContainText("read by Read");
  await expectAccessible(answer, "a file that is asked for");

  // Every step has its own answer: before it was read, and when the summary stands for it.
  await app.goToStep(event.step);
  await expect(answer.getByRole("heading")).toHaveText(
    `Not in the request of step ${event.step}: this file was read later`,
  );
  await app.goToStep(fired.step);
  await expect(answer.getByRole("heading")).toHaveText(
    `Not in the request of step ${fired.step}: a summary stands for this file's content`,
  );
  await expect(answer).toContainText(`Event ${fired.seq}.`);
  await ask(app, "/srv/harbour/quay-38.csv");
  await app.goToStep(40);
  await expect(answer.getByRole("heading")).toHaveText(
    "Whole in the request of step 40: this file's content",
  );
  // The path as a text is another question, and is told apart.
  await answer.getByText("The path as a text").click();
  await expect(answer).toContainText("In the request of step 40.");
  await ask(app, "/srv/harbour/quay-8.csv");
  await expect(answer.getByRole("heading")).toHaveText("Never in a request: every call for this file failed");
});

test("a marked text is asked for with one key, or with the button that comes up beside it", async ({
  opened: app,
}) => {
  const { page } = app;
  await app.goToStep(4);
  await app.walkTo("k", "User 1");
  await app.tab("Message");
  const words = app.inspector.getByText("The tide table of the north quay").first();
  const mark = (x: number) => words.dblclick({ position: { x, y: 8 } });
  await mark(40);
  await page.keyboard.press("a");
  const asked = page.getByRole("textbox", { name: "Ask the window for a text" });
  const answer = app.inspector.getByRole("region", { name: "Answer of the window" });
  await expect(asked).not.toHaveValue("");
  await expect(answer).toContainText("In the request of step 4");
  const first = await asked.inputValue();

  await app.tab("Message");
  await mark(110);
  await page.getByRole("button", { name: "Ask the window a" }).click();
  await expect(asked).not.toHaveValue(first);
  await expect(answer).toContainText("In the request of step 4");
});

test("a preview is taken apart as the ledger has it, and read on as the model could, with what that costs", async ({
  opened: app,
  harbour,
}) => {
  const run = await replayOf(harbour, preset);
  const { event } = await chooseOffloaded(app, run);
  await app.tab("Preview");
  const { inspector } = app;
  const text = resultsIn(harbour)[event.step - 1] ?? "";
  const lines = text.split("\n");
  await expect(inspector.getByRole("status").first()).toHaveText(
    "The preview is what the stored bytes give.",
  );
  const table = inspector.getByRole("table", { name: "What the preview is made of, in reading order" });
  const { head, omitted } = event.detail ?? {};
  await expect(table.getByRole("row", { name: /^Head/ })).toContainText(`lines ${head?.from}–${head?.to}`);
  await expect(table.getByRole("row", { name: /^Left out/ })).toContainText(
    `lines ${omitted?.from}–${inWords(omitted?.to ?? 0)}`,
  );
  await expect(inspector).toContainText(event.subject.path ?? "no path");
  // To scale: what is left out has its part of the strip, beside the head and the notice.
  const widths = await inspector
    .locator(".preview__scale > span")
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().width));
  const { omittedBytes = 0 } = event.detail ?? {};
  const share = omittedBytes / (omittedBytes + (event.after?.bytes ?? 0));
  const strip = widths.reduce((sum, width) => sum + width, 0);
  expect(Math.max(...widths) / strip).toBeGreaterThan(share - 0.03);
  expect(widths.length).toBe(3);

  const stored = inspector.getByRole("region", { name: "Stored original" });
  await stored.getByRole("radio", { name: "Lines" }).click();
  await stored.getByRole("textbox", { name: "Offset" }).fill("12");
  await stored.getByRole("textbox", { name: "Limit" }).fill("1");
  await stored.getByRole("button", { name: "Read", exact: true }).click();
  await expect(stored).toContainText(`Lines 12–12 of ${inWords(lines.length)}`);
  await expect(stored).toContainText((lines[11] ?? "").slice(0, 60));
  const answer = Math.ceil(((lines[11] ?? "").length + 1) / 4);
  await expect(stored.getByRole("status")).toContainText(`answer ${inWords(answer)}`);
  const saves = (event.before?.tokens ?? 0) - (event.after?.tokens ?? 0);
  await expect(stored.getByRole("status")).toContainText(`the preview saves ${inWords(saves)} tok`);

  await stored.getByRole("radio", { name: "Search" }).click();
  const word = (lines[40] ?? "").slice(0, 24);
  await stored.getByRole("textbox", { name: "Text to find in the stored original" }).fill(word);
  await stored.getByRole("button", { name: "Search", exact: true }).click();
  await expect(stored).toContainText((lines[40] ?? "").slice(0, 60));
  await expectAccessible(inspector, "preview");

  // What only a defect of the host can bring about: the window says that the two differ, and from where on.
  await breakAnswers(app.page, "run.preview", (report) => ({
    ...report,
    parts: report.parts.map((part) => ({ ...part, verdict: { ...part.verdict, holds: false, at: 1233 } })),
  }));
  await app.page.reload();
  await expect(inspector.getByRole("status").first()).toHaveText(
    "The preview is not what the stored bytes give: they differ from character 1,234 on.",
  );
});

test("the summary tells what it covers, where it was cut and why, and what it kept", async ({
  opened: app,
  harbour,
  folder,
}) => {
  const { inspector } = app;
  const run = await replayOf(harbour, preset);
  const fired = eventOf(run, "fired");
  await app.goToStep(fired.step - 1);
  await app.page.keyboard.press("c");
  await app.goToStep(fired.step);
  await app.tab("Summary");
  const covered = fired.detail?.covered ?? 0;
  await expect(inspector).toContainText(`It stands for ${covered} messages, the first to number ${covered}`);
  const tokens = inWords(run.summary[0]?.tokens ?? -1);
  await expect(inspector).toContainText(`Δ${fired.step - 1} +${covered} messages, +${tokens} tok`);
  const map = inspector.getByRole("region", { name: "What the summary covers" });
  await expect(
    map.getByRole("button", { name: new RegExp(`^Messages 1–${covered}: covered since summary 1`) }),
  ).toBeVisible();
  const end = stepOf(run, fired.step).raw.messages;
  await expect(
    map.getByRole("button", { name: new RegExp(`^Messages ${covered + 1}–${end}: sent by themselves`) }),
  ).toBeVisible();
  const { cutWanted = 0, cutAt = 0 } = fired.detail ?? {};
  await expect(inspector).toContainText(
    cutWanted === cutAt ? "The cut is where it was wanted" : `moved ${cutWanted - cutAt} message`,
  );
  const survival = inspector.getByRole("region", { name: "What survived" });
  const paths = survival.getByRole("row", { name: /^Paths/ });
  const numbers = (await paths.getByRole("cell").allTextContents()).map(
    (cell) => Number(cell.replaceAll(",", "")) || 0,
  );
  // The files that the covered calls read: those that the summary names are kept, and no other.
  const said = run.summary[0]?.text ?? "";
  const files = pathsIn(harbour, covered);
  const kept = files.filter((file) => said.includes(file)).length;
  expect(kept).toBeGreaterThan(20);
  const [, inSummary = 0, elsewhere = 0, lost = 0] = numbers;
  expect([inSummary, inSummary + elsewhere + lost]).toEqual([kept, files.length]);
  await survival.getByRole("button", { name: "Paths" }).click();
  const facts = survival.getByRole("list", { name: "Paths of the covered messages" });
  await expect(facts).toContainText("/srv/harbour/quay-");
  await expectAccessible(inspector, "summary");

  // A chain of versions: each fire of the ledger, what is new in it, its length and how it grew, and what its cap cut.
  for (const profile of [paged, capped]) {
    await app.useProfile(path.join(folder, `${profile.name}.json`), profile);
    const chain = await replayOf(harbour, profile);
    await app.goToStep(LAST);
    const rows = inspector.getByRole("table").last().locator("tbody tr");
    await expect(rows).toHaveCount(chain.summary.length);
    expect(chain.summary.length).toBeGreaterThan(2);
    const told = chain.summary.map(({ firedAtStep, covered: end, tokens: size }, at) => {
      const { covered: begins, tokens: before } = chain.summary[at - 1] ?? { covered: 0, tokens: 0 };
      const more = size - before;
      const grown = at === 0 ? "first" : more === 0 ? "the same" : `${more < 0 ? "−" : "+"}${Math.abs(more)}`;
      return [`${at + 1} step ${firedAtStep}`, `${begins + 1}–${end}`, `${size}`, grown];
    });
    await expect
      .poll(async () =>
        (await rows.all()).reduce<Promise<string[][]>>(async (all, row) => {
          const cells = await row.locator("th, td").allInnerTexts();
          return [...(await all), cells.slice(0, 4).map((cell) => cell.replaceAll(/\s+/g, " ").trim())];
        }, Promise.resolve([])),
      )
      .toEqual(told);
    const cuts = chain.events.filter(({ action }) => action === "summary-cut");
    for (const { detail } of cuts)
      await expect(inspector).toContainText(`cut by ${inWords(detail?.omittedBytes ?? 0)} B`);
    await expect(rows.filter({ hasText: "cut by" })).toHaveCount(cuts.length);
  }
});

test("two versions of a summary are compared; a sample is called by its title", async ({ app }) => {
  const { page, inspector } = app;
  const title = "Fourteen modules, one clock";
  await page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(title) })
    .click();
  await expect(app.transcript(title)).toHaveAttribute("aria-current", "true");
  await app.goToStep(55);
  await app.tab("Summary");
  const versions = inspector.getByRole("table").last();
  await expect(versions.getByRole("row")).toHaveCount(3);
  await versions.getByRole("button", { name: "Compare summary 2 with the one before" }).click();
  const dialog = page.getByRole("dialog", { name: /^Summary of step \d+ against step \d+$/ });
  await expect(dialog).toContainText("Summary of the conversation so far");
  await expectAccessible(dialog, "two summaries");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the store shows its entries, its bound and what is lost, as the ledger has it", async ({
  opened: app,
  harbour,
  folder,
}) => {
  const { inspector } = app;
  const run = await replayOf(harbour, preset);
  const fired = eventOf(run, "fired");
  const offloaded = eventOf(run, "offloaded");
  await app.goToStep(fired.step - 1);
  await app.tab("Store");
  const store = inspector.getByRole("region", { name: "Offloaded results" });
  const row = store.getByRole("list", { name: "In the store" }).getByRole("listitem").first();
  await expect(row).toContainText(offloaded.subject.path ?? "no path");
  await expect(row).toContainText("next to go");
  await expect(row).toContainText(`message ${offloaded.step * 2 + 1}`);
  await expect(store.getByRole("figure")).toContainText("maxTotalBytes 16 MiB");
  await store.getByText("Fill by step").click();
  // A session that ends there ends with just that in its store.
  const short = writeHarbourSession(folder, "short.jsonl", offloaded.step + 1);
  const { checkpointBytes } = (await replayOf(short, preset)).stores.offload;
  const held = store.getByRole("table").getByRole("row").nth(2).getByRole("cell");
  await expect(held).toHaveAttribute("title", `${inWords(checkpointBytes)} bytes`);
  await expect(inspector.getByRole("alert")).toHaveCount(0);
  await expect(inspector).toContainText("Every path that this request names can be read back");

  await app.goToStep(fired.step);
  await expect(inspector.getByRole("alert").first()).toContainText(
    "The task, the first user message, is not sent",
  );
  await app.goToStep(LAST);
  const left = store.getByRole("list", { name: "Left the store" });
  await expect(left).toContainText("dropped: a summary covers the result that named it");
  await expectAccessible(inspector, "store");

  // A bound that is reached: what left, for which event, and who points at it still.
  await app.useProfile(path.join(folder, "full.json"), full);
  const filled = await replayOf(harbour, full);
  await app.goToStep(LAST);
  const evicted = filled.events.filter(({ action }) => action === "evicted");
  expect(evicted.length).toBeGreaterThan(3);
  const gone = left.getByRole("listitem");
  await expect(gone).toHaveCount(evicted.length);
  const dangling = inspector.getByRole("region").or(inspector.locator(".store__dangling")).last();
  for (const [at, { step, subject, detail }] of evicted.entries()) {
    await expect(gone.nth(at)).toContainText(subject.path ?? "no path");
    await expect(gone.nth(at)).toContainText(
      `step ${step} evicted: the store was over its bound, for event ${detail?.because}`,
    );
    await expect(gone.nth(at)).toContainText(`message ${subject.message?.replace("record-", "")}`);
    await expect(dangling).toContainText(`points at ${subject.path}`);
  }
  // Pages of which no message of the request tells any more.
  await app.useProfile(path.join(folder, "paged.json"), paged);
  const { summary, stores } = await replayOf(harbour, paged);
  const covered = summary.at(-1)?.covered ?? 0;
  const orphans = stores.page.entries.filter(
    ({ message }) => Number(message.replace("record-", "")) <= covered,
  );
  expect(orphans.length).toBeGreaterThan(1);
  await expect(inspector).toContainText(
    `${orphans.length} stored results are named by no message of this request`,
  );
});

test("the wire is the body that the command line prints; what is copied is it, and no secret is in it", async ({
  opened: app,
  harbour,
  context,
}) => {
  const { page, inspector } = app;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.goToStep(3);
  await app.tab("Wire");
  await inspector.getByRole("combobox", { name: "Body for" }).selectOption({ label: "OpenAI Chat" });
  const copied = async (name: string) => {
    await inspector.getByRole("button", { name, exact: true }).click();
    await expect(app.messages).toContainText(/copied/);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const body = await wireBodyOf(harbour, preset, 3, "openai-chat");
  await expect(async () => expect(JSON.parse(await copied("Body"))).toEqual(body)).toPass();
  const command = await copied("cURL");
  expect(command).toContain("https://api.openai.com/v1/chat/completions");
  expect(command).toContain("authorization: Bearer $OPENAI_API_KEY");
  expect(JSON.parse(command.split("\n").at(-3) ?? "")).toEqual(body);
  expect(await copied("SDK call")).toContain("client.chat.completions.create({");
  for (const [label, provider] of [
    ["Anthropic Messages", "anthropic"],
    ["OpenAI Responses", "openai-responses"],
    ["Gemini", "gemini"],
  ] as const) {
    await inspector.getByRole("combobox", { name: "Body for" }).selectOption({ label });
    const own = await wireBodyOf(harbour, preset, 3, provider);
    await expect(async () => expect(JSON.parse(await copied("Body"))).toEqual(own)).toPass();
  }
  await inspector.getByRole("button", { name: "Search", exact: true }).click();
  await expect(inspector.getByRole("textbox", { name: /^Find/ })).toBeFocused();
  await expectAccessible(inspector.locator(".inspector__tools"), "wire");
});

test("find marks what it found in the list, the columns and the timeline; a search is kept", async ({
  opened: app,
  harbour,
}) => {
  const { page, inspector } = app;
  const large = resultsIn(harbour).flatMap((text, at) => (text.length > 20_000 ? [at] : []));
  await page.keyboard.press("Control+f");
  const field = page.getByRole("textbox", { name: "Find messages and decisions" });
  await expect(field).toBeFocused();
  await field.fill("kind:tool size>20kB");
  const list = inspector.getByRole("list", { name: `${large.length} messages found` });
  await expect(list).toBeVisible();
  await list.getByRole("button").first().click();
  const chosen = app.selectedRow;
  await expect(chosen).toContainText("Result");
  await expect(chosen.locator("[data-found='true']")).toHaveCount(1);
  const steps = () => stepsMarked(app.timeline, LAST, "var(--mark)");
  await expect.poll(steps).toEqual(largeSteps(harbour));

  await field.fill("rule:offload action:offloaded");
  const run = await replayOf(harbour, preset);
  const offloaded = run.events.filter(({ action }) => action === "offloaded");
  await inspector.getByRole("radio", { name: `Decisions ${offloaded.length}` }).click();
  const events = inspector.getByRole("list", { name: `${offloaded.length} decisions found` });
  for (const { seq } of offloaded) await expect(events.getByText(String(seq), { exact: true })).toBeVisible();
  await inspector.getByRole("button", { name: "Take out action:offloaded" }).click();
  await expect(field).toHaveValue("rule:offload");
  await expectAccessible(inspector, "find");

  await field.fill("kind:tool tide");
  await inspector.getByRole("button", { name: "Kept searches and conditions" }).click();
  await page.getByRole("menuitem", { name: "Keep this search" }).click();
  await field.fill("kind:tol");
  await expect(inspector.getByRole("status").first()).toContainText("did you mean tool?");
  await page.reload();
  await app.tab("Find");
  await inspector.getByRole("button", { name: "Kept searches and conditions" }).click();
  await page.getByRole("menuitem", { name: "kind:tool tide" }).click();
  await expect(field).toHaveValue("kind:tool tide");

  await field.fill("kind:user tide");
  await inspector.getByRole("button", { name: "Search in all sessions" }).click();
  await expect(inspector.getByRole("list", { name: "1 place found" })).toContainText("harbour.jsonl");
});

test("no tab of the inspector has a serious violation when it has nothing to show, or is narrow", async ({
  opened: app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1024, height: 700 });
  for (const name of ["Find", "Why", "Preview", "Store"]) {
    await page.getByRole("button", { name: "All tabs" }).click();
    await page
      .getByRole("menuitemcheckbox", { name })
      .or(page.getByRole("menuitemradio", { name }))
      .or(page.getByRole("menuitem", { name }))
      .click();
    const tab = page.getByRole("tab", { name, exact: true });
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expect(tab).toBeInViewport({ ratio: 0.99 });
    await expectAccessible(app.inspector, `${name}, narrow`);
  }
});
