import fc from "fast-check";
import { expect, test } from "vitest";
import type { RequestLayout } from "../../../../core/contract/run-view.ts";
import { addressOf, keyOf } from "../../../../renderer/panes/columns/row.ts";
import { AlignedRows } from "../../../../renderer/panes/columns/rows.ts";
import { turnCode, turnOfCode, turnsOf } from "../../../../renderer/panes/columns/turns.ts";
import { NO_FOLDING, type TurnFolding, withTurn } from "../../../../renderer/state/folding.ts";
import { layoutOf, shownOutlineOf } from "./samples.ts";

// Three messages a turn: 0–2 are turn 1, 3–5 turn 2, 6–8 turn 3.
const outline = shownOutlineOf(9);

function rowsOf(layout: RequestLayout, turns: TurnFolding): AlignedRows {
  return new AlignedRows({ outline, layout, sameCounter: true, folded: false, turns });
}

const keys = (rows: AlignedRows) => Array.from({ length: rows.count }, (_, at) => keyOf(rows.at(at)));
const FOLDED: TurnFolding = { folded: true, open: new Set() };

test("turns are found with their messages", () => {
  expect(turnsOf(outline)).toEqual([
    { turn: 1, from: 0, to: 3 },
    { turn: 2, from: 3, to: 6 },
    { turn: 3, from: 6, to: 9 },
  ]);
});

test("a code is of one heading, and of no message", () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.boolean(), (turn, covered) => {
      const code = turnCode(turn, covered);
      expect(turnOfCode(code)).toEqual({ turn, covered });
      expect(code).toBeGreaterThan(-(2 ** 31));
    }),
  );
  for (const code of [0, 5, -1, -6, -10, -500_000]) expect(turnOfCode(code)).toBeUndefined();
});

test("folded, a turn is one row with the sizes of both sides; opened, its messages stand below it", () => {
  const changes = [{ index: 2, disposition: "previewed", tokens: 10, bytes: 40 }] as const;
  const layout = layoutOf(3, 7, { changes });
  const folded = rowsOf(layout, FOLDED);
  expect(keys(folded)).toEqual([
    "system",
    "tools",
    "turn/1/false",
    "turn/2/false",
    "turn/3/false",
    "divider",
    "message/7",
  ]);
  expect(folded.at(2)).toMatchObject({
    from: 0,
    to: 3,
    raw: { tokens: 60, bytes: 240 },
    sent: { tokens: 40, bytes: 160 },
    open: false,
  });
  expect(folded.at(4)).toMatchObject({ from: 6, to: 7, raw: { tokens: 70 } });
  const open = rowsOf(layout, withTurn(FOLDED, 2));
  expect(keys(open).slice(2, 8)).toEqual([
    "turn/1/false",
    "turn/2/false",
    "message/3",
    "message/4",
    "message/5",
    "turn/3/false",
  ]);
  expect(withTurn(withTurn(FOLDED, 2), 2)).toEqual(FOLDED);
});

test("a turn that a summary covers in part has a heading on either side of the cut", () => {
  const summary = { tokens: 5, bytes: 20, covered: 4 };
  const rows = rowsOf(layoutOf(3, 7, { coveredEnd: 4, summary }), FOLDED);
  expect(keys(rows).slice(2, 7)).toEqual([
    "summary",
    "turn/1/true",
    "turn/2/true",
    "turn/2/false",
    "turn/3/false",
  ]);
  expect(rows.coveredRows).toEqual({ from: 2, to: 5 });
  expect(rows.at(4)).toMatchObject({ from: 3, to: 4, sent: null });
  expect(rows.at(5)).toMatchObject({ from: 4, to: 6 });
});

test("a message of a folded turn is found at its heading, and what was put in goes with its turn", () => {
  const inserted = [{ id: "x", after: 4, tokens: 1, bytes: 4, why: "repair" }] as const;
  const folded = rowsOf(layoutOf(3, 7, { inserted }), FOLDED);
  expect(folded.rowOf({ index: 5 }, "raw")).toBe(3);
  expect(addressOf(folded.at(3))).toEqual({ index: 3 });
  expect(keys(folded)).not.toContain("inserted/x");
  const open = rowsOf(layoutOf(3, 7, { inserted }), withTurn(FOLDED, 2));
  expect(keys(open).slice(3, 8)).toEqual([
    "turn/2/false",
    "message/3",
    "message/4",
    "inserted/x",
    "message/5",
  ]);
});

test("unfolded rows are those of no folding, and all turns open are those with headings between them", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.nat(6), (step, covered) => {
      const end = outline.steps[step - 1] ?? 1;
      const coveredEnd = Math.min(covered, end);
      const summary = coveredEnd > 0 ? { tokens: 1, bytes: 4, covered: coveredEnd } : null;
      const layout = layoutOf(step, end, { coveredEnd, summary });
      const plain = keys(rowsOf(layout, NO_FOLDING));
      const open = keys(rowsOf(layout, { folded: true, open: new Set([1, 2, 3]) }));
      expect(open.filter((key) => !key.startsWith("turn/"))).toEqual(plain);
      expect(new Set(open).size).toBe(open.length);
    }),
  );
});
