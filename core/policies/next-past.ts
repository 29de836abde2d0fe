import type { QuietContext } from "./middleware.ts";
import type { RequestView } from "./request-view.ts";

/**
 * The first batch from `from` on whose step's request is past a limit, if the view does not change but grow; Infinity
 * when none is. A request that grew is never smaller: found by bisection.
 */
export function nextPast(
  from: number,
  context: QuietContext,
  view: RequestView,
  isPast: (grown: RequestView) => boolean,
): number {
  const { batches, stepBatch, figures } = context.recording;
  // One view that grows and shrinks: it is looked at, and nobody keeps it.
  const grown: { -readonly [K in keyof RequestView]: RequestView[K] } = { ...view, sent: context.whole };
  let low = figures.steps[from] as number;
  let high = stepBatch.length - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    grown.to = batches[stepBatch[middle + 1] as number]?.from ?? 0;
    if (isPast(grown)) high = middle;
    else low = middle + 1;
  }
  return low < stepBatch.length - 1 ? (stepBatch[low + 1] as number) : Infinity;
}
