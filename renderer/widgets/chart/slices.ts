import type { ChartData } from "./chart-data.ts";
import { bandLeft, type Plot } from "./scale.ts";

/** A stretch of the x axis that is drawn as one: one position, or, where they are narrower than a pixel, several. */
export interface Slice {
  readonly left: number;
  readonly right: number;
  /** The position that is drawn for it: the one with the highest total. */
  readonly at: number;
  /** The positions that it stands for: [from, to). */
  readonly from: number;
  readonly to: number;
}

/** Sum of the layers at a position. */
export function totalAt(data: ChartData, at: number): number {
  let sum = 0;
  for (let layer = 0; layer < data.series.length; layer++) sum += data.value(at, layer);
  return sum;
}

/** Slices of the x axis: never more than there are pixels. */
export function slices(data: ChartData, plot: Plot): readonly Slice[] {
  const { count } = data;
  const pixels = Math.max(1, Math.floor(plot.width));
  if (count <= pixels) {
    const gap = plot.width / Math.max(1, count) >= 16 ? 1 : 0;
    return Array.from({ length: count }, (_, at) => ({
      left: bandLeft(at, count, plot),
      right: bandLeft(at + 1, count, plot) - gap,
      at,
      from: at,
      to: at + 1,
    }));
  }
  return Array.from({ length: pixels }, (_, pixel) => {
    const from = Math.floor((pixel * count) / pixels);
    const to = Math.max(from + 1, Math.floor(((pixel + 1) * count) / pixels));
    return { left: plot.left + pixel, right: plot.left + pixel + 1, at: highest(data, from, to), from, to };
  });
}

function highest(data: ChartData, from: number, to: number): number {
  let best = from;
  let top = -1;
  for (let at = from; at < to; at++) {
    const total = totalAt(data, at);
    if (total > top) [best, top] = [at, total];
  }
  return best;
}
