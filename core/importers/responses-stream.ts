import type { Json, JsonObject } from "../model/json.ts";
import { field, isJsonObject, stringField } from "../model/json.ts";

/** Events that carry the whole response. */
const ENDS = new Set(["response.completed", "response.incomplete", "response.failed"]);

/**
 * The body of a streamed Responses response: the last event holds it whole. Of a stream that broke off, what was
 * finished is joined.
 */
export function joinResponsesEvents(events: readonly Json[]): JsonObject {
  const end = events.findLast((event) => ENDS.has(stringField(event, "type") ?? ""));
  const whole = field(end, "response");
  if (isJsonObject(whole)) return whole;
  const begun = field(
    events.findLast((event) => isJsonObject(field(event, "response"))),
    "response",
  );
  const items = events.flatMap((event) =>
    stringField(event, "type") === "response.output_item.done" ? [field(event, "item") ?? null] : [],
  );
  const error = events.find((event) => stringField(event, "type") === "error");
  const failed = error === undefined ? {} : { error };
  return { status: "in_progress", ...(isJsonObject(begun) ? begun : {}), output: items, ...failed };
}
