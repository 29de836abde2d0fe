import { describe, expect, it } from "vitest";
import type { RequestLayout } from "../../../../core/contract/run-view.ts";
import { addressOf, keyOf, type Row } from "../../../../renderer/panes/columns/row.ts";
import { AlignedRows } from "../../../../renderer/panes/columns/rows.ts";
import { layoutOf, shownOutlineOf } from "./samples.ts";

interface Options {
  readonly count?: number;
  readonly folded?: boolean;
  readonly sameCounter?: boolean;
}

function rowsOf(layout: RequestLayout, options: Options = {}): AlignedRows {
  const { count = 9, folded = false, sameCounter = true } = options;
  return new AlignedRows({
    outline: shownOutlineOf(count),
    layout,
    folded,
    sameCounter,
  });
}

const all = (rows: AlignedRows): Row[] => Array.from({ length: rows.count }, (_, at) => rows.at(at));
const keys = (rows: AlignedRows): string[] => all(rows).map(keyOf);

/** Steps of the sample: assistant messages are 1, 4 and 7. */
const covered = layoutOf(3, 7, {
  coveredEnd: 4,
  summary: { tokens: 30, bytes: 120, covered: 4 },
});

describe("AlignedRows", () => {
  it("puts system and tools first, then every message sent, then the answer below a divider", () => {
    const rows = rowsOf(layoutOf(2, 4));
    expect(keys(rows)).toEqual([
      "system",
      "tools",
      "message/0",
      "message/1",
      "message/2",
      "message/3",
      "divider",
      "message/4",
    ]);
    expect(rows.requestEnd).toBe(6);
    expect(all(rows).at(-1)).toMatchObject({ kind: "answer", index: 4, sent: null });
    expect(rows.at(2)).toMatchObject({
      sent: { state: "sent", disposition: "kept", size: { tokens: 10, bytes: 40 } },
    });
  });

  it("shows nothing of the future past the answer, and no answer where the recording ends", () => {
    expect(keys(rowsOf(layoutOf(1, 1)))).toEqual(["system", "tools", "message/0", "divider", "message/1"]);
    expect(keys(rowsOf(layoutOf(4, 9)))).not.toContain("divider");
  });

  it("heads the covered messages with one summary row and sums what it stands for", () => {
    const rows = rowsOf(covered);
    expect(keys(rows).slice(0, 8)).toEqual([
      "system",
      "tools",
      "summary",
      "message/0",
      "message/1",
      "message/2",
      "message/3",
      "message/4",
    ]);
    expect(rows.coveredRows).toEqual({ from: 2, to: 7 });
    expect(rows.at(2)).toEqual({
      kind: "summary",
      covered: 4,
      coveredEnd: 4,
      from: { tokens: 10 + 20 + 30 + 40, bytes: 40 + 80 + 120 + 160 },
      to: { tokens: 30, bytes: 120 },
      folded: false,
    });
    expect(rows.at(5)).toMatchObject({ kind: "message", index: 2, sent: { state: "covered" } });
    expect(rows.at(7)).toMatchObject({ kind: "message", index: 4, sent: { state: "sent" } });
  });

  it("folds the covered messages into the summary's row", () => {
    const rows = rowsOf(covered, { folded: true });
    expect(keys(rows).slice(0, 4)).toEqual(["system", "tools", "summary", "message/4"]);
    expect(rows.coveredRows).toEqual({ from: 2, to: 3 });
    expect(rows.rowOf({ index: 1 }, "raw")).toBe(2);
    expect(rows.rowOf({ index: 5 }, "raw")).toBe(4);
  });

  it("draws the lifted message twice: in its place, and straight after the summary", () => {
    const rows = rowsOf({ ...covered, lifted: 3 });
    expect(keys(rows).slice(2, 9)).toEqual([
      "summary",
      "message/0",
      "message/1",
      "message/2",
      "message/3",
      "lifted/3",
      "message/4",
    ]);
    expect(rows.at(6)).toMatchObject({ sent: { state: "lifted" } });
    expect(rows.at(7)).toMatchObject({ kind: "lifted", sent: { state: "sent", disposition: "kept" } });
    expect(rows.at(2)).toMatchObject({ from: { tokens: 60, bytes: 240 } });
    expect(rows.rowOf({ index: 3 }, "raw")).toBe(6);
    expect(rows.rowOf({ index: 3 }, "sent")).toBe(7);
    expect(rows.standsFor(6, { index: 3 })).toBe(true);
    expect(rows.standsFor(7, { index: 3 })).toBe(true);
    expect(rows.standsFor(8, { index: 3 })).toBe(false);
  });

  it("puts inserted messages after the raw message that they follow, -1 before all", () => {
    const inserted = (id: string, after: number) =>
      ({ id, after, tokens: 3, bytes: 12, why: "repair" }) as const;
    const rows = rowsOf(
      layoutOf(2, 4, { inserted: [inserted("b", 3), inserted("a", 1), inserted("z", -1)] }),
    );
    expect(keys(rows).slice(2, -2)).toEqual([
      "inserted/z",
      "message/0",
      "message/1",
      "inserted/a",
      "message/2",
      "message/3",
      "inserted/b",
    ]);
    expect(rows.rowOf({ inserted: "b" }, "sent")).toBe(8);
    expect(rows.rowOf({ inserted: "nobody" }, "sent")).toBeUndefined();
    expect(addressOf(rows.at(5))).toEqual({ inserted: "a" });
  });

  it("takes the form of what is sent from the request alone, that of the lifted message too", () => {
    const changes = [
      { index: 3, disposition: "previewed", tokens: 9, bytes: 36 },
      { index: 4, disposition: "cut", tokens: 4, bytes: 16 },
    ] as const;
    const rows = rowsOf({ ...covered, lifted: 3, changes });
    expect(rows.at(7)).toMatchObject({
      kind: "lifted",
      sent: { disposition: "previewed", size: { tokens: 9, bytes: 36 } },
    });
    expect(rows.at(8)).toMatchObject({ sent: { disposition: "cut", size: { tokens: 4, bytes: 16 } } });
    expect(rows.at(9)).toMatchObject({ index: 5, sent: { disposition: "kept" } });
  });

  it("makes a ghost of a message that is left out, but not of one that is sent empty", () => {
    const changes = [
      { index: 1, disposition: "repaired", tokens: 0, bytes: 0 },
      { index: 2, disposition: "cut", tokens: 0, bytes: 0 },
    ] as const;
    const rows = rowsOf(layoutOf(2, 4, { changes }));
    expect(rows.at(3)).toMatchObject({ sent: { state: "gone", disposition: "repaired" } });
    expect(rows.at(4)).toMatchObject({ sent: { state: "sent", disposition: "cut" } });
  });

  it("gives no sent tokens where the run counts otherwise than the outline", () => {
    const rows = rowsOf(layoutOf(2, 4), { sameCounter: false });
    expect(rows.at(0)).toMatchObject({ raw: { tokens: 5 }, sent: { tokens: null, bytes: 20 } });
    expect(rows.at(3)).toMatchObject({ sent: { size: { tokens: null, bytes: 80 } } });
  });

  it("walks from row to row past the divider and stops at the ends", () => {
    const rows = rowsOf(layoutOf(1, 1));
    expect(rows.neighbour(-1, 1)).toBe(0);
    expect(rows.neighbour(2, 1)).toBe(4);
    expect(rows.neighbour(4, -1)).toBe(2);
    expect(rows.neighbour(4, 1)).toBeUndefined();
    expect(rows.neighbour(0, -1)).toBeUndefined();
  });

  it("finds no row for what lies past the answer, and gives the same row object every time", () => {
    const rows = rowsOf(layoutOf(1, 1));
    expect(rows.rowOf({ index: 2 }, "raw")).toBeUndefined();
    expect(rows.rowOf({ index: 1 }, "raw")).toBe(4);
    expect(rows.rowOf({ special: "summary" }, "sent")).toBeUndefined();
    expect(rows.at(2)).toBe(rows.at(2));
    expect(() => rows.at(5)).toThrow(RangeError);
  });

  it("holds 30,000 messages with every row in its place", () => {
    const layout = layoutOf(10_000, 29_998, {
      coveredEnd: 20_000,
      summary: { tokens: 9, bytes: 36, covered: 20_000 },
    });
    const rows = rowsOf(layout, { count: 30_000 });
    expect(rows.count).toBe(2 + 1 + 29_998 + 2);
    for (const index of [0, 19_999, 20_000, 29_997]) {
      const row = rows.rowOf({ index }, "raw");
      expect(row).toBe(3 + index);
      expect(rows.at(3 + index)).toMatchObject({ index });
    }
  });
});
