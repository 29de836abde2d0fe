import type { LedgerEvent } from "../model/event.ts";

/** An event without the texts it holds, which may be long: who did what, by which numbers, and where. */
export function briefEvent(event: LedgerEvent): LedgerEvent {
  if (event.detail?.pieces === undefined && event.detail?.text === undefined) return event;
  const { pieces: _pieces, text: _text, ...detail } = event.detail;
  return { ...event, detail };
}
