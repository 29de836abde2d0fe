import { describe, expect, test } from "vitest";
import { readCache } from "../../../core/analysis/cache.ts";
import { dispositionAt, requestLayout } from "../../../core/analysis/layout.ts";
import { lostBytes } from "../../../core/analysis/lost-bytes.ts";
import { verifyRun } from "../../../core/analysis/verify.ts";
import { why } from "../../../core/analysis/why.ts";
import { type Checkpoint, resume, takeCheckpoint } from "../../../core/engine/checkpoint.ts";
import { replay } from "../../../core/engine/replay.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { type Run, stepOf } from "../../../core/engine/run.ts";
import type { Message } from "../../../core/model/message.ts";
import type { PolicyInputOf } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { measureTokens } from "../../../core/policies/request-view.ts";
import { type Asked, ThreadBuilder, acted, resultOf, runOf } from "../../support/build-thread.ts";

type Given = Partial<Omit<PolicyInputOf<"clear-tool-uses">, "kind">>;
const clear = (given: Given = {}) => ({
  policies: [{ kind: "clear-tool-uses" as const, triggerTokens: 300, keep: 1, ...given }],
});
const GONE = "[tool result cleared]";

/** A question, `count` calls with a result of 400 characters each (100 tokens), and an answer. */
function work(count: number, asked: Asked = {}): Thread {
  const builder = new ThreadBuilder().user("go");
  for (let at = 0; at < count; at++) builder.call({ gives: String(at).repeat(400), ...asked });
  return builder.say("done").build();
}

/** For each result of a request, whether it is cleared. */
function cleared(run: Run, step: number): boolean[] {
  return requestAt(run, step)
    .messages.filter(({ role }) => role === "tool")
    .map((message) => resultOf(message) === GONE);
}

const tokensAt = (run: Run, step: number): number => measureTokens(stepOf(run, step).view);

