import type { ChartData } from "./chart-data.ts";
import { type Plot, yOf } from "./scale.ts";
import { slices, totalAt } from "./slices.ts";

/** The highest total of all positions; 1 where there is none. */
export function highestTotal(data: ChartData): number {
  let top = 1;
  for (let at = 0; at < data.count; at++) top = Math.max(top, totalAt(data, at));
  return top;
}

/** What a painting of the minimap needs. */
export interface MinimapPainting {
  readonly data: ChartData;
  readonly plot: Plot;
  readonly top: number;
  readonly colour: (css: string) => string;
}

/** Draws the totals of all positions as one area, and a tick for every marker. */
export function paintMinimap(
  g: CanvasRenderingContext2D,
  { data, plot, top, colour }: MinimapPainting,
  width: number,
  height: number,
): void {
  g.clearRect(0, 0, width, height);
  g.fillStyle = colour("var(--bg-sunken)");
  g.fillRect(plot.left, plot.top, plot.width, plot.height);
  g.fillStyle = colour("var(--text-3)");
  g.globalAlpha = 0.55;
  g.beginPath();
  for (const { left, right, at } of slices(data, plot)) {
    const y = yOf(totalAt(data, at), top * 1.1, plot);
    g.rect(left, y, right - left, plot.top + plot.height - y);
  }
  g.fill();
  g.globalAlpha = 1;
  for (const strip of data.strips)
    for (const { at, colour: own, weight } of strip.markers) {
      if (weight < 4) continue;
      g.fillStyle = colour(own);
      g.fillRect(plot.left + ((at + 0.5) * plot.width) / data.count - 0.5, plot.top, 1, 5);
    }
}
