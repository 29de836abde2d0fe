import { deepJson } from "../lib/deep-json.ts";
import { inexactNumbers, mayBeInexact } from "../lib/inexact-numbers.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";
import { BadRecord } from "./importer.ts";

/** Deeper JSON than this is kept as its text: what reads it later may recurse. */
export const MAX_DEPTH = 500;

/** The value when it is a string, else ``. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A JSON value as text without spaces, for content that no neutral part stands for. */
export function jsonText(value: Json | undefined): string {
  const given = value ?? null;
  return isShallow(given) ? JSON.stringify(given) : deepJson(given);
}

/** The value itself; throws `BadRecord` when it is nested more than MAX_DEPTH levels. No recursion. */
export function shallow(value: Json): Json {
  if (!isShallow(value)) throw new BadRecord(`JSON nested more than ${MAX_DEPTH} levels`);
  return value;
}

/** Arguments of a call, or a schema: the value itself, or its text when it is nested too deeply. */
export function asArguments(value: Json): Json {
  return isShallow(value) ? value : deepJson(value);
}

/** True when a value is nested no more than MAX_DEPTH levels. No recursion. */
export function isShallow(value: Json): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (isJsonObject(value) && isFlat(value)) return true;
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap(nested);
  }
  return true;
}

/** True for an object that holds no other one and no list, as most arguments are. */
function isFlat(value: JsonObject): boolean {
  for (const key in value) if (typeof value[key] === "object") return false;
  return true;
}

function nested(value: Json): readonly Json[] {
  if (typeof value !== "object" || value === null) return [];
  const values = Array.isArray(value) ? (value as readonly Json[]) : Object.values<Json>(value as JsonObject);
  return values.filter((one) => typeof one === "object" && one !== null);
}

/**
 * Arguments of a call that were recorded as text: parsed when they are JSON, else the text as it is. It also stays
 * text where parsing would lose something: a number that a double does not hold, or more levels than can be kept.
 */
export function parsedArguments(recorded: Json | undefined): {
  readonly value: Json;
  readonly valid: boolean;
} {
  if (typeof recorded !== "string") return { value: asArguments(recorded ?? {}), valid: true };
  if (recorded.trim() === "") return { value: {}, valid: true };
  const { value, valid } = parsedJson(recorded);
  return { value: isExact(recorded, value) && isShallow(value) ? value : recorded, valid };
}

/** True when parsing a text of JSON, which gave the value, changed none of its numbers. */
export function isExact(text: string, value: Json): boolean {
  return !mayBeInexact(value, text) || inexactNumbers(text).count === 0;
}

/** What a text is the JSON of, however deep; the text as it is when it is none. */
export function parsedJson(recorded: string): { readonly value: Json; readonly valid: boolean } {
  try {
    return { value: JSON.parse(recorded) as Json, valid: true };
  } catch {
    return { value: recorded, valid: false };
  }
}
