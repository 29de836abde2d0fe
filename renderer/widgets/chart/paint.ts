import { formatCount } from "../quantity.tsx";
import type { ChartData, ChartLine, ChartMarker, GaugeStrip, MarkerStrip } from "./chart-data.ts";
import { bandMiddle, type Plot, positionTicks, ticks, yOf } from "./scale.ts";
import { drawShape } from "./shapes.ts";
import { type Slice, slices, totalAt } from "./slices.ts";

/** How the stack is shown: in its unit, or each position as a whole of 1. */
export type StackMode = "absolute" | "share";

/** Height of one strip of markers, and of one that shows a share. */
export const STRIP = 11;
export const GAUGE = 12;

/** What a painting needs beside the data. */
export interface Painting {
  readonly data: ChartData;
  readonly plot: Plot;
  readonly max: number;
  /** The highest value of a line that leaves the chart at the top. */
  readonly above: number | undefined;
  /** The top of the second scale, where a line is on one. */
  readonly second?: number | undefined;
  readonly mode: StackMode;
  readonly formatValue: (value: number) => string;
  /** Turns `var(--name)` into a colour of the theme. */
  readonly colour: (css: string) => string;
  readonly font: string;
}

/** Draws the whole chart but what moves: cursor, handles and tooltip are elements. */
export function paint(g: CanvasRenderingContext2D, painting: Painting, width: number, height: number): void {
  g.clearRect(0, 0, width, height);
  paintGrid(g, painting);
  paintSecondScale(g, painting);
  const cut = slices(painting.data, painting.plot);
  g.save();
  g.beginPath();
  g.rect(painting.plot.left, painting.plot.top - 2, painting.plot.width, painting.plot.height + 2);
  g.clip();
  paintStack(g, painting, cut);
  if (painting.mode === "absolute") for (const line of painting.data.lines) paintLine(g, painting, cut, line);
  g.restore();
  paintAbove(g, painting);
  paintPositions(g, painting);
  painting.data.strips.forEach((strip, at) => paintStrip(g, painting, strip, stripY(painting.plot, at)));
  painting.data.gauges?.forEach((gauge, at) => {
    const top =
      painting.plot.top + painting.plot.height + 19 + STRIP * painting.data.strips.length + GAUGE * at;
    paintGauge(g, painting, cut, gauge, top);
  });
}

/** y of the middle of a strip. */
export function stripY(plot: Plot, at: number): number {
  return plot.top + plot.height + 18 + STRIP * (at + 0.5);
}

function paintGrid(
  g: CanvasRenderingContext2D,
  { plot, max, mode, formatValue, colour, font }: Painting,
): void {
  const top = mode === "share" ? 1 : max;
  g.font = font;
  g.textAlign = "right";
  g.textBaseline = "middle";
  for (const tick of ticks(top, Math.max(2, Math.floor(plot.height / 26)))) {
    const y = Math.round(yOf(tick, top, plot)) + 0.5;
    g.strokeStyle = colour(tick === 0 ? "var(--border-strong)" : "var(--border)");
    g.lineWidth = 1;
    g.beginPath();
    g.moveTo(plot.left, y);
    g.lineTo(plot.left + plot.width, y);
    g.stroke();
    g.fillStyle = colour("var(--text-3)");
    g.fillText(mode === "share" ? `${Math.round(tick * 100)} %` : formatValue(tick), plot.left - 8, y);
  }
}

/** The second scale stands at the right, in the colour of its line: whole numbers, without a grid of its own. */
function paintSecondScale(
  g: CanvasRenderingContext2D,
  { data, plot, second, mode, formatValue, colour, font }: Painting,
): void {
  const line = data.lines.find(({ scale }) => scale === "second");
  if (!line || second === undefined || mode === "share") return;
  g.font = font;
  g.textAlign = "left";
  g.textBaseline = "middle";
  g.fillStyle = colour(line.colour);
  for (const tick of ticks(second, Math.max(2, Math.floor(plot.height / 26))))
    if (Number.isInteger(tick))
      g.fillText(formatValue(tick), plot.left + plot.width + 6, yOf(tick, second, plot));
}

function paintStack(
  g: CanvasRenderingContext2D,
  { data, plot, max, mode, colour }: Painting,
  cut: readonly Slice[],
) {
  const base = new Float64Array(cut.length);
  const whole = cut.map(({ at }) => (mode === "share" ? totalAt(data, at) || 1 : max));
  data.series.forEach((series, layer) => {
    g.fillStyle = colour(series.colour);
    g.beginPath();
    cut.forEach(({ left, right, at }, i) => {
      const low = base[i] ?? 0;
      const high = low + data.value(at, layer);
      base[i] = high;
      if (high === low) return;
      const y = yOf(high, whole[i] ?? 1, plot);
      g.rect(left, y, right - left, yOf(low, whole[i] ?? 1, plot) - y);
    });
    g.fill();
  });
}

