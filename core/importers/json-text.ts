import type { Json, JsonObject } from "../model/json.ts";
import { BadRecord } from "./importer.ts";

/** Deeper JSON than this is refused: what reads it later may recurse. */
const MAX_DEPTH = 500;

/** A JSON value as text without spaces, for content that no neutral part stands for. Throws `BadRecord` when too deep. */
export function jsonText(value: Json | undefined): string {
  return JSON.stringify(shallow(value ?? null));
}

/** The value itself; throws `BadRecord` when it is nested more than MAX_DEPTH levels. No recursion. */
export function shallow(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new BadRecord(`JSON nested more than ${MAX_DEPTH} levels`);
    level = level.flatMap(nested);
  }
  return value;
}

function nested(value: Json): readonly Json[] {
  if (typeof value !== "object" || value === null) return [];
  const values = Array.isArray(value) ? (value as readonly Json[]) : Object.values<Json>(value as JsonObject);
  return values.filter((one) => typeof one === "object" && one !== null);
}

/** Arguments of a call that were recorded as text: parsed when they are JSON, else the text as it is. */
export function parsedArguments(recorded: Json | undefined): {
  readonly value: Json;
  readonly valid: boolean;
} {
  if (typeof recorded !== "string") return { value: shallow(recorded ?? {}), valid: true };
  if (recorded.trim() === "") return { value: {}, valid: true };
  try {
    return { value: shallow(JSON.parse(recorded) as Json), valid: true };
  } catch (error) {
    if (error instanceof BadRecord) throw error;
    return { value: recorded, valid: false };
  }
}
