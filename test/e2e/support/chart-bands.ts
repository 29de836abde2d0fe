import type { Locator } from "@playwright/test";
import { CATEGORIES, type Category } from "../../../core/contract/run-view.ts";

/** What the canvas shows of each category at a step: heights in pixels; and how far from its top the stack begins. */
export interface Stack {
  readonly top: number;
  readonly bands: { readonly [C in Category]: number };
}

/** A pixel of the chart: which of the colours it looks most like, and whether it is just that. */
interface Pixel {
  readonly colour: number;
  readonly sure: boolean;
}

/** What is drawn in the middle of every step of the timeline's chart, from its top; and pixels a CSS pixel. */
function columnsOf(timeline: Locator, steps: number, colours: readonly string[]) {
  return timeline.evaluate(
    (pane, asked): { readonly columns: readonly (readonly Pixel[])[]; readonly scale: number } => {
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
      [copy.canvas.width, copy.canvas.height] = [chart.width, chart.height];
      copy.drawImage(chart, 0, 0);
      const columns = Array.from({ length: asked.steps }, (_, step) => {
        // The plot ends a little before the control does.
        const x = own.left - all.left + (own.width - 14) * ((step + 0.5) / asked.steps);
        const { data } = copy.getImageData(Math.round(x * scale), 0, 1, chart.height);
        return Array.from({ length: chart.height }, (_pixel, y) => {
          const far = known.map((wanted) =>
            Math.max(...[0, 1, 2].map((c) => Math.abs((data[4 * y + c] ?? 0) - (wanted[c] ?? 0)))),
          );
          const least = Math.min(...far);
          return { colour: far.indexOf(least), sure: least < 3 };
        });
      });
      return { columns, scale };
    },
    { steps, colours },
  );
}

/**
 * What the chart stacks at each of all steps: counts the pixels of each category's colour in the step's middle. Where
 * two bands meet within a pixel, it counts for the one that it looks more like.
 */
export async function stacksOf(timeline: Locator, steps: number): Promise<readonly Stack[]> {
  const colours = CATEGORIES.map((category) => `var(--cat-${category.replace(" ", "-")})`);
  const { columns, scale } = await columnsOf(timeline, steps, colours);
  return columns.map((pixels) => {
    // Below the stack come markers, some in the same colours: it ends where six pixels are of no category.
    const first = pixels.findIndex(({ sure }) => sure);
    const below = pixels.findIndex((_, y) => y > first && pixels.slice(y, y + 6).every(({ sure }) => !sure));
    const stack = first < 0 ? [] : pixels.slice(first, below < 0 ? undefined : below);
    const height = (at: number): number => stack.filter(({ colour }) => colour === at).length / scale;
    const bands = Object.fromEntries(CATEGORIES.map((category, at) => [category, height(at)]));
    return { top: first / scale, bands: bands as Stack["bands"] };
  });
}

/** The steps, of so many, at which the chart has something of a colour such as `var(--mark)`. */
export async function stepsMarked(
  timeline: Locator,
  steps: number,
  colour: string,
): Promise<readonly number[]> {
  const { columns } = await columnsOf(timeline, steps, [colour]);
  return columns.flatMap((pixels, at) => (pixels.some(({ sure }) => sure) ? [at + 1] : []));
}
