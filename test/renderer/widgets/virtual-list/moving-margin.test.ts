import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MovingMargin } from "../../../../renderer/widgets/virtual-list/moving-margin.ts";

const COUNT = 1000;
const SEEN = 12;
const OVERSCAN = 5;

/** The first and the last row that are drawn when the one at `first` is the first in sight. */
function drawn(margin: MovingMargin, first: number, seen = SEEN): readonly [number, number] {
  const rows = margin.rows({
    startIndex: first,
    endIndex: Math.min(COUNT, first + seen) - 1,
    overscan: OVERSCAN,
    count: COUNT,
  });
  rows.forEach((row, at) => expect(row).toBe((rows[0] ?? 0) + at));
  return [rows[0] ?? -1, rows.at(-1) ?? -1];
}

describe("the rows that a list draws while it is moved", () => {
  it("are those in sight and those ahead of them", () => {
    const margin = new MovingMargin();
    drawn(margin, 100);
    expect(drawn(margin, 103)).toEqual([102, 103 + SEEN - 1 + OVERSCAN]);
    expect(drawn(margin, 101)).toEqual([101 - OVERSCAN, 101 + SEEN - 1 + 1]);
  });

  it("are only those in sight where it is moved by more than what would be ahead", () => {
    const margin = new MovingMargin();
    drawn(margin, 100);
    drawn(margin, 200);
    drawn(margin, 300);
    expect(drawn(margin, 400)).toEqual([400, 400 + SEEN - 1]);
    expect(drawn(margin, 300)).toEqual([300, 300 + SEEN - 1]);
  });

  it("are as many as before where a part of a row more or less is in sight", () => {
    const margin = new MovingMargin();
    for (const first of [100, 200, 300]) drawn(margin, first, 11);
    drawn(margin, 400, 12);
    const [from, to] = drawn(margin, 500, 11);
    expect(to - from + 1).toBe(12);
  });

  it("hold all that are in sight and none outside the list, whatever the way", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(COUNT - 1), { maxLength: 20 }), (way) => {
        const margin = new MovingMargin();
        for (const first of way) {
          const [from, to] = drawn(margin, first);
          expect(from).toBeGreaterThanOrEqual(Math.max(0, first - OVERSCAN));
          expect(from).toBeLessThanOrEqual(first);
          expect(to).toBeGreaterThanOrEqual(Math.min(COUNT, first + SEEN) - 1);
          expect(to).toBeLessThan(COUNT);
        }
      }),
    );
  });
});
