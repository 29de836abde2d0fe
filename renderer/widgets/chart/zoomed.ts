import type { ChartData, ChartLine, GaugeStrip, MarkerStrip } from "./chart-data.ts";

/** Positions [from, to). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Shortest stretch that can be zoomed to, in positions. */
export const SHORTEST = 4;

/** A span inside of `count` positions, at least the shortest and no longer than all, its length kept where it can be. */
export function fitSpan({ from, to }: Span, count: number): Span {
  const length = Math.min(count, Math.max(SHORTEST, Math.round(to - from)));
  const begin = Math.min(Math.max(0, Math.round(from)), count - length);
  return { from: begin, to: begin + length };
}

/** A span made longer (by > 1) or shorter around a position that stays where it is. */
export function scaleSpan(span: Span, by: number, around: number, count: number): Span {
  const from = around - (around - span.from) * by;
  const to = around + (span.to - around) * by;
  // A span that can be shortened is: rounding must not hold it.
  const shorter = by < 1 && Math.round(to - from) === span.to - span.from && span.to - span.from > SHORTEST;
  return fitSpan({ from, to: shorter ? to - 1 : to }, count);
}

/** The span that is moved by some positions. */
export function moveSpan({ from, to }: Span, by: number, count: number): Span {
  return fitSpan({ from: from + by, to: to + by }, count);
}

/** A part of a chart as a chart of its own. */
export function zoomed(data: ChartData, { from, to }: Span): ChartData {
  const lines = data.lines.map((line): ChartLine => ({ ...line, value: (at) => line.value(at + from) }));
  const strips = data.strips.map((strip): MarkerStrip => ({
    ...strip,
    markers: strip.markers
      .filter(({ at }) => at >= from && at < to)
      .map((marker) => ({ ...marker, at: marker.at - from })),
  }));
  const gauges = data.gauges?.map((gauge): GaugeStrip => ({
    ...gauge,
    share: (at) => gauge.share(at + from),
    breaks: (at) => gauge.breaks(at + from),
  }));
  return {
    ...data,
    count: to - from,
    first: (data.first ?? 1) + from,
    value: (at, series) => data.value(at + from, series),
    lines,
    strips,
    ...(gauges ? { gauges } : {}),
  };
}
