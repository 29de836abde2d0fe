import type { LedgerEvent } from "../../../core/model/event.ts";

/** Which events of a step are listed. */
export interface LedgerFilter {
  /** Words that must all occur in what an event says of itself. */
  readonly words: string;
  /** Also what was looked at and passed. */
  readonly passed: boolean;
}

/** What of an event can be searched. */
function haystack(event: LedgerEvent): string {
  const { policy, action, subject, limit, detail } = event;
  return [
    policy,
    action,
    subject.message,
    subject.call,
    subject.path,
    limit?.name,
    detail?.reason,
    detail?.note,
  ]
    .filter((text) => text !== undefined)
    .join(" ")
    .toLowerCase();
}

/** The events that pass a filter, in their order. */
export function filterEvents(events: readonly LedgerEvent[], filter: LedgerFilter): LedgerEvent[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return events.filter((event) => {
    if (event.action === "passed" && !filter.passed) return false;
    if (words.length === 0) return true;
    const text = haystack(event);
    return words.every((word) => text.includes(word));
  });
}
