import type { Action, LedgerEvent } from "../model/event.ts";

/** What changes nothing in a request: it is told in the chain, never as the reason. */
const ASIDE: ReadonlySet<Action> = new Set<Action>(["passed", "alarm", "warned"]);

/** Position of the event that decides what is sent: the last that did something, else the last; -1 for no events. */
export function decisiveEvent(events: readonly LedgerEvent[]): number {
  const acted = events.findLastIndex((event) => !ASIDE.has(event.action));
  return acted >= 0 ? acted : events.length - 1;
}
