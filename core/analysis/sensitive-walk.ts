import { isJsonObject, type Json } from "../model/json.ts";
import type { Part } from "../model/part.ts";
import { sensitiveField } from "./sensitive-patterns.ts";
import { type SensitiveHit, sensitiveHits } from "./sensitive-text.ts";

/** A path is cut to so many UTF-16 units. */
const MAX_FIELD = 120;
/** So many names of fields are remembered with what they hold. */
const MAX_KEYS = 10_000;
/** Stands for the name of a field that is itself what must not be told. */
const HIDDEN = "(hidden)";

/** Something that was seen, and the field in which it stands. */
export interface FieldHit {
  readonly hit: SensitiveHit;
  readonly field: string;
}

/** Everything in the parts of a message. */
export function* hitsOfParts(parts: readonly Part[]): Generator<FieldHit> {
  for (const part of parts) {
    switch (part.type) {
      case "text":
      case "thinking":
        yield* hitsOfText(part.text, part.type);
        break;
      case "tool-call":
        yield* hitsOfValue(part.arguments, "arguments");
        break;
      case "tool-result":
        for (const inner of part.parts) if (inner.type === "text") yield* hitsOfText(inner.text, "result");
        break;
      default:
        yield* hitsOfText(part.name ?? "", "file name");
    }
  }
}

function* hitsOfText(text: string, field: string): Generator<FieldHit> {
  for (const hit of sensitiveHits(text)) yield { hit, field };
}

interface Open {
  readonly value: Json;
  readonly field: string;
  readonly name: string;
}

/** Everything in a value, names of fields included. The field of what is found is its path, elements of lists as `[]`. No recursion: depth is hostile. */
export function* hitsOfValue(value: Json, field = ""): Generator<FieldHit> {
  const open: Open[] = [{ value, field, name: "" }];
  for (let one = open.pop(); one; one = open.pop()) {
    if (typeof one.value === "string") yield* hitsOfString(one.value, one.field, one.name);
    else if (Array.isArray(one.value)) pushItems(open, one.value as readonly Json[], one.field);
    else if (isJsonObject(one.value)) {
      for (const key of Object.keys(one.value))
        for (const hit of hitsOfKey(key)) yield { hit, field: one.field };
      pushFields(open, one.value, one.field);
    }
  }
}

function pushItems(open: Open[], items: readonly Json[], field: string): void {
  for (let at = items.length - 1; at >= 0; at--) {
    const value = items[at];
    if (value !== null && typeof value !== "number")
      open.push({ value: value as Json, field: pathOf(field, "[]"), name: "" });
  }
}

function pushFields(open: Open[], object: { readonly [key: string]: Json }, field: string): void {
  // A header of a recorded request is a pair of fields: its own name counts.
  const header = Object.hasOwn(object, "name") && typeof object["name"] === "string" ? object["name"] : "";
  for (const [key, value] of Object.entries(object).toReversed()) {
    if (typeof value === "string" || (typeof value === "object" && value !== null))
      open.push({
        value,
        field: pathOf(field, hitsOfKey(key).length === 0 ? key : HIDDEN),
        name: key === "value" && header !== "" ? header : key,
      });
  }
}

const keys = new Map<string, readonly SensitiveHit[]>();

/** What the name of a field holds: the same few names come again and again. */
function hitsOfKey(key: string): readonly SensitiveHit[] {
  const known = keys.get(key);
  if (known) return known;
  const hits = sensitiveHits(key);
  if (key.length > MAX_FIELD) return hits;
  if (keys.size >= MAX_KEYS) keys.clear();
  keys.set(key, hits);
  return hits;
}

function pathOf(field: string, key: string): string {
  const path = field === "" || key === "[]" ? field + key : `${field}.${key}`;
  return path.length > MAX_FIELD ? `${path.slice(0, MAX_FIELD)}…` : path;
}

function* hitsOfString(text: string, field: string, name: string): Generator<FieldHit> {
  const hits = sensitiveHits(text);
  for (const hit of hits) yield { hit, field };
  const kind = hits.length === 0 ? sensitiveField(name, text) : undefined;
  if (kind) yield { hit: { kind, what: `field ${name.toLowerCase()}`, value: text }, field };
}
