import { describe, expect, test } from "vitest";
import { readCache } from "../../../core/analysis/cache.ts";
import { requestBody } from "../../../core/analysis/body.ts";
import { dispositionAt, requestLayout } from "../../../core/analysis/layout.ts";
import { lostBytes } from "../../../core/analysis/lost-bytes.ts";
import { verifyRun } from "../../../core/analysis/verify.ts";
import { why } from "../../../core/analysis/why.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { type Run, stepOf } from "../../../core/engine/run.ts";
import type { Message } from "../../../core/model/message.ts";
import type { PolicyInputOf } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { measureCount, measureTokens } from "../../../core/policies/request-view.ts";
import { ThreadBuilder, acted, only, runOf } from "../../support/build-thread.ts";

type Given = Partial<Omit<PolicyInputOf<"window">, "kind">>;
const window = (given: Given) => ({ policies: [{ kind: "window" as const, ...given }] });

/** `turns` turns of a user message and an answer of 400 characters each: 100 tokens a message; m1 … */
function talk(turns: number): Thread {
  const builder = new ThreadBuilder();
  for (let turn = 0; turn < turns; turn++) builder.user("u".repeat(400)).say("a".repeat(400));
  return builder.build();
}

const ids = (run: Run, step: number): string[] => requestAt(run, step).messages.map(({ id }) => id);
const numbers = (run: Run, step: number): number[] => ids(run, step).map((id) => Number(id.slice(1)));

describe("the budget", () => {
  test.each([
    [299, "pruned"],
    [300, "passed"],
    [301, "passed"],
  ])("of %i tokens on a request of 300 tokens: %s", (maxTokens, action) => {
    const run = runOf(talk(2), window({ maxTokens }));
    expect(run.events.filter(({ step }) => step === 2).map((event) => event.action)).toEqual([action]);
    expect(run.events.at(-1)?.measured).toEqual({ value: 300, unit: "tokens" });
  });

  test.each([
    [2, "pruned"],
    [3, "passed"],
    [4, "passed"],
  ])("of %i messages on a request of 3: %s", (maxMessages, action) => {
    const run = runOf(talk(2), window({ maxMessages }));
    expect(run.events.filter(({ step }) => step === 2).map((event) => event.action)).toEqual([action]);
    expect(run.events.at(-1)?.measured).toEqual({ value: 3, unit: "messages" });
  });

  test("counts system prompt and tools", () => {
    const head = { system: "s".repeat(400), tools: [{ name: "n".repeat(387) }] };
    const run = runOf({ ...talk(1), ...head }, window({ maxTokens: 299 }));
    expect(run.events[0]?.measured?.value).toBe(300);
  });

  test("is one of two, and never beside a summary", () => {
    const { errors } = checkProfile(window({ maxTokens: 1, maxMessages: 1 })).problems;
    expect(errors).toMatchObject([{ policy: "window", param: "maxTokens" }]);
    expect(checkProfile(window({})).profile?.policies[0]).toEqual({
      kind: "window",
      maxTokens: 100_000,
      strategy: "oldest-first",
      turns: 5,
    });
    expect(checkProfile(window({ maxMessages: 9 })).profile?.policies[0]).not.toHaveProperty("maxTokens");
    const both = { policies: [{ kind: "summarize" }, { kind: "window" }] };
    expect(checkProfile(both).problems.errors).toMatchObject([{ policy: "window", param: "kind" }]);
  });
});