const DASHES = { solid: [], dashed: [5, 3], dotted: [1.5, 2.5], "dash-dot": [7, 2.5, 1.5, 2.5] };

/** What a line is drawn at for a slice. One of the second scale has its own peaks, where the stack has none. */
function valueIn(line: ChartLine, { at, from, to }: Slice): number {
  if (line.scale === undefined) return line.value(at);
  let top = line.value(from);
  for (let one = from + 1; one < to; one++) top = Math.max(top, line.value(one));
  return top;
}

function paintLine(
  g: CanvasRenderingContext2D,
  { plot, max: own, second, colour }: Painting,
  cut: readonly Slice[],
  line: ChartLine,
) {
  const max = line.scale === undefined ? own : (second ?? own);
  g.strokeStyle = colour(line.colour);
  g.lineWidth = 1.6;
  g.lineJoin = "round";
  g.setLineDash(DASHES[line.dash ?? "solid"]);
  g.beginPath();
  cut.forEach((slice, i) => {
    const { left, right } = slice;
    const y = yOf(valueIn(line, slice), max, plot);
    if (i === 0) g.moveTo(left, y);
    else g.lineTo(left, y);
    g.lineTo(right, y);
  });
  g.stroke();
  g.setLineDash([]);
}

/** A line that leaves the chart says how high it goes. */
function paintAbove(
  g: CanvasRenderingContext2D,
  { data, plot, above, mode, formatValue, colour, font }: Painting,
) {
  const line = data.lines.find((one) => one.loose);
  if (above === undefined || !line || mode === "share") return;
  g.font = font;
  g.textAlign = "left";
  g.textBaseline = "top";
  g.fillStyle = colour("var(--text-2)");
  g.fillText(`↑ ${line.label} goes up to ${formatValue(above)}`, plot.left + 8, plot.top);
}

function paintPositions(g: CanvasRenderingContext2D, { data, plot, colour, font }: Painting): void {
  g.font = font;
  g.textAlign = "center";
  g.textBaseline = "top";
  g.fillStyle = colour("var(--text-3)");
  const first = data.first ?? 1;
  for (const at of positionTicks(data.count, Math.max(1, Math.floor(plot.width / 72)), first)) {
    const text = formatCount(at + first);
    const half = g.measureText(text).width / 2;
    const x = Math.min(bandMiddle(at, data.count, plot), plot.left + plot.width + 12 - half);
    g.fillText(text, x, plot.top + plot.height + 4);
  }
}

function paintStrip(
  g: CanvasRenderingContext2D,
  { data, plot, colour, font }: Painting,
  strip: MarkerStrip,
  y: number,
) {
  g.font = font;
  g.textAlign = "right";
  g.textBaseline = "middle";
  g.fillStyle = colour("var(--text-3)");
  g.fillText(strip.label, plot.left - 8, y);
  for (const { x, marker } of spread(strip.markers, data.count, plot)) {
    drawShape(g, marker.shape, colour(marker.colour), x, y, 4);
  }
}

/** A share as a bar that is full at 1, with a tick where it breaks. */
function paintGauge(
  g: CanvasRenderingContext2D,
  { plot, colour, font }: Painting,
  cut: readonly Slice[],
  gauge: GaugeStrip,
  top: number,
) {
  const height = GAUGE - 4;
  g.font = font;
  g.textAlign = "right";
  g.textBaseline = "middle";
  g.fillStyle = colour("var(--text-3)");
  g.fillText(gauge.label, plot.left - 8, top + height / 2);
  g.fillStyle = colour("var(--bg-sunken)");
  g.fillRect(plot.left, top, plot.width, height);
  cut.forEach(({ left, right, at, from, to }) => {
    const own = height * Math.min(1, Math.max(0, gauge.share(at)));
    g.fillStyle = colour(gauge.colour);
    g.fillRect(left, top + height - own, right - left, own);
    if (!anyBreak(gauge, from, to)) return;
    g.fillStyle = colour(gauge.breakColour);
    g.fillRect(left, top, Math.max(2, Math.min(3, right - left)), height);
  });
}

function anyBreak(gauge: GaugeStrip, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (gauge.breaks(at)) return true;
  return false;
}

/** One marker a place of nine pixels: the weightiest. */
function spread(markers: readonly ChartMarker[], count: number, plot: Plot) {
  const places = new Map<number, { x: number; marker: ChartMarker }>();
  for (const marker of markers) {
    const x = bandMiddle(marker.at, count, plot);
    const place = Math.floor(x / 9);
    const there = places.get(place);
    if (!there || there.marker.weight < marker.weight) places.set(place, { x, marker });
  }
  return places.values();
}
