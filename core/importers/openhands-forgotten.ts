import type { Json } from "../model/json.ts";
import { arrayField, field, numberField } from "../model/json.ts";

/** An id as text: older versions count events, newer ones name them. `` for none. */
export function idText(id: Json | undefined): string {
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}

/** What a condensation forgets: events by their ids, or all of a range. */
export function forgottenOf(
  given: Json,
): { readonly ids: readonly string[] } | { readonly from: number; readonly to: number } {
  const ids = arrayField(given, "forgotten_event_ids");
  if (ids) return { ids: ids.map(idText) };
  const from =
    numberField(given, "forgotten_events_start_id") ?? Number(field(given, "forgotten_events_start_id"));
  const to = numberField(given, "forgotten_events_end_id") ?? Number(field(given, "forgotten_events_end_id"));
  return Number.isFinite(from) && Number.isFinite(to) ? { from, to } : { ids: [] };
}
