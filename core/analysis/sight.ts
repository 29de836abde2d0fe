import type { Disposition } from "../model/disposition.ts";
import type { RequestLayout } from "../model/run-view.ts";

/** What a model can still see of a raw message in a request: all of it, another form, what a summary says, nothing. */
export type Sight = "whole" | "changed" | "summary" | "gone";

/** Raw messages [from, to) that a request treats alike. */
export interface SightSpan {
  readonly from: number;
  readonly to: number;
  readonly sight: Sight;
}

/** The raw messages before a step in stretches, and how many there are of each kind. */
export interface SightReading {
  readonly spans: readonly SightSpan[];
  readonly counts: Readonly<Record<Sight, number>>;
}

/** Dispositions of a message of which nothing is sent, where nothing is. An empty result that is cut is still sent. */
const LEFT_OUT: ReadonlySet<Disposition> = new Set(["pruned", "repaired", "summarised"]);

/** Whether a change leaves nothing of its message in the request. */
export function leavesNothing(change: {
  readonly disposition: Disposition;
  readonly tokens: number;
  readonly bytes: number;
}): boolean {
  return change.tokens === 0 && change.bytes === 0 && LEFT_OUT.has(change.disposition);
}

function push(spans: SightSpan[], from: number, to: number, sight: Sight): void {
  if (from >= to) return;
  const last = spans.at(-1);
  if (last?.sight === sight && last.to === from) spans[spans.length - 1] = { ...last, to };
  else spans.push({ from, to, sight });
}

/** What the model could still see of everything before a step. Cost: what the request changes, not history. */
export function sightOf(
  layout: Pick<RequestLayout, "end" | "coveredEnd" | "lifted" | "changes">,
): SightReading {
  const { end, coveredEnd, lifted, changes } = layout;
  const spans: SightSpan[] = [];
  const covered: Sight = "summary";
  if (lifted !== null && lifted < coveredEnd) {
    push(spans, 0, lifted, covered);
    const changed = changes.some(({ index }) => index === lifted);
    push(spans, lifted, lifted + 1, changed ? "changed" : "whole");
    push(spans, lifted + 1, coveredEnd, covered);
  } else push(spans, 0, coveredEnd, covered);
  let next = coveredEnd;
  for (const change of changes.filter(({ index }) => index >= coveredEnd && index < end)) {
    push(spans, next, change.index, "whole");
    push(spans, change.index, change.index + 1, leavesNothing(change) ? "gone" : "changed");
    next = change.index + 1;
  }
  push(spans, next, end, "whole");
  const counts: Record<Sight, number> = { whole: 0, changed: 0, summary: 0, gone: 0 };
  for (const { from, to, sight } of spans) counts[sight] += to - from;
  return { spans, counts };
}
