import { expect, test } from "vitest";
import type { ChartData } from "../../../../renderer/widgets/chart/chart-data.ts";
import type { Plot } from "../../../../renderer/widgets/chart/scale.ts";
import { slices, totalAt } from "../../../../renderer/widgets/chart/slices.ts";
import { tagPlaces } from "../../../../renderer/widgets/chart/threshold-handle.tsx";
import { topOf } from "../../../../renderer/widgets/chart/top.ts";

const plot: Plot = { left: 60, top: 10, width: 400, height: 200 };

/** A chart of one layer with these values, and loose and tight lines. */
function chart(
  values: readonly number[],
  loose: readonly number[] = [],
  tight: readonly number[] = [],
): ChartData {
  const line = (id: string, all: readonly number[], isLoose: boolean) => ({
    id,
    label: id,
    colour: "red",
    loose: isLoose,
    value: (at: number) => all[at] ?? 0,
  });
  return {
    count: values.length,
    series: [{ id: "a", label: "a", colour: "red" }],
    value: (at) => values[at] ?? 0,
    lines: [line("loose", loose, true), line("tight", tight, false)],
    strips: [],
  };
}

test("every position has a slice while there is a pixel for it", () => {
  const all = slices(chart([1, 2, 3, 4]), plot);
  expect(all.map((slice) => slice.at)).toEqual([0, 1, 2, 3]);
  expect(all[0]?.left).toBe(60);
  expect(all[3]?.right).toBeCloseTo(460, -1);
});

test("ten thousand positions are at most as many slices as pixels, and no peak is lost", () => {
  const values = Array.from({ length: 10_000 }, () => 10);
  values[7777] = 99;
  const data = chart(values);
  const all = slices(data, plot);
  expect(all.length).toBe(400);
  expect(Math.max(...all.map((slice) => totalAt(data, slice.at)))).toBe(99);
  expect(all.every((slice, i) => i === 0 || slice.at > (all[i - 1]?.at ?? 0))).toBe(true);
});

test("the scale holds stack, lines and levels with a little room", () => {
  expect(topOf(chart([50, 80], [90, 100]), [95]).max).toBeCloseTo(108);
  expect(topOf(chart([50], [], [70]), []).max).toBeCloseTo(75.6);
});

test("a loose line up to six times as high as the rest stays in the chart", () => {
  expect(topOf(chart([50], [300]), [])).toEqual({ max: 324, above: undefined });
  expect(topOf(chart([50], [301]), []).above).toBe(301);
});

test("a level a little above all data is inside of the scale, so that its line stands at its value", () => {
  expect(topOf(chart([50], [180]), [200]).max).toBeGreaterThan(200);
});

test("a line that towers over everything leaves the chart and is named", () => {
  const { max, above } = topOf(chart([50, 80], [90, 10_000]), [100]);
  expect(max).toBeCloseTo(130);
  expect(above).toBe(10_000);
});

test("a level far above all data does not press the data flat", () => {
  expect(topOf(chart([50, 80]), [1_000_000]).max).toBeCloseTo(86.4);
});

test("nothing at all still has a scale", () => {
  expect(topOf(chart([]), []).max).toBeGreaterThan(0);
});

test("tags keep their order and never lie on each other", () => {
  const levels = [100, 101, 102, 5].map((value, at) => ({
    id: String(at),
    label: "",
    tag: "",
    value,
    colour: "red",
    valueText: "",
  }));
  const places = tagPlaces(levels, () => 110, plot);
  const y = ["2", "1", "0", "3"].map((id) => places.get(id) ?? 0);
  for (let i = 1; i < y.length; i++) expect((y[i] ?? 0) - (y[i - 1] ?? 0)).toBeGreaterThan(16.9);
  expect(y.at(-1)).toBeLessThanOrEqual(plot.top + plot.height);
});
