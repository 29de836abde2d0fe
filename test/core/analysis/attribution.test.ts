import { expect, test } from "vitest";
import { attributionOf } from "../../../core/analysis/attribution.ts";
import { outlineOf } from "../../../core/analysis/outline.ts";
import { runView } from "../../../core/analysis/run-view.ts";
import type { Thread } from "../../../core/model/thread.ts";
import type { Usage } from "../../../core/model/usage.ts";
import { ThreadBuilder, runOf } from "../../support/build-thread.ts";

const usage = (input: number): { usage: Usage } => ({ usage: { kind: "reported", input } });
const bare = new ThreadBuilder()
  .user("a".repeat(400))
  .say("b".repeat(400))
  .user("c".repeat(80))
  .say("d".repeat(40))
  .build();

function of(thread: Thread, step: number) {
  const run = runOf(thread, { policies: [] });
  const { steps } = runView(run, {
    run: "r",
    transcript: 1,
    milliseconds: 0,
    problems: { errors: [], dead: [] },
  });
  return attributionOf(outlineOf(thread, 1), steps, step);
}

test("the rest is what no text accounts for, and what is missing is named", () => {
  const thread = { ...bare, meta: [undefined, usage(700), undefined, undefined] };
  expect(of(thread, 1)).toMatchObject({ reported: 700, estimated: 100, rest: 600 });
  const causes = of(thread, 1)?.causes.join("; ");
  expect(causes).toContain("system prompt");
  expect(causes).toContain("tool definitions");
  expect(of(thread, 2)).toBeUndefined();
});

test("what the recording holds is not called missing", () => {
  const system = "s".repeat(40);
  const thread = { ...bare, system, tools: [{ name: "look" }], meta: [undefined, usage(700)] };
  const found = of(thread, 1);
  expect(found?.estimated).toBe(100 + 10 + Math.ceil('{"name":"look"}'.length / 4));
  expect(found?.causes.join("; ")).not.toMatch(/system prompt|tool definitions/);
});

test("after the recording's own compaction only what came since is expected", () => {
  const mark = { kind: "compaction", at: 2, label: "compacted" } as const;
  const thread = {
    ...bare,
    system: "s".repeat(40),
    marks: [mark],
    meta: [undefined, undefined, undefined, usage(50)],
  };
  expect(of(thread, 2)).toMatchObject({ reported: 50, estimated: 10 + 20, rest: 20 });
});

test("a doubt about the reported figure is passed on, and a rest below nothing has causes of its own", () => {
  const doubtful: Usage = { kind: "reported", input: 10, doubt: "a partial stream" };
  const thread = { ...bare, meta: [undefined, { usage: doubtful }] };
  expect(of(thread, 1)).toMatchObject({ rest: -90, doubt: "a partial stream" });
  expect(of(thread, 1)?.causes.join("; ")).not.toContain("system prompt");
});
