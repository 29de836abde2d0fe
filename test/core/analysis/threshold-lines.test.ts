import { describe, expect, test } from "vitest";
import { runView } from "../../../core/analysis/run-view.ts";
import type { Run } from "../../../core/engine/run.ts";
import type { PolicyInput } from "../../../core/model/profile.ts";
import { runOf, ThreadBuilder } from "../../support/build-thread.ts";

const built = new ThreadBuilder();
for (let turn = 1; turn <= 5; turn++) {
  built.user(`task ${turn}`);
  for (let at = 0; at < 6; at++)
    built.call(...Array.from({ length: 1 + (at % 3) }, () => ({ gives: `result ${at} `.repeat(40) })));
  built.say("done");
}
const thread = built.build();

function linesOf(run: Run) {
  const problems = { errors: [], dead: [] };
  return runView(run, { run: "r", transcript: 1, milliseconds: 0, problems }).lines;
}

/** What the whole ledger says that a policy counted first at each step. */
function toldBy(run: Run, policy: string): readonly (number | undefined)[] {
  return Array.from(
    { length: run.stepCount },
    (_, at) =>
      run.events.find(({ step, policy: by, measured }) => step === at + 1 && by === policy && measured)
        ?.measured?.value,
  );
}

describe("a threshold in messages", () => {
  const stacks: readonly (readonly [name: string, policies: readonly PolicyInput[], value: number])[] = [
    ["that fires now and then", [{ kind: "summarize", trigger: { messages: 20 }, keepRecent: 4 }], 20],
    [
      "that acts at its own value",
      [{ kind: "summarize", trigger: { messages: 15 }, comparator: ">=", keepRecent: 4 }],
      15,
    ],
    ["that can never be kept", [{ kind: "summarize", trigger: { messages: 2 }, keepRecent: 9 }], 2],
    ["that is never reached", [{ kind: "summarize", trigger: { messages: 900 } }], 900],
    [
      "behind another policy",
      [
        { kind: "offload", thresholdTokens: 1000 },
        { kind: "summarize", trigger: { messages: 30 }, keepRecent: 4, pinNewestUser: true },
      ],
      30,
    ],
    ["of a window", [{ kind: "window", maxMessages: 12 }], 12],
  ];

  test.each(stacks)("%s has at each step what the ledger says was counted", (_name, policies, value) => {
    const run = runOf(thread, { policies });
    const line = linesOf(run).find(({ unit }) => unit === "messages");
    expect(line).toMatchObject({ policy: policies.at(-1)?.kind, value });
    // The whole ledger, with what was jumped over played: another way than the line's own.
    expect(line?.counted).toEqual(toldBy(run, line?.policy ?? ""));
    expect(run.stepCount).toBeGreaterThan(20);
  });

  test("counts past its value just where the policy did something about it", () => {
    const run = runOf(thread, {
      policies: [{ kind: "summarize", trigger: { messages: 20 }, keepRecent: 4 }],
    });
    const fired = run.events.flatMap(({ action, step }) => (action === "fired" ? [step] : []));
    const past = linesOf(run)[0]?.counted?.flatMap((count, at) => (count > 20 ? [at + 1] : []));
    expect(fired.length).toBeGreaterThan(1);
    expect(past).toEqual(fired);
  });
});

test("a threshold in tokens has no count of messages, and each says in what it is", () => {
  const run = runOf(thread, {
    policies: [
      { kind: "clear-tool-uses", triggerTokens: 900 },
      { kind: "summarize", trigger: { tokens: 700 }, comparator: ">=" },
    ],
  });
  expect(linesOf(run)).toEqual([
    { policy: "clear-tool-uses", param: "triggerTokens", value: 900, label: "clear past", unit: "tokens" },
    { policy: "summarize", param: "trigger.tokens", value: 700, label: "summarize from", unit: "tokens" },
  ]);
});
