import { expect, test } from "vitest";
import { lostBytes } from "../../../core/analysis/lost-bytes.ts";
import { lines, runOf, ThreadBuilder } from "../../support/build-thread.ts";

/** A session that ends with the result of its last call: the model was not asked again. */
const cutOff = (last: string) =>
  new ThreadBuilder().user("Go.").call({ gives: "seen" }).call({ gives: last }).build();

test("nothing is lost where nothing is managed, though no request came after the last result", () => {
  expect(lostBytes(runOf(cutOff("x".repeat(78)), { policies: [] }))).toBe(0);
  expect(lostBytes(runOf(cutOff("x".repeat(78)), { policies: [{ kind: "offload" }] }))).toBe(0);
});

test("of a result that came last, what a policy cut off and no store has is lost, and what it stored is not", () => {
  const text = lines(100, 100);
  const cut = runOf(cutOff(text), { policies: [{ kind: "runtime-limit", maxBytes: 2000 }] });
  const event = cut.events.find(({ action }) => action === "limited");
  expect(event?.subject.message).toBe("m5");
  expect(lostBytes(cut)).toBe(event?.detail?.omittedBytes);
  const kept = runOf(cutOff(text), { policies: [{ kind: "offload", thresholdTokens: 1000 }] });
  expect(kept.events.some(({ action }) => action === "offloaded")).toBe(true);
  expect(lostBytes(kept)).toBe(0);
});

test("a result without its call is in no request, and lost", () => {
  const thread = new ThreadBuilder().user("Go.").result("nobody", "12345").say("Done.").build();
  expect(lostBytes(runOf(thread, { policies: [] }))).toBe(5);
});
