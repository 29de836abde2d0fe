import { describe, expect, test } from "vitest";
import { summariesOf } from "../../../core/analysis/summaries.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { PolicyInputOf } from "../../../core/model/profile.ts";
import type { Run } from "../../../core/engine/run.ts";
import { ThreadBuilder, acted, lines, only, runOf } from "../../support/build-thread.ts";

type Given = Partial<Omit<PolicyInputOf<"summarize">, "kind">>;
const fixed = (text: string) => ({ kind: "fixed" as const, text });
const summarize = (given: Given = {}) => ({
  policies: [{ kind: "summarize" as const, compressor: fixed("THE SUMMARY"), ...given }],
});

/** `turns` turns of a user message and an answer of 400 characters each: 100 tokens a message. */
function talk(turns: number) {
  const builder = new ThreadBuilder();
  for (let turn = 0; turn < turns; turn++) builder.user("u".repeat(400)).say("a".repeat(400));
  return builder.build();
}

const ids = (run: Run, step: number): string[] => requestAt(run, step).messages.map(({ id }) => id);

describe("the trigger", () => {
  test.each([
    [299, ">", true],
    [300, ">", false],
    [301, ">", false],
    [300, ">=", true],
    [301, ">=", false],
  ] as const)("of %i tokens with %s on a request of 300 tokens fires: %s", (tokens, comparator, fires) => {
    const run = runOf(
      talk(2),
      summarize({ trigger: { tokens }, comparator, keepRecent: 1, maxSummaryTokens: 32 }),
    );
    expect(run.events.some((event) => event.action === "fired")).toBe(fires);
    const at2 = run.events.find((event) => event.step === 2);
    expect(at2?.measured).toEqual({ value: 300, unit: "tokens" });
  });

  test("counts messages: the summary is one, the system prompt none", () => {
    const run = runOf(talk(4), summarize({ trigger: { messages: 3 }, keepRecent: 1 }));
    expect(
      run.events
        .filter((event) => event.action === "fired")
        .map(({ step, measured }) => [step, measured?.value]),
    ).toEqual([
      [3, 5],
      [4, 4],
    ]);
  });

  test("counts system prompt and tools", () => {
    const head = { system: "s".repeat(400), tools: [{ name: "n".repeat(387) }] };
    const thread = { ...talk(1), ...head };
    expect(runOf(thread, summarize({ trigger: { tokens: 100_000 } })).events[0]?.measured?.value).toBe(300);
  });
});

test("the summary stands in place of the covered messages, once, until the next fire", () => {
  const run = runOf(talk(6), summarize({ trigger: { messages: 6 }, keepRecent: 3 }));
  expect(ids(run, 3)).toEqual(["m1", "m2", "m3", "m4", "m5"]);
  expect(ids(run, 4)).toEqual(["summary:m4", "m5", "m6", "m7"]);
  expect(ids(run, 5)).toEqual(["summary:m4", "m5", "m6", "m7", "m8", "m9"]);
  expect(ids(run, 6)).toEqual(["summary:m8", "m9", "m10", "m11"]);
  expect(summariesOf(run)).toMatchObject([
    { firedAtStep: 4, coversThrough: "m4", covered: 4 },
    { firedAtStep: 6, coversThrough: "m8", covered: 8 },
  ]);
  expect(run.stored.length).toBe(12);
});

test("a cut inside a batch moves earlier, to the message that makes the calls", () => {
  const big = { gives: "r".repeat(400) };
  const thread = new ThreadBuilder()
    .user("u".repeat(4000))
    .call(...Array.from({ length: 20 }, () => big))
    .say("done")
    .build();
  const run = runOf(thread, summarize({ trigger: { tokens: 1000 }, keepRecent: 5 }));
  expect(only(run, "fired").detail).toMatchObject({
    cutWanted: 17,
    cutAt: 1,
    heldBy: "m2",
    coversThrough: "m1",
  });
});

test("a call that nothing later answers does not hold a cut", () => {
  const thread = new ThreadBuilder().user("u".repeat(4000)).call({}).user("go on").say("done").build();
  const run = runOf(thread, summarize({ trigger: { tokens: 500 }, keepRecent: 1 }));
  expect(only(run, "fired").detail).toMatchObject({ coversThrough: "m2" });
  expect(ids(run, 2)).toEqual(["summary:m2", "m3"]);
});

describe("a summary that is not worth having is refused", () => {
  test.each([
    ["", "empty"],
    [" \n\t ", "empty"],
    ["x".repeat(1200), "not-smaller"],
  ])("%j: %s", (text, reason) => {
    const run = runOf(
      talk(2),
      summarize({ trigger: { tokens: 200 }, keepRecent: 1, compressor: fixed(text) }),
    );
    expect(acted(run)).toContain(`refused ${reason}`);
    expect(run.state["summary"]).toBeUndefined();
    expect(ids(run, 2)).toEqual(["m1", "m2", "m3"]);
  });

  test("a failing compressor's error is never stored as the summary", () => {
    const run = runOf(talk(2), summarize({ trigger: { tokens: 200 }, keepRecent: 1 }), [
      { kind: "compressor-fails" },
    ]);
    expect(acted(run)).toContain("refused failed");
    expect(JSON.stringify(requestAt(run, 2))).not.toContain("failed");
  });

  test("a recorded compressor without a recording fails, and says so", () => {
    const run = runOf(
      talk(2),
      summarize({ trigger: { tokens: 200 }, keepRecent: 1, compressor: { kind: "recorded" } }),
    );
    expect(only(run, "refused").detail?.note).toContain("no summary");
  });
});

