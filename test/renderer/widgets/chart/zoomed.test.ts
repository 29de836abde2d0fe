import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChartData } from "../../../../renderer/widgets/chart/chart-data.ts";
import { positionTicks } from "../../../../renderer/widgets/chart/scale.ts";
import { fitSpan, moveSpan, scaleSpan, SHORTEST, zoomed } from "../../../../renderer/widgets/chart/zoomed.ts";

const chart: ChartData = {
  count: 100,
  series: [{ id: "a", label: "a", colour: "red" }],
  value: (at) => at * 10,
  lines: [{ id: "l", label: "l", colour: "red", value: (at) => at }],
  strips: [
    {
      id: "s",
      label: "s",
      markers: [9, 10, 19, 20].map((at) => ({ at, shape: "dot", colour: "red", weight: 1 })),
    },
  ],
  gauges: [
    {
      id: "g",
      label: "g",
      colour: "red",
      breakColour: "red",
      share: (at) => at / 100,
      breaks: (at) => at === 12,
    },
  ],
};

test("a part of a chart shows the same figures at the same positions", () => {
  const part = zoomed(chart, { from: 10, to: 20 });
  expect([part.count, part.first, part.value(0, 0), part.lines[0]?.value(9)]).toEqual([10, 11, 100, 19]);
  expect(part.strips[0]?.markers.map(({ at }) => at)).toEqual([0, 9]);
  const gauge = part.gauges?.[0];
  expect([gauge?.share(2), gauge?.breaks(2), gauge?.breaks(1)]).toEqual([0.12, true, false]);
  const deeper = zoomed(part, { from: 2, to: 6 });
  expect([deeper.first, deeper.value(0, 0)]).toEqual([13, 120]);
});

test("a span stays among the positions, whatever is done to it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.nat(5000),
      fc.nat(5000),
      fc.double({ min: 0.01, max: 50, noNaN: true }),
      fc.integer(),
      (count, from, length, by, move) => {
        const span = fitSpan({ from, to: from + length }, count);
        for (const one of [span, scaleSpan(span, by, from, count), moveSpan(span, move % 9999, count)]) {
          expect(one.from).toBeGreaterThanOrEqual(0);
          expect(one.to).toBeLessThanOrEqual(count);
          expect(one.to - one.from).toBeGreaterThanOrEqual(Math.min(count, SHORTEST));
          expect(Number.isInteger(one.from) && Number.isInteger(one.to)).toBe(true);
        }
        const moved = moveSpan(span, move % 9999, count);
        expect(moved.to - moved.from).toBe(span.to - span.from);
      },
    ),
  );
});

test("a span is halved around the position that stays, and becomes shorter at every step", () => {
  expect(scaleSpan({ from: 0, to: 100 }, 0.5, 40, 100)).toEqual({ from: 20, to: 70 });
  let span = { from: 0, to: 9 };
  for (let length = 9; length > SHORTEST; length = span.to - span.from) {
    const next = scaleSpan(span, 0.97, 4, 9);
    expect(next.to - next.from).toBeLessThan(length);
    span = next;
  }
});

test("a zoomed chart is numbered at round numbers, the first always", () => {
  const numbers = (count: number, first: number) => positionTicks(count, 5, first).map((at) => at + first);
  expect(numbers(100, 1)).toEqual([1, 20, 40, 60, 80, 100]);
  expect(numbers(50, 38)).toEqual([38, 50, 60, 70, 80]);
  expect(numbers(50, 31)).toEqual([31, 40, 50, 60, 70, 80]);
  expect(numbers(4, 7)).toEqual([7, 8, 9, 10]);
});
