import type { Limit } from "../model/event.ts";
import { COLUMN } from "../model/size.ts";
import { isPast, measured } from "./measured.ts";
import type { QuietContext } from "./middleware.ts";
import { type RequestView, measureMessages } from "./request-view.ts";

/** What a request measures once it has grown to a length, in the unit of a limit: it changes in nothing else. */
function growth(view: RequestView, { whole }: QuietContext, limit: Limit): (to: number) => number {
  const column = limit.unit === "tokens" ? COLUMN.tokens : COLUMN.messages;
  const { to: length, reader, toolSize } = view;
  const now = measured(view, limit).value;
  const grown = (to: number): number => now + whole.sum(column, length, to);
  if (!reader || limit.unit !== "tokens" || measureMessages(view, COLUMN.readers) > 0) return grown;
  // The tool that reads results back comes with the first message that names it.
  const offer = reader.size.tokens - toolSize.tokens;
  return (to) => grown(to) + (whole.sum(COLUMN.readers, length, to) > 0 ? offer : 0);
}

/** How many steps further on is looked first: what happens next mostly happens soon. */
const NEAR = 16;

/**
 * The first batch from `from` on whose step's request is past a limit, if the view does not change but grow; Infinity
 * when none is. A request that grew is never smaller: found by strides that double, then by bisection.
 */
export function nextPast(from: number, context: QuietContext, view: RequestView, limit: Limit): number {
  const { stepBatch, stepFrom, figures } = context.recording;
  const valueAt = growth(view, context, limit);
  const isPastAfter = (steps: number): boolean =>
    isPast({ value: valueAt(stepFrom[steps + 1] as number) }, limit);
  const all = stepBatch.length - 1;
  let low = figures.steps[from] as number;
  let stride = NEAR;
  for (; low + stride < all && !isPastAfter(low + stride); stride *= 2) low += stride + 1;
  let high = Math.min(low + stride, all);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPastAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low < all ? (stepBatch[low + 1] as number) : Infinity;
}