test("the bound is on the whole message, frame included; only the body is cut", () => {
  const run = runOf(
    talk(8),
    summarize({
      trigger: { tokens: 1000 },
      keepRecent: 1,
      maxSummaryTokens: 32,
      compressor: fixed("漢字 ".repeat(500)),
    }),
  );
  const [summary] = requestAt(run, run.steps.length).messages;
  const text = summary?.parts[0]?.type === "text" ? summary.parts[0].text : "";
  expect(text.length).toBeLessThanOrEqual(128);
  expect(text.startsWith("[Summary of the conversation so far]\n漢字")).toBe(true);
  expect(acted(run)).toContain("summary-cut");
});

test("when nothing can bring the request under the trigger it does not fire at every step", () => {
  const run = runOf(talk(30), summarize({ trigger: { tokens: 300 }, keepRecent: 4, maxSummaryTokens: 290 }));
  const fires = run.events.filter((event) => event.action === "fired").length;
  const passed = run.events.filter(
    (event) => event.detail?.reason === "cannot-fit" && event.action === "passed",
  ).length;
  expect(fires).toBeGreaterThan(1);
  expect(fires).toBeLessThanOrEqual(run.steps.length / 2);
  expect(passed).toBeGreaterThan(0);
  expect(acted(run)).toContain("warned cannot-fit");
});

describe("the newest user message", () => {
  const thread = new ThreadBuilder()
    .user("the task")
    .call({ gives: lines(100) })
    .call({ gives: lines(100) })
    .call({ gives: "ok" })
    .say("done")
    .build();
  const given = { trigger: { tokens: 500 }, keepRecent: 2, maxSummaryTokens: 100 };

  test("is an alarm when a summary takes it away, once", () => {
    const run = runOf(thread, summarize(given));
    const alarms = run.events
      .filter((event) => event.action === "alarm")
      .map(({ detail, subject }) => [detail?.lost, subject.message]);
    expect(alarms).toEqual([
      ["task", "m1"],
      ["newest-user", "m1"],
    ]);
    expect(ids(run, 3)[1]).not.toBe("m1");
  });

  test("is lifted out and sent after the summary when the profile pins it", () => {
    const run = runOf(thread, summarize({ ...given, pinNewestUser: true }));
    expect(run.events.some((event) => event.action === "alarm")).toBe(false);
    expect(ids(run, 3).slice(0, 2)).toEqual([expect.stringMatching(/^summary:/), "m1"]);
    expect(
      run.events.filter((event) => event.action === "fired").map(({ detail }) => detail?.lifted),
    ).toEqual(["m1", "m1"]);
  });
});

describe("a summary that the thread brings", () => {
  const started = (coversThrough: string, text = "EARLIER") => ({
    ...talk(3),
    state: { summary: { text, coversThrough } },
  });

  test("applies from the first step whose history holds its message", () => {
    const run = runOf(started("m3"), summarize());
    expect(ids(run, 1)).toEqual(["m1"]);
    expect(ids(run, 2)).toEqual(["summary:m3"]);
    expect(ids(run, 3)).toEqual(["summary:m3", "m4", "m5"]);
  });

  test("is void when no message has its id, with an event", () => {
    const run = runOf(started("gone"), summarize());
    expect(acted(run)).toEqual(["summary-void no-such-message"]);
    expect(ids(run, 3)).toEqual(["m1", "m2", "m3", "m4", "m5"]);
  });

  test("is cut to today's bound when an older profile let it grow longer", () => {
    const run = runOf(started("m1", "long ".repeat(1000)), summarize({ maxSummaryTokens: 40 }));
    const part = requestAt(run, 2).messages[0]?.parts[0];
    expect(part?.type === "text" && part.text.length).toBeLessThanOrEqual(160);
    expect(acted(run)).toContain("summary-cut");
  });
});

test("a blocked output restores the summary, and the requests after it are as before", () => {
  const run = runOf(talk(4), summarize({ trigger: { messages: 4 }, keepRecent: 1 }), [
    { kind: "output-block", turn: 3 },
  ]);
  expect(ids(run, 3)[0]).toBe("summary:m4");
  expect(summariesOf(run)[0]).toMatchObject({ firedAtStep: 3, restoredAtStep: 3 });
  expect(ids(run, 4)[0]).toBe("summary:m6");
  const again = run.events.find((event) => event.step === 4 && event.action === "fired");
  expect(again?.detail?.coveredFrom).toBe("m1");
});

test("text with replacement patterns goes through unharmed", () => {
  const run = runOf(
    talk(3),
    summarize({ trigger: { tokens: 200 }, keepRecent: 1, compressor: fixed("$& $$ $1 $` $'") }),
  );
  const part = requestAt(run, 3).messages[0]?.parts[0];
  expect(part?.type === "text" && part.text).toContain("$& $$ $1 $` $'");
});

test("the extractive compressor keeps task, files, commands with their outcome, errors and to-dos", () => {
  const thread = new ThreadBuilder()
    .user("Make the parser accept tabs. Do not change the public API.")
    .call({ name: "edit", args: { file_path: "src/parser.ts" }, gives: "done" })
    .say("I will use a lookup table because the regex backtracks.\n- [ ] update the changelog")
    .call({ args: { command: "npm test" }, gives: `${lines(300)}Error: expected TAB at 4:2\n`, error: true })
    .user("go on")
    .say("fine")
    .build();
  const run = runOf(thread, { policies: [{ kind: "summarize", trigger: { tokens: 500 }, keepRecent: 1 }] });
  const [summary] = summariesOf(run);
  for (const kept of [
    "Make the parser accept tabs",
    "edit src/parser.ts",
    "npm test (failed)",
    "expected TAB at 4:2",
    "because the regex backtracks",
    "update the changelog",
  ])
    expect(summary?.text).toContain(kept);
});