describe("oldest-first", () => {
  // The request of step 5 holds m1 … m9.
  test.each([
    [9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [8, [3, 4, 5, 6, 7, 8, 9]],
    [7, [3, 4, 5, 6, 7, 8, 9]],
    [6, [5, 6, 7, 8, 9]],
    [1, [9]],
  ])("within %i messages", (maxMessages, kept) => {
    const run = runOf(talk(5), window({ maxMessages }));
    expect(numbers(run, 5)).toEqual(kept);
    expect(verifyRun(run)).toEqual([]);
  });

  test("never takes the current turn, and says that it is over", () => {
    const big = { gives: "r".repeat(4000) };
    const thread = new ThreadBuilder()
      .user("old")
      .say("old")
      .user("new")
      .call(big)
      .call(big)
      .say("done")
      .build();
    const run = runOf(thread, window({ maxTokens: 100 }));
    expect(numbers(run, 4)).toEqual([3, 4, 5, 6, 7]);
    expect(run.events.filter(({ step }) => step === 4).map(({ action }) => action)).toEqual([
      "pruned",
      "warned",
    ]);
    expect(run.events.at(-1)?.detail?.reason).toBe("current-turn");
    expect(verifyRun(run)).toEqual([]);
  });

  test("what stands before the first user message leaves first", () => {
    const messages: Message[] = [
      { id: "m0", role: "assistant", parts: [{ type: "text", text: "hello" }] },
      ...talk(3).messages,
    ];
    const run = runOf({ ...talk(0), messages }, window({ maxMessages: 5 }));
    expect(ids(run, 4)).toEqual(["m1", "m2", "m3", "m4", "m5"]);
  });
});

describe("middle-out", () => {
  // Four old turns (1 2)(3 4)(5 6)(7 8) before the current one (9).
  test.each([
    [9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [7, [1, 2, 3, 4, 7, 8, 9]],
    [5, [1, 2, 7, 8, 9]],
    [4, [1, 2, 9]],
    [2, [9]],
  ])("within %i messages", (maxMessages, kept) => {
    const run = runOf(talk(5), window({ maxMessages, strategy: "middle-out" }));
    expect(numbers(run, 5)).toEqual(kept);
    expect(verifyRun(run)).toEqual([]);
  });

  test("the task stays longest, and the cache up to the gap", () => {
    const run = runOf(talk(8), window({ maxMessages: 5, strategy: "middle-out" }));
    for (const { step } of run.steps) expect(ids(run, step)[0]).toBe("m1");
    const { prefixTokens, breakReason } = readCache(stepOf(run, 6).view, stepOf(run, 7).view);
    expect([prefixTokens, breakReason]).toEqual([200, "other messages are left out"]);
  });
});

describe("recent-turns", () => {
  test.each([
    [1, [9]],
    [2, [7, 8, 9]],
    [4, [3, 4, 5, 6, 7, 8, 9]],
  ])("keeps the newest %i, once the request is over the budget", (turns, kept) => {
    const run = runOf(talk(5), window({ maxMessages: 8, strategy: "recent-turns", turns }));
    expect(numbers(run, 5)).toEqual(kept);
    expect(numbers(run, 4).length).toBe(7);
  });

  test("and no more than the budget allows", () => {
    const run = runOf(talk(5), window({ maxMessages: 4, strategy: "recent-turns", turns: 4 }));
    expect(numbers(run, 5)).toEqual([7, 8, 9]);
  });
});

describe("adaptive", () => {
  const sized = (...sizes: number[]): Thread => {
    const builder = new ThreadBuilder();
    for (const size of sizes) builder.user("u".repeat(size * 2)).say("a".repeat(size * 2));
    return builder.build();
  };

  test("takes the middle where that leaves out less, else the oldest", () => {
    // Turns of 1,000, 100, 100, 100 and 100 tokens; 50 tokens of the current one are in the request.
    const heavyStart = runOf(
      sized(1000, 100, 100, 100, 100),
      window({ maxTokens: 1300, strategy: "adaptive" }),
    );
    expect(numbers(heavyStart, 5)).toEqual([1, 2, 3, 4, 7, 8, 9]);
    const heavyMiddle = runOf(
      sized(100, 100, 1000, 100, 100),
      window({ maxTokens: 1300, strategy: "adaptive" }),
    );
    expect(numbers(heavyMiddle, 5)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });
});

describe("pairs", () => {
  test("orphan results and calls without results leave together with their turn", () => {
    const thread = new ThreadBuilder()
      .user("one")
      .call({ id: "open" })
      .result("nobody", "lost")
      .user("two")
      .call({ gives: "r" })
      .say("done")
      .user("three")
      .say("end")
      .build();
    const run = runOf(thread, window({ maxMessages: 5 }));
    const last = run.stepCount;
    expect(numbers(run, last)).toEqual([4, 5, 6, 7, 8]);
    expect(verifyRun(run)).toEqual([]);
  });

  test("a batch of twenty parallel calls is never split", () => {
    const calls = Array.from({ length: 20 }, () => ({ gives: "r" }));
    const thread = new ThreadBuilder()
      .user("one")
      .call(...calls)
      .say("done")
      .user("two")
      .say("end")
      .build();
    const run = runOf(thread, window({ maxMessages: 10 }));
    expect(ids(run, 3)).toEqual(["m24"]);
  });
});

test("the ledger says which messages are left out, by which numbers, at every step", () => {
  const run = runOf(talk(3), window({ maxMessages: 4 }));
  expect(only(run, "pruned")).toMatchObject({
    step: 3,
    policy: "window",
    measured: { value: 5, unit: "messages" },
    limit: { name: "maxMessages", value: 4, unit: "messages" },
    detail: { pruned: [{ from: 0, to: 2 }], covered: 2, note: "3 messages after" },
  });
  expect(dispositionAt(run, 3, 0)).toBe("pruned");
  expect(dispositionAt(run, 2, 0)).toBe("kept");
  expect(requestLayout(run, "r", 3).changes).toEqual([
    { index: 0, disposition: "pruned", tokens: 0, bytes: 0 },
    { index: 1, disposition: "pruned", tokens: 0, bytes: 0 },
  ]);
  expect(requestBody(run, 3, { index: 0 }, 100).message.parts).toEqual([]);
  expect(why(run, 3, { index: 0 })).toMatchObject({
    disposition: "pruned",
    sentences: ["window left older turns out: 5 messages > maxMessages 4."],
  });
});

test("stored history is never touched, and what was seen before it left is not lost", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: "r".repeat(900) })
    .say("ok")
    .user("b")
    .say("c")
    .build();
  const run = runOf(thread, window({ maxTokens: 50 }));
  expect(acted(run)).toContain("pruned");
  expect(lostBytes(run)).toBe(0);
  for (let at = 0; at < thread.messages.length; at++) expect(run.stored.at(at)).toBe(thread.messages[at]);
});

test("sizes are those of what is kept, without building it", () => {
  const run = runOf(talk(30), window({ maxTokens: 1000, strategy: "middle-out" }));
  for (const { step, view } of run.steps) {
    const messages = requestAt(run, step).messages.length;
    expect(measureCount(view)).toBe(messages);
    expect(measureTokens(view)).toBe(100 * messages);
    expect(measureTokens(view)).toBeLessThanOrEqual(1000);
  }
});

test("results that other policies cut are cut first; results that are cleared count as cleared", () => {
  const builder = new ThreadBuilder();
  for (let turn = 0; turn < 6; turn++)
    builder
      .user("u")
      .call({ gives: "r".repeat(800) })
      .say("ok");
  const policies = [
    { kind: "window", maxTokens: 200 },
    { kind: "clear-tool-uses", triggerTokens: 150, keep: 1 },
    { kind: "spill", spillBytes: 700, headBytes: 100, tailBytes: 100 },
  ] as const;
  const run = runOf(builder.build(), { policies });
  expect(acted(run)).toEqual(expect.arrayContaining(["spilled", "cleared", "pruned"]));
  expect(verifyRun(run)).toEqual([]);
});
