import type { Disposition } from "../model/disposition.ts";
import type { LedgerEvent } from "../model/event.ts";

/** What an event makes of its message, or undefined when it makes nothing of it. */
function turnedInto(event: LedgerEvent): Disposition | undefined {
  switch (event.action) {
    case "offloaded":
    case "spilled":
    case "pointed":
    case "externalised":
      return "previewed";
    case "evicted":
      return "evicted";
    case "restored":
    case "dropped":
      return event.detail?.stored === "none" ? "cut" : "evicted";
    case "cut":
      return "cut";
    case "fell-back":
      return event.detail?.pieces ? "cut" : undefined;
    case "paged":
      return "paged";
    case "limited":
    case "discarded":
    case "aborted":
      return "limited";
    case "repaired":
      return event.detail?.reason === "orphan-result" ? "repaired" : undefined;
    default:
      return undefined;
  }
}

/**
 * The disposition that events about one message, in order, leave it in. `summarised`, `pruned` and `cleared` are not
 * theirs to say: a message is so in some requests and not in others.
 */
export function dispositionOf(events: readonly LedgerEvent[]): Disposition {
  let disposition: Disposition = "kept";
  for (const event of events) disposition = turnedInto(event) ?? disposition;
  return disposition;
}