describe("the trigger", () => {
  const size = tokensAt(runOf(work(3), clear({ triggerTokens: 1_000_000 })), 4);

  test.each([
    [size - 1, true],
    [size, false],
    [size + 1, false],
  ])("of %i tokens clears: %s", (triggerTokens, clears) => {
    const run = runOf(work(3), clear({ triggerTokens, keep: 1 }));
    expect(acted(run).includes("cleared")).toBe(clears);
    expect(
      run.events.findLast(({ action }) => action === "passed" || action === "cleared")?.measured,
    ).toEqual({
      value: size,
      unit: "tokens",
    });
  });

  test("counts system prompt and tools", () => {
    const head = { system: "s".repeat(400), tools: [{ name: "n".repeat(387) }] };
    const run = runOf({ ...work(3), ...head }, clear({ triggerTokens: size + 199 }));
    expect(run.steps.map(({ step }) => cleared(run, step).some(Boolean))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

describe("what is kept", () => {
  test.each([
    [0, [true, true, true, true]],
    [1, [true, true, true, false]],
    [3, [true, false, false, false]],
    [4, [false, false, false, false]],
    [9, [false, false, false, false]],
  ])("with keep %i", (keep, expected) => {
    expect(cleared(runOf(work(4), clear({ keep, triggerTokens: 400 })), 5)).toEqual(expected);
  });

  test("splits a parallel batch at the very result", () => {
    const big = { gives: "r".repeat(400) };
    const thread = new ThreadBuilder().user("go").call(big, big, big, big).say("done").build();
    const run = runOf(thread, clear({ keep: 2 }));
    expect(cleared(run, 2)).toEqual([true, true, false, false]);
    expect(verifyRun(run)).toEqual([]);
  });

  test("splits a tool message that holds several results", () => {
    const part = (callId: string) => ({
      type: "tool-result" as const,
      callId,
      isError: false,
      parts: [{ type: "text" as const, text: "r".repeat(800) }],
    });
    const calls = new ThreadBuilder().user("go").call({ id: "a" }, { id: "b" }, { id: "c" }).build();
    const messages: Message[] = [
      ...calls.messages,
      { id: "all", role: "tool", parts: [part("nobody"), part("b"), part("a"), part("c")] },
      { id: "end", role: "assistant", parts: [{ type: "text", text: "done" }] },
    ];
    const run = runOf({ ...calls, messages }, clear({ keep: 1 }));
    const sent = requestAt(run, 2).messages[2];
    expect(
      sent?.parts.map(
        (one) => one.type === "tool-result" && [one.callId, resultOf({ ...sent, parts: [one] }) === GONE],
      ),
    ).toEqual([
      ["b", true],
      ["a", true],
      ["c", false],
    ]);
    expect(verifyRun(run)).toEqual([]);
  });

  test("results of excluded tools stay, and are counted among the newest", () => {
    const thread = new ThreadBuilder()
      .user("go")
      .call({ gives: "r".repeat(800) })
      .call({ name: "memory", gives: "m".repeat(800) })
      .call({ gives: "r".repeat(800) })
      .call({ name: "memory", gives: "m".repeat(800) })
      .say("done")
      .build();
    const run = runOf(thread, clear({ excludeTools: ["memory"], keep: 1, triggerTokens: 700 }));
    expect(cleared(run, 5)).toEqual([true, false, true, false]);
  });

  test("calls without a result keep the fixed one of the repair", () => {
    const thread = new ThreadBuilder()
      .user("go")
      .call({ gives: "r".repeat(2000) }, {})
      .call({ gives: "r".repeat(40) })
      .say("done")
      .build();
    const run = runOf(thread, clear());
    expect(
      requestAt(run, 3)
        .messages.map(resultOf)
        .filter((text) => text !== ""),
    ).toEqual([GONE, "No result was recorded for this call.", "r".repeat(40)]);
  });
});

test("media of a cleared result go too; ids and the error flag stay", () => {
  const gives = [
    { type: "text", text: "r".repeat(400) },
    { type: "media", mediaType: "image/png", data: "AAAA" },
  ] as const;
  const run = runOf(work(2, { gives, error: true, id: "x" }), clear({ keep: 0 }));
  expect(requestAt(run, 2).messages[2]?.parts).toEqual([
    { type: "tool-result", callId: "x", isError: true, parts: [{ type: "text", text: GONE }] },
  ]);
});

test("every cleared result is an event that says what went and by which numbers", () => {
  const run = runOf(work(3), clear({ keep: 2, triggerTokens: 250 }));
  expect(run.events.filter(({ action }) => action === "cleared")).toMatchObject([
    {
      step: 4,
      policy: "clear-tool-uses",
      subject: { message: "m3", call: "c1_0", identity: "t.1.1", part: 0 },
      limit: { name: "triggerTokens", value: 250, unit: "tokens" },
      before: { bytes: 400, tokens: 100 },
      after: { bytes: GONE.length, tokens: 6 },
    },
  ]);
  expect(dispositionAt(run, 3, 2)).toBe("kept");
  expect(dispositionAt(run, 4, 2)).toBe("cleared");
  expect(requestLayout(run, "r", 4).changes).toEqual([
    { index: 2, disposition: "cleared", tokens: 6, bytes: GONE.length },
  ]);
  expect(why(run, 4, { index: 2 }).sentences.at(-1)).toMatch(
    /^clear-tool-uses cleared it: \d+ tokens > triggerTokens 250/,
  );
});

describe("clearAtLeast", () => {
  // Three results of 100 tokens become 6 each.
  test.each([
    [282, true],
    [283, false],
  ])("of %i tokens, when 282 can go, clears: %s", (clearAtLeast, clears) => {
    const run = runOf(work(4), clear({ keep: 1, clearAtLeast, triggerTokens: 400 }));
    expect(acted(run).filter((action) => action === "cleared").length).toBe(clears ? 3 : 0);
    if (!clears)
      expect(
        run.events.filter((event) => event.detail?.reason === "clear-at-least").map(({ step }) => step),
      ).toEqual([5]);
  });

  test("keeps the cache from being broken at every step", () => {
    const breaks = (clearAtLeast: number): number => {
      const run = runOf(work(40), clear({ keep: 3, triggerTokens: 600, clearAtLeast }));
      return run.steps.filter(
        (_, at) =>
          readCache(run.steps[at - 1]?.view, (run.steps[at] as never as { view: never }).view).breakReason !==
          null,
      ).length;
    };
    expect(breaks(500)).toBeLessThan(breaks(0) / 3);
  });
});

test("nothing is cleared where the placeholder would be no smaller", () => {
  const run = runOf(work(30, { gives: "ok" }), clear({ triggerTokens: 10, keep: 0 }));
  expect(acted(run)).toEqual([]);
  expect(run.events.some((event) => event.detail?.reason === "no-gain")).toBe(true);
});

test("what was cleared stays cleared when the request is far under the trigger again", () => {
  const run = runOf(work(5), clear({ keep: 1, triggerTokens: 400, clearAtLeast: 200 }));
  expect(run.steps.map(({ step }) => cleared(run, step).filter(Boolean).length)).toEqual([0, 0, 0, 0, 3, 3]);
  expect(readCache(stepOf(run, 5).view, stepOf(run, 6).view).breakReason).toBeNull();
  expect(readCache(stepOf(run, 4).view, stepOf(run, 5).view)).toEqual({
    // The question and the first call are the same; then comes the first cleared result.
    prefixTokens: 3,
    breakReason: "older tool results were cleared",
  });
});

test("stored history is never touched, and a result that was seen before it was cleared is not lost", () => {
  const thread = work(4);
  const run = runOf(thread, clear());
  for (let at = 0; at < thread.messages.length; at++) expect(run.stored.at(at)).toBe(thread.messages[at]);
  expect(lostBytes(run)).toBe(0);
  // With nothing kept, the last result goes before any request held it.
  expect(lostBytes(runOf(work(4), clear({ keep: 0 })))).toBe(400);
});

describe("clearToolInputs", () => {
  const args = { command: "c".repeat(400) };

  test("clears the arguments of the calls whose results go, and says so", () => {
    const thread = work(3, { args });
    const run = runOf(thread, clear({ keep: 1, clearToolInputs: true }));
    const calls = requestAt(run, 4).messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool-call" ? [part.arguments] : [])),
    );
    expect(calls).toEqual([{}, {}, args]);
    expect(acted(run)).toEqual(["cleared", "cleared inputs", "cleared", "cleared inputs"]);
    expect(dispositionAt(run, 4, 1)).toBe("cleared");
    expect(verifyRun(run)).toEqual([]);
  });

  test("leaves them alone by default, and thinking stays with its message", () => {
    const run = runOf(work(3, { args }), clear({ keep: 1 }));
    expect(requestAt(run, 4).messages[1]).toBe(run.recording.thread.messages[1]);
  });
});

test("a blocked output takes back what its turn cleared", () => {
  const builder = new ThreadBuilder().user("go");
  for (let at = 0; at < 4; at++) builder.call({ gives: "r".repeat(400) });
  const thread = builder.say("done").user("more").say("yes").build();
  const run = runOf(thread, clear({ triggerTokens: 400, clearAtLeast: 250 }), [
    { kind: "output-block", turn: 1 },
  ]);
  expect(cleared(run, 5)).toEqual([true, true, true, false]);
  expect(acted(run)).toContain("restored output-block");
  // The next turn clears anew.
  expect(run.events.filter(({ action, step }) => action === "cleared" && step === 6).length).toBe(3);
  expect(verifyRun(run)).toEqual([]);
});

test("from a checkpoint the same results are cleared", () => {
  const thread = work(12);
  const { profile } = checkProfile(clear({ clearToolInputs: true }));
  if (!profile) throw new Error("the profile has errors");
  let checkpoint: Checkpoint | undefined;
  const run = replay(thread, profile, {
    beforeBatch: (course, batch) => {
      if (batch === 8) checkpoint = JSON.parse(JSON.stringify(takeCheckpoint(course, batch))) as Checkpoint;
    },
  });
  const resumed = resume(thread, profile, checkpoint as Checkpoint);
  expect(requestAt(resumed, 12)).toEqual(requestAt(run, 12));
});

test("beside a summary it measures what is sent, wherever it stands in the list", () => {
  const summarize = {
    kind: "summarize",
    trigger: { messages: 6 },
    keepRecent: 2,
    compressor: { kind: "fixed", text: "s" },
  } as const;
  for (const policies of [
    [summarize, ...clear({ triggerTokens: 350 }).policies],
    [...clear({ triggerTokens: 350 }).policies, summarize],
  ]) {
    const run = runOf(work(12), { policies });
    expect(acted(run)).toContain("fired");
    expect(verifyRun(run)).toEqual([]);
  }
});

test("before a summary in the list it measures the request with the stored summary applied", () => {
  const run = runOf(work(12), {
    policies: [
      { kind: "clear-tool-uses", triggerTokens: 1_000_000 },
      {
        kind: "summarize",
        trigger: { messages: 6 },
        keepRecent: 2,
        compressor: { kind: "fixed", text: "s" },
      },
    ],
  });
  const fired = new Set(run.events.filter(({ action }) => action === "fired").map(({ step }) => step));
  const looks = run.events.filter(({ policy, step }) => policy === "clear-tool-uses" && !fired.has(step));
  expect(fired.size).toBeGreaterThan(2);
  expect(looks.map(({ measured }) => measured?.value)).toEqual(looks.map(({ step }) => tokensAt(run, step)));
});

test("a pointer to a paged result goes with the result: the reader tool is no longer offered", () => {
  const run = runOf(work(2), {
    policies: [
      ...clear({ keep: 0, triggerTokens: 200 }).policies,
      { kind: "paging", thresholdBytes: 300, pageBytes: 200 },
    ],
  });
  expect(run.steps.map(({ step }) => requestAt(run, step).tools.length)).toEqual([0, 1, 0]);
  expect(verifyRun(run)).toEqual([]);
});
