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
  let low = figures.steps[from] as number;
  let high = stepBatch.length - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const to = batches[stepBatch[middle + 1] as number]?.from ?? 0;
    if (isPast({ ...view, sent: context.whole, to })) high = middle;
    else low = middle + 1;
  }
  return low < stepBatch.length - 1 ? (stepBatch[low + 1] as number) : Infinity;
}
