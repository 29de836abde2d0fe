import { describe, expect, it } from "vitest";
import { groundTruth, hasGroundTruth } from "../../../core/analysis/ground-truth.ts";
import { sumScores, TruthTally } from "../../../core/analysis/truth-score.ts";
import { replay } from "../../../core/engine/replay.ts";
import type { Mark } from "../../../core/model/mark.ts";
import { MAX_TRUTH_MARKS, MAX_TRUTH_ROWS } from "../../../core/model/ground-truth.ts";
import type { PolicyInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { effectiveProfile } from "../../../core/policies/defaults.ts";
import { ThreadBuilder } from "../../support/build-thread.ts";

const LONG = "tide ".repeat(2000);

/** A user message, then `count` calls each with a long result: message 2k+1 calls, 2k+2 answers, from k = 0. */
function session(count: number, marks: readonly Mark[]): Thread {
  const builder = new ThreadBuilder({ marks });
  builder.user("go");
  for (let at = 0; at < count; at++) builder.call({ id: `c${at}`, name: "Read", gives: LONG });
  return builder.say("done").build();
}

const truthOf = (thread: Thread, ...policies: PolicyInput[]) =>
  groundTruth(replay(thread, effectiveProfile({ name: "p", policies })));

const clearing = (at: number, ...callIds: string[]): Mark => ({
  kind: "clearing",
  at,
  label: "cleared",
  callIds,
});
const clear = (triggerTokens: number, keep: number): PolicyInput => ({
  kind: "clear-tool-uses",
  triggerTokens,
  keep,
  clearAtLeast: 0,
});

describe("a vendor's clearing beside a profile", () => {
  it("agrees where both took out the same results", () => {
    // Before the request of step 7 (message 13) there are six results; the profile keeps the newest three.
    const truth = truthOf(session(8, [clearing(13, "c0", "c1", "c2")]), clear(1, 3));
    expect(truth.marks).toMatchObject([
      {
        step: 7,
        of: "results",
        assumed: false,
        both: 3,
        vendorOnly: 0,
        profileOnly: 0,
        neither: 3,
        precision: 1,
        recall: 1,
      },
    ]);
    expect(
      truth.marks[0]?.rows.map((row) => [row.message, row.callId, row.tool, row.vendor, row.profile]),
    ).toEqual([
      [2, "c0", "Read", true, "cleared"],
      [4, "c1", "Read", true, "cleared"],
      [6, "c2", "Read", true, "cleared"],
    ]);
  });

  it("says what only one of them took out", () => {
    const truth = truthOf(session(8, [clearing(13, "c0", "c5")]), clear(1, 3));
    expect(truth.marks[0]).toMatchObject({ both: 1, vendorOnly: 1, profileOnly: 2, neither: 2, recall: 0.5 });
    expect(truth.marks[0]?.precision).toBeCloseTo(1 / 3);
    const last = truth.marks[0]?.rows.find((row) => row.callId === "c5");
    expect(last).toMatchObject({ vendor: true, profile: "kept" });
  });

  it("counts what earlier clearings took out, and no result from after the mark", () => {
    const marks = [clearing(7, "c0"), clearing(11, "c2", "c7")];
    const truth = truthOf(session(8, marks));
    expect(truth.marks.map(({ vendorOnly, neither }) => [vendorOnly, neither])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(truth.results).toMatchObject({ vendorOnly: 3, neither: 5, precision: null, recall: 0 });
  });

  it("looks at the last request where none comes after the mark", () => {
    expect(truthOf(session(3, [clearing(8, "c0")]), clear(1, 1)).marks[0]).toMatchObject({
      step: 4,
      both: 1,
    });
  });

  it("leaves out what no request reaches, as the session ended", () => {
    const builder = new ThreadBuilder({ marks: [clearing(5, "c0", "c1")] });
    builder.user("go").call({ id: "c0", gives: LONG }).call({ id: "c1", gives: LONG });
    expect(truthOf(builder.build()).marks[0]).toMatchObject({ step: 2, vendorOnly: 1, neither: 0 });
  });

  it("takes a call id that repeats for each of its results", () => {
    const builder = new ThreadBuilder({ marks: [clearing(5, "c")] });
    builder.user("go").call({ id: "c", gives: LONG }).call({ id: "c", gives: LONG }).say("done");
    expect(truthOf(builder.build()).marks[0]).toMatchObject({ vendorOnly: 2 });
  });
});

describe("a vendor's compaction beside a profile", () => {
  const compaction = (at: number, messageIds?: string[]): Mark => ({
    kind: "compaction",
    at,
    label: "compacted",
    tokensBefore: 1000,
    ...(messageIds ? { messageIds } : {}),
  });

  it("takes everything before it for gone where the recording names nothing, and says so", () => {
    const truth = truthOf(session(6, [compaction(9)]), {
      kind: "summarize",
      trigger: { messages: 4 },
      keepRecent: 2,
    });
    const [mark] = truth.marks;
    expect(mark).toMatchObject({ of: "messages", assumed: true, step: 5, tokensBefore: 1000 });
    expect((mark?.both ?? 0) + (mark?.vendorOnly ?? 0)).toBe(9);
    expect(mark?.rows.filter((row) => row.profile === "summarised").length).toBe(mark?.both);
    expect(mark?.requestTokens).toBeGreaterThan(0);
  });

  it("takes the named messages, and later marks compare what was left", () => {
    const truth = truthOf(session(6, [compaction(9, ["m1", "m2", "m3"]), clearing(11, "c0", "c3")]));
    expect(truth.marks[0]).toMatchObject({ assumed: false, vendorOnly: 3, neither: 6 });
    // c0 went with the compaction: only what was still there can be cleared.
    expect(truth.marks[1]).toMatchObject({ of: "results", vendorOnly: 1, neither: 3 });
    expect(truth.messages.vendorOnly).toBe(3);
  });
});

describe("marks that nothing can be held against", () => {
  it("are left out", () => {
    const marks: Mark[] = [
      { kind: "error", at: 1, label: "x" },
      { kind: "clearing", at: 1, label: "names nothing" },
      { kind: "rewind", at: 2, label: "y" },
    ];
    expect(truthOf(session(2, marks)).marks).toEqual([]);
    expect(hasGroundTruth({ marks })).toBe(false);
    expect(hasGroundTruth(session(1, [clearing(1, "c0")]))).toBe(true);
  });

  it("are counted past a bound, rows too", () => {
    const many = Array.from({ length: MAX_TRUTH_MARKS + 5 }, () => clearing(3, "c0"));
    expect(truthOf(session(2, many))).toMatchObject({ moreMarks: 5 });
    const ids = Array.from({ length: MAX_TRUTH_ROWS + 3 }, (_, at) => `c${at}`);
    const [mark] = truthOf(session(ids.length, [clearing(2 * ids.length + 1, ...ids)])).marks;
    expect([mark?.rows.length, mark?.moreRows]).toEqual([MAX_TRUTH_ROWS, 3]);
  });
});

describe("scores", () => {
  it("divide by nothing nowhere, and add up", () => {
    const nothing = { both: 0, vendorOnly: 0, profileOnly: 0, neither: 0, precision: null, recall: null };
    expect(new TruthTally().score()).toEqual(nothing);
    const tally = new TruthTally();
    tally.add(true, true);
    tally.add(true, false);
    const one = tally.score();
    expect(sumScores([one, one])).toMatchObject({ both: 2, vendorOnly: 2, precision: 1, recall: 0.5 });
  });
});
