import { expect, test } from "vitest";
import { runProblems } from "../../../core/analysis/run-problems.ts";
import type { PolicyInput } from "../../../core/model/profile.ts";
import { ThreadBuilder, lines, runOf } from "../../support/build-thread.ts";

const NONE = { errors: [], dead: [] };

/** Results of some size, and a long last answer that no request holds. */
const thread = new ThreadBuilder()
  .user("go")
  .call({ gives: lines(300) })
  .call({ gives: lines(300) })
  .call({ gives: lines(40) })
  .user("and then?")
  .say("x".repeat(4000))
  .build();

function problems(policies: readonly PolicyInput[]) {
  return runProblems(runOf(thread, { policies }), NONE).dead;
}

const acts = (policies: readonly PolicyInput[], kind: string): boolean =>
  runOf(thread, { policies }).happenings.some((event) => event.policy === kind && event.action !== "passed");

test.each([
  ["alone", []],
  ["behind offload", [{ kind: "offload", thresholdTokens: 1000 }]],
] as const)("the value from which a trigger acts is exact, %s", (_name, before) => {
  const summarize = (tokens: number): PolicyInput[] => [
    ...before,
    { kind: "summarize", trigger: { tokens }, keepRecent: 1, maxSummaryTokens: 32 },
  ];
  const [dead] = problems(summarize(100_000));
  expect(dead).toMatchObject({ policy: "summarize", param: "trigger.tokens" });
  const from = dead?.liveFrom ?? 0;
  expect(problems(summarize(from))).toEqual([]);
  expect(acts(summarize(from), "summarize")).toBe(true);
  expect(acts(summarize(from + 1), "summarize")).toBe(false);
  expect(problems(summarize(from + 1))[0]?.liveFrom).toBe(from);
});

test("a trigger of messages, and one that acts at its value", () => {
  const summarize = (messages: number): PolicyInput[] => [
    { kind: "summarize", trigger: { messages }, comparator: ">=", keepRecent: 1, maxSummaryTokens: 32 },
  ];
  const from = problems(summarize(100))[0]?.liveFrom ?? 0;
  expect(from).toBe(8);
  expect(acts(summarize(from), "summarize")).toBe(true);
  expect(acts(summarize(from + 1), "summarize")).toBe(false);
});
