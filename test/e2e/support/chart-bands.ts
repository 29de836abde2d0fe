import type { Locator } from "@playwright/test";
import { CATEGORIES, type Category } from "../../../core/contract/run-view.ts";

/** What the canvas shows of each category at a step: heights in pixels; and how far from its top the stack begins. */
export interface Stack {
  readonly top: number;
  readonly bands: { readonly [C in Category]: number };
}

/** Where a step stands: the place among those that are drawn, from 1, and how many these are. */
export interface ChartPlace {
  readonly step: number;
  readonly of: number;
}

/** A pixel of the chart: which of the colours it looks most like, and whether it is just that. */
interface Pixel {
  readonly colour: number;
  readonly sure: boolean;
}

/** What is drawn in the middle of a step of the timeline's chart, from its top, and how many pixels a CSS pixel is. */
function columnAt(timeline: Locator, { step, of }: ChartPlace, colours: readonly string[]) {
  return timeline.evaluate(
    (pane, asked): { readonly pixels: readonly Pixel[]; readonly scale: number } => {
      const chart = pane.querySelector<HTMLCanvasElement>(".chart__canvas");
      const pick = pane.querySelector(".chart__pick");
      const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      if (!chart || !pick || !copy) throw new Error("there is no chart");
      const rgb = (colour: string): readonly number[] => {
        const named = pane.appendChild(document.createElement("i"));
        named.style.color = colour;
        copy.fillStyle = getComputedStyle(named).color;
        named.remove();
        copy.fillRect(0, 0, 1, 1);
        return [...copy.getImageData(0, 0, 1, 1).data];
      };
      const known = asked.colours.map(rgb);
      const [own, all] = [pick.getBoundingClientRect(), chart.getBoundingClientRect()];
      const scale = chart.width / all.width;
      // The plot ends a little before the control does.
      const x = own.left - all.left + (own.width - 14) * ((asked.step - 0.5) / asked.of);
      copy.canvas.height = chart.height;
      copy.drawImage(chart, -Math.round(x * scale), 0);
      const { data } = copy.getImageData(0, 0, 1, chart.height);
      const pixels = Array.from({ length: chart.height }, (_, y) => {
        const far = known.map((wanted) =>
          Math.max(...[0, 1, 2].map((c) => Math.abs((data[4 * y + c] ?? 0) - (wanted[c] ?? 0)))),
        );
        const least = Math.min(...far);
        return { colour: far.indexOf(least), sure: least < 3 };
      });
      return { pixels, scale };
    },
    { step, of, colours },
  );
}

/**
 * Counts the pixels of each category's colour in the middle of a step. Where two bands meet within a pixel, it counts
 * for the one that it looks more like.
 */
export async function stackAt(timeline: Locator, place: ChartPlace): Promise<Stack> {
  const colours = CATEGORIES.map((category) => `var(--cat-${category.replace(" ", "-")})`);
  const { pixels, scale } = await columnAt(timeline, place, colours);
  // Below the stack come markers, some in the same colours: it ends where six pixels are of no category.
  const first = pixels.findIndex(({ sure }) => sure);
  const below = pixels.findIndex((_, y) => y > first && pixels.slice(y, y + 6).every(({ sure }) => !sure));
  const stack = first < 0 ? [] : pixels.slice(first, below < 0 ? undefined : below);
  const height = (at: number): number => stack.filter(({ colour }) => colour === at).length / scale;
  const bands = Object.fromEntries(CATEGORIES.map((category, at) => [category, height(at)]));
  return { top: first / scale, bands: bands as Stack["bands"] };
}

/** The steps, of so many, at which the chart has something of a colour such as `var(--mark)`. */
export async function stepsMarked(timeline: Locator, of: number, colour: string): Promise<readonly number[]> {
  const marked: number[] = [];
  for (let step = 1; step <= of; step++) {
    const { pixels } = await columnAt(timeline, { step, of }, [colour]);
    if (pixels.some(({ sure }) => sure)) marked.push(step);
  }
  return marked;
}
