import type { Json } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";

/** An event with where it happened. */
export interface PlacedEvent {
  readonly event: Json;
  readonly kind: string;
  /** The lane: `` for the main one, the name of an agent, or `scorer`. */
  readonly lane: string;
}

interface Where {
  readonly parent: string;
  readonly lane: string | undefined;
}

/** So deep are events nested in events looked into. */
const MAX_DEPTH = 40;

/**
 * The events of a sample in order, each with its lane: older logs nest them in steps, subtasks and tools, newer ones
 * name the span of each.
 */
export function placedEvents(events: readonly Json[]): PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  const spans = new Map<string, Where>();
  walk(events, "", 0, spans, placed);
  return placed;
}

function walk(
  events: readonly Json[],
  outer: string,
  depth: number,
  spans: Map<string, Where>,
  placed: PlacedEvent[],
): void {
  const steps: string[] = [];
  for (const event of events) {
    const kind = stringField(event, "event") ?? "";
    if (kind === "span_begin") openSpan(event, spans);
    if (kind === "step") step(event, steps, outer);
    const lane = laneOf(event, spans) ?? steps.at(-1) ?? outer;
    placed.push({ event, kind, lane });
    const inner = arrayField(event, "events") ?? [];
    if (inner.length === 0 || depth >= MAX_DEPTH) continue;
    const named = kind === "subtask" ? (stringField(event, "name") ?? "") : "";
    walk(inner, named === "" ? lane : named, depth + 1, spans, placed);
  }
}

function openSpan(event: Json, spans: Map<string, Where>): void {
  const type = stringField(event, "type") ?? "";
  const id = stringField(event, "id") ?? "";
  const parent = stringField(event, "parent_id") ?? "";
  const lane = laneName(type, stringField(event, "name") ?? "");
  if (id !== "") spans.set(id, { parent, lane: lane ?? spans.get(parent)?.lane });
}

/** Only agents and scorers have lanes of their own; solvers and tools act in the lane around them. */
function laneName(type: string, name: string): string | undefined {
  if (type === "scorer" || type === "scorers") return "scorer";
  return type === "agent" || type === "subtask" ? name : undefined;
}

function laneOf(event: Json, spans: ReadonlyMap<string, Where>): string | undefined {
  return spans.get(stringField(event, "span_id") ?? "")?.lane;
}

/** Steps of older logs: begun and ended, one inside another. One without a lane is in that around it. */
function step(event: Json, steps: string[], outer: string): void {
  if (stringField(event, "action") === "end") {
    steps.pop();
    return;
  }
  const named = laneName(stringField(event, "type") ?? "", stringField(event, "name") ?? "");
  steps.push(named ?? steps.at(-1) ?? outer);
}

/** Messages that events refer to by their number, in any of the places where versions keep them. */
export function messagePool(sample: Json): readonly Json[] {
  const data = field(sample, "events_data");
  return arrayField(data, "messages") ?? arrayField(sample, "message_pool") ?? [];
}
