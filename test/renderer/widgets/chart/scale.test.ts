import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bandLeft,
  niceFloor,
  type Plot,
  positionAt,
  positionTicks,
  roundTo,
  ticks,
  valueAtY,
  yOf,
} from "../../../../renderer/widgets/chart/scale.ts";

const plot: Plot = { left: 60, top: 10, width: 800, height: 200 };

test.each([
  [1, 1],
  [9, 5],
  [4.9, 2],
  [1999, 1000],
  [0.07, 0.05],
  [0, 1],
])("niceFloor of %s is %s", (value, nice) => {
  expect(niceFloor(value)).toBeCloseTo(nice, 10);
});

test("ticks begin at 0, are even, stay within the scale, and are never many", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
      fc.integer({ min: 1, max: 12 }),
      (max, wanted) => {
        const all = ticks(max, wanted);
        expect(all[0]).toBe(0);
        expect(all.at(-1)).toBeLessThanOrEqual(max * 1.0001);
        expect(all.length).toBeLessThanOrEqual(wanted + 1);
      },
    ),
  );
});

test("the position under a band's inside is that band's", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(), (count, pick) => {
      const at = pick % count;
      const inside = bandLeft(at, count, plot) + plot.width / count / 2;
      expect(positionAt(inside, count, plot)).toBe(at);
    }),
  );
});

test("outside of the plot the nearest position counts", () => {
  expect(positionAt(-100, 50, plot)).toBe(0);
  expect(positionAt(5000, 50, plot)).toBe(49);
  expect(positionAt(5000, 0, plot)).toBe(0);
});

test("y and value are each other's inverse", () => {
  for (const value of [0, 1234, 99_000])
    expect(valueAtY(yOf(value, 100_000, plot), 100_000, plot)).toBeCloseTo(value, 6);
});

test("a dragged value is rounded to what a pixel can tell", () => {
  expect(roundTo(84_317, 120_000, plot)).toBe(84_500);
  expect(roundTo(3.4, 150, plot)).toBe(3);
});

test("positions are counted from 1 and the first is always named", () => {
  expect(positionTicks(169, 10)).toEqual([0, 19, 39, 59, 79, 99, 119, 139, 159]);
  expect(positionTicks(3, 10)).toEqual([0, 1, 2]);
  expect(positionTicks(1, 10)).toEqual([0]);
});
