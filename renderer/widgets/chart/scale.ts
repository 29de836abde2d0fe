/** Where the plot lies in the canvas, in CSS pixels. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The largest of 1, 2 or 5 times a power of ten that is at most `value`. */
export function niceFloor(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

/** Ticks from 0 to at most `max`, about `wanted` of them, at 1, 2 or 5 times a power of ten. */
export function ticks(max: number, wanted: number): readonly number[] {
  const raw = max / Math.max(1, wanted);
  const floor = niceFloor(raw);
  const step = [1, 2, 2.5, 5, 10].map((by) => by * floor).find((one) => one >= raw) ?? floor;
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, at) => at * step);
}

/** Left edge of a position's band. */
export function bandLeft(at: number, count: number, plot: Plot): number {
  return plot.left + (at * plot.width) / Math.max(1, count);
}

/** Middle of a position's band. */
export function bandMiddle(at: number, count: number, plot: Plot): number {
  return bandLeft(at + 0.5, count, plot);
}

/** The position whose band is at an x; the nearest one outside of the plot. */
export function positionAt(x: number, count: number, plot: Plot): number {
  const at = Math.floor(((x - plot.left) / Math.max(1, plot.width)) * count);
  return Math.min(Math.max(0, at), Math.max(0, count - 1));
}

/** y of a value on a scale from 0 to `max`. */
export function yOf(value: number, max: number, plot: Plot): number {
  return plot.top + plot.height * (1 - value / max);
}

/** The value at a y. */
export function valueAtY(y: number, max: number, plot: Plot): number {
  return ((plot.top + plot.height - y) / plot.height) * max;
}

/** A value rounded to what the eye can tell apart on this scale: a tenth of a pixel or so. */
export function roundTo(value: number, max: number, plot: Plot): number {
  const grain = niceFloor(Math.max(1, max / Math.max(1, plot.height)));
  return Math.round(value / grain) * grain;
}

/**
 * Plot ticks of positions, numbered from `first` (1 as people count) and given from 0: about `wanted`, at round
 * numbers, the first always.
 */
export function positionTicks(count: number, wanted: number, first = 1): readonly number[] {
  const every = Math.ceil(Math.max(1, ticks(count, wanted)[1] ?? 1));
  const all: number[] = [0];
  for (let one = Math.ceil(first / every) * every; one < first + count; one += every)
    // A number straight after the first would stand on it.
    if (one > first && (first === 1 || one - first > every / 2)) all.push(one - first);
  return all;
}
