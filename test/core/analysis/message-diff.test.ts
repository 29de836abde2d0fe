import fc from "fast-check";
import { expect, test } from "vitest";
import { messageDiff } from "../../../core/analysis/message-diff.ts";
import type { Message } from "../../../core/model/message.ts";
import { viewMessages } from "../../../core/policies/request-view.ts";
import { stepOf } from "../../../core/engine/run.ts";
import { ThreadBuilder, runOf } from "../../support/build-thread.ts";
import { randomThread } from "../../support/random-thread.ts";
import { LONG } from "../../support/long.ts";

const long = "word ".repeat(40_000);
const thread = new ThreadBuilder()
  .user("Begin.")
  .call({ gives: "short" })
  .call({ gives: long })
  .call({ gives: "end" })
  .say("Done.")
  .build();

const changes = (diff: ReturnType<typeof messageDiff>) =>
  diff.rows.map(({ change, id, index }) => [change, id, index]);

test("a later request of a run differs by what was added", () => {
  const run = runOf(thread, { policies: [] });
  const diff = messageDiff(run, stepOf(run, 1).view, run, stepOf(run, 2).view);
  expect(changes(diff)).toEqual([
    ["added", "m2", 1],
    ["added", "m3", 2],
  ]);
  expect([diff.same, diff.more, diff.approximate]).toEqual([1, 0, null]);
});

test("requests of two profiles differ by the message that one of them changed", () => {
  const plain = runOf(thread, { policies: [] });
  const offloaded = runOf(thread, { policies: [{ kind: "offload" }] });
  const diff = messageDiff(plain, stepOf(plain, 4).view, offloaded, stepOf(offloaded, 4).view);
  expect(changes(diff)).toEqual([["changed", "m5", 4]]);
  expect(diff.rows[0]?.before).toBe(50_000);
  expect(diff.rows[0]?.after).toBeLessThan(1000);
  expect(diff.same).toBe(6);
});

test("requests of two recordings are aligned by what they say, and that is told", () => {
  const other = new ThreadBuilder().user("Before.").user("Begin.").say("Other.").say("End.").build();
  const [a, b] = [runOf(thread, { policies: [] }), runOf(other, { policies: [] })];
  const diff = messageDiff(a, stepOf(a, 1).view, b, stepOf(b, 2).view);
  expect(changes(diff)).toEqual([
    ["added", "m1", 0],
    ["added", "m3", 2],
  ]);
  expect(diff.same).toBe(1);
  expect(diff.approximate).toContain("different recordings");
});

test("a diff leads from the one request to the other", LONG, () => {
  fc.assert(
    fc.property(randomThread, fc.nat(), fc.nat(), (made, one, two) => {
      const run = runOf(made, { policies: [{ kind: "window", maxTokens: 40, strategy: "oldest-first" }] });
      if (run.stepCount === 0) return;
      const views = [one, two].map((at) => stepOf(run, 1 + (at % run.stepCount)).view);
      const [a, b] = views as [(typeof views)[0], (typeof views)[0]];
      const diff = messageDiff(run, a, run, b);
      const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);
      const before = ids(viewMessages(a));
      const removed = diff.rows.filter(({ change }) => change === "removed").map(({ id }) => id);
      const added = diff.rows.filter(({ change }) => change === "added").map(({ id }) => id);
      const kept = before.filter((id) => !removed.includes(id));
      expect(ids(viewMessages(b)).filter((id) => !added.includes(id))).toEqual(kept);
      expect(diff.same + diff.rows.length).toBe(kept.length + removed.length + added.length);
    }),
    { numRuns: 100 },
  );
});
