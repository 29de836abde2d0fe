import type { ChartData } from "./chart-data.ts";
import { totalAt } from "./slices.ts";

/** How many times higher than everything else a loose line may be and still set the scale. */
const LOOSE = 6;

/** How far above all data a level may lie and still be inside of the scale. */
const LEVEL = 1.25;

/** Where the scale ends, and what of the data lies above. */
export interface Top {
  readonly max: number;
  /** The highest value of the loose lines where that is above `max`. */
  readonly above: number | undefined;
}

/**
 * The top of the scale: the stack, the lines and the levels fit, and a little room. A loose line that towers over
 * them leaves the chart instead of pressing everything else flat; so does a level far above all data.
 */
export function topOf(data: ChartData, levels: readonly number[]): Top {
  const tight = Math.max(1, highest(data, false));
  const loose = highest(data, true);
  const reach = Math.max(tight, loose) * LEVEL;
  const level = Math.max(0, ...levels.filter((value) => value <= reach));
  const need = Math.max(tight, level);
  if (loose <= need * LOOSE) return { max: Math.max(need, loose) * 1.08, above: undefined };
  return { max: need * 1.3, above: loose };
}

/** The top of the second scale, where a line is on one: its lines and the levels that are near them fit. */
export function secondTopOf(data: ChartData, levels: readonly number[]): number | undefined {
  const lines = data.lines.filter(({ scale }) => scale === "second");
  if (lines.length === 0) return undefined;
  const own = lines.map(({ scale: _second, ...line }) => line);
  return topOf({ ...data, series: [], lines: own }, levels).max;
}

function highest(data: ChartData, loose: boolean): number {
  const lines = data.lines.filter((line) => (line.loose ?? false) === loose && line.scale === undefined);
  let top = 0;
  for (let at = 0; at < data.count; at++) {
    if (!loose) top = Math.max(top, totalAt(data, at));
    for (const line of lines) top = Math.max(top, line.value(at));
  }
  return top;
}
