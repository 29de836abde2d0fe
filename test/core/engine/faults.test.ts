import { describe, expect, test } from "vitest";
import { offloadStore } from "../../../core/analysis/stores.ts";
import { verifyRun } from "../../../core/analysis/verify.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import { FAULT_KINDS, type Fault } from "../../../core/model/fault.ts";
import type { PolicyInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { offloadEntries } from "../../../core/policies/offload.ts";
import { ThreadBuilder, acted, lines, resultOf, runOf } from "../../support/build-thread.ts";

const IMAGE = { type: "media", mediaType: "image/png", data: "QUJD" } as const;
const big = lines(400);

/** Three calls in two turns; the first message with calls makes two of one id. */
const thread: Thread = new ThreadBuilder()
  .user("go")
  .call({ id: "a", gives: big }, { id: "a", gives: big })
  .say("first")
  .user("more")
  .call({ id: "b", gives: big })
  .say("second")
  .build();

const run = (of: Thread, policies: readonly PolicyInput[], ...faults: Fault[]): Run =>
  runOf(of, { policies }, faults);
const results = (of: Run): string[] =>
  requestAt(of, of.stepCount)
    .messages.filter(({ role }) => role === "tool")
    .map(resultOf);
const offload = { kind: "offload", thresholdTokens: 1000 } as const;
const spill = { kind: "spill", spillBytes: 1000, headBytes: 9, tailBytes: 9 } as const;
const paging = { kind: "paging", thresholdBytes: 1000, pageBytes: 9 } as const;
const respond = { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 9 } as const;
const attachments = { kind: "attachments" } as const;

test("every run says which faults it was made with, and keeps the invariants", () => {
  for (const kind of FAULT_KINDS) {
    const fault = { kind, ...(kind === "output-block" ? { turn: 1 } : { call: "a" }) } as Fault;
    for (const policies of [[offload, spill], [respond, attachments], [paging]]) {
      const of = run(thread, policies, fault);
      expect(of.faults).toEqual([fault]);
      expect(verifyRun(of)).toEqual([]);
    }
  }
});

describe("store-unwritable", () => {
  const fault = (fromStep?: number): Fault => ({
    kind: "store-unwritable",
    ...(fromStep ? { fromStep } : {}),
  });

  test.each([
    [undefined, ["fell-back store-unwritable", "fell-back store-unwritable", "fell-back store-unwritable"]],
    [1, ["fell-back store-unwritable", "fell-back store-unwritable", "fell-back store-unwritable"]],
    [2, ["spilled", "spilled", "fell-back store-unwritable"]],
    [3, ["spilled", "spilled", "fell-back store-unwritable"]],
    [4, ["spilled", "spilled", "spilled"]],
  ])("from step %j: %j", (fromStep, actions) => {
    expect(acted(run(thread, [spill], fault(fromStep)))).toEqual(actions);
  });

  test("is of spill files and the file store: offload and paging are in memory", () => {
    expect(acted(run(thread, [offload], fault()))).toEqual(["offloaded", "offloaded", "offloaded"]);
    expect(acted(run(thread, [paging], fault()))).toEqual(["paged", "paged", "paged"]);
    expect(acted(run(thread, [respond], fault()))).toEqual([
      "aborted upload-failed",
      "aborted upload-failed",
      "aborted upload-failed",
    ]);
  });
});

test.each([
  ["upload-fails", "upload-failed"],
  ["no-scope", "no-scope"],
] as const)("%s is of the file store alone", (kind, reason) => {
  const seen = new ThreadBuilder()
    .user("go")
    .call({ gives: [IMAGE] })
    .say("done")
    .build();
  expect(acted(run(seen, [attachments], { kind }))).toEqual([`fell-back ${reason}`]);
  expect(acted(run(thread, [respond], { kind }))[0]).toBe(`aborted ${reason}`);
  expect(acted(run(thread, [spill], { kind }))).toEqual(["spilled", "spilled", "spilled"]);
});

test.each([
  ["compressor-fails", "failed"],
  ["compressor-empty", "empty"],
  ["compressor-longer", "not-smaller"],
] as const)("%s: every attempt is refused, of whatever compressor", (kind, reason) => {
  for (const compressor of [
    { kind: "extractive" },
    { kind: "fixed", text: "s" },
    { kind: "recorded" },
  ] as const) {
    // So large a bound cuts no summary down to one that is smaller than what it covers.
    const bounds = { trigger: { tokens: 2000 }, keepRecent: 1, maxSummaryTokens: 100_000 };
    const summarize = { kind: "summarize", ...bounds, compressor } as const;
    const of = run(thread, [summarize], { kind });
    expect([compressor.kind, acted(of)]).toEqual([
      compressor.kind,
      [`refused ${reason}`, `refused ${reason}`, `refused ${reason}`],
    ]);
    expect(of.state["summary"]).toBeUndefined();
  }
});

describe("output-block", () => {
  test("restores what the turn wrote, and of that turn alone", () => {
    const first = run(thread, [offload], { kind: "output-block", turn: 1 });
    expect(offloadEntries(first.state).map(({ identity }) => identity)).toEqual(["t.3.1"]);
    expect(offloadStore(first).entries.map(({ leftBecause }) => leftBecause)).toEqual([
      "restored",
      "restored",
      undefined,
    ]);
    const second = run(thread, [offload], { kind: "output-block", turn: 2 });
    expect(offloadEntries(second.state).map(({ identity }) => identity)).toEqual(["t.1.1", "t.1.2"]);
  });

  test("of a turn that there is not does nothing", () => {
    expect(acted(run(thread, [offload], { kind: "output-block", turn: 3 }))).toEqual([
      "offloaded",
      "offloaded",
      "offloaded",
    ]);
  });
});

describe.each([
  ["tool-timeout", "The tool timed out."],
  ["approval-denied", "Denied: approval was refused."],
] as const)("%s", (kind, said) => {
  test("makes an Error that no policy of the stack sees", () => {
    const of = run(thread, [offload, spill, paging, respond, attachments], { kind, call: "b" });
    expect(results(of).at(-1)).toBe(said);
    expect(of.stored.at(7).parts[0]).toMatchObject({ callId: "b", isError: true });
    const own = of.events.filter(({ subject }) => subject.identity === "t.3.1").map(({ action }) => action);
    expect(own).toEqual(kind === "approval-denied" ? ["fault", "denied"] : ["fault"]);
  });

  // Two calls have the id: the recorded id means both, the position one of them.
  test.each([
    ["a", [true, true, false]],
    ["m2#1", [true, false, false]],
    ["m2#2", [false, true, false]],
    ["b", [false, false, true]],
    ["m2#3", [false, false, false]],
    ["m7#1", [false, false, true]],
    ["nobody", [false, false, false]],
  ])("call %s means %j", (call, meant) => {
    const of = run(thread, [], { kind, call });
    expect(results(of).map((text) => text === said)).toEqual(meant);
  });
});

describe("rerun", () => {
  test("comes right after the commit of its batch: the same identity, its entry the newest", () => {
    const of = run(thread, [offload], { kind: "rerun", call: "m2#1" });
    expect(of.events.map(({ action, subject }) => [action, subject.identity])).toEqual([
      ["offloaded", "t.1.1"],
      ["offloaded", "t.1.2"],
      ["fault", "t.1.1"],
      ["offloaded", "t.1.1"],
      ["offloaded", "t.3.1"],
    ]);
    expect(offloadEntries(of.state).map(({ identity }) => identity)).toEqual(["t.1.2", "t.1.1", "t.3.1"]);
  });

  test("changes no request", () => {
    const policies = [offload, spill];
    const plain = run(thread, policies);
    const again = run(thread, policies, { kind: "rerun", call: "a" });
    for (const { step } of plain.steps) expect(requestAt(again, step)).toEqual(requestAt(plain, step));
  });
});
