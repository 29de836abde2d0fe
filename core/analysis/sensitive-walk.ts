import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Part } from "../model/part.ts";
import { credentialWords } from "./credential-names.ts";
import { SensitiveMemo } from "./sensitive-memo.ts";
import { sensitiveField } from "./sensitive-patterns.ts";
import { type SensitiveHit, sensitiveHits } from "./sensitive-text.ts";

/** A path is cut to so many UTF-16 units. */
const MAX_FIELD = 120;
/** So many names of fields are remembered with what they hold. */
const MAX_KEYS = 10_000;
/** Stands for the name of a field that is itself what must not be told. */
const HIDDEN = "(hidden)";

/** Is told what was seen, and the field in which it stands. */
export type SensitiveVisit = (hit: SensitiveHit, field: string) => void;

interface Open {
  readonly value: Json;
  readonly field: string;
  readonly name: string;
}

/** Looks through messages and records; the names of fields are looked at, too. */
export class SensitiveWalk {
  readonly #memo = new SensitiveMemo();
  readonly #keys = new Map<string, readonly SensitiveHit[]>();

  /** The parts of a message. */
  parts(parts: readonly Part[], visit: SensitiveVisit): void {
    for (const part of parts) this.#part(part, visit);
  }

  /** A value. Fields are told by their path, elements of lists as `[]`. No recursion: the depth is an attacker's. */
  value(value: Json, visit: SensitiveVisit, field = ""): void {
    const open: Open[] = [{ value, field, name: "" }];
    for (let one = open.pop(); one; one = open.pop()) {
      if (typeof one.value === "string") this.#string(one.value, one.field, one.name, visit);
      else if (Array.isArray(one.value)) pushItems(open, one.value as readonly Json[], one);
      else if (isJsonObject(one.value)) this.#object(open, one.value, one.field, visit);
    }
  }

  #part(part: Part, visit: SensitiveVisit): void {
    switch (part.type) {
      case "text":
      case "thinking":
        return this.#text(part.text, part.type, visit);
      case "tool-call":
        return this.value(part.arguments, visit, "arguments");
      case "tool-result":
        for (const inner of part.parts) if (inner.type === "text") this.#text(inner.text, "result", visit);
        return;
      default:
        return this.#text(part.name ?? "", "file name", visit);
    }
  }

  #text(text: string, field: string, visit: SensitiveVisit): void {
    for (const hit of this.#memo.hits(text)) visit(hit, field);
  }

  #string(text: string, field: string, name: string, visit: SensitiveVisit): void {
    const hits = this.#memo.hits(text);
    for (const hit of hits) visit(hit, field);
    const kind = hits.length === 0 ? sensitiveField(name, text) : undefined;
    if (kind)
      visit(
        { kind, what: `field ${credentialWords(name) ?? name.toLowerCase()}`, value: text, at: 0 },
        field,
      );
  }

  #object(open: Open[], object: JsonObject, field: string, visit: SensitiveVisit): void {
    // A header of a recorded request is a pair of fields: its own name counts.
    const header = Object.hasOwn(object, "name") && typeof object["name"] === "string" ? object["name"] : "";
    const entries = Object.entries(object);
    for (const [key] of entries) for (const hit of this.#key(key)) visit(hit, field);
    for (const [key, value] of entries.toReversed()) {
      if (typeof value !== "string" && (typeof value !== "object" || value === null)) continue;
      const path = pathOf(field, this.#key(key).length === 0 ? key : HIDDEN);
      open.push({ value, field: path, name: key === "value" && header !== "" ? header : key });
    }
  }

  /** What the name of a field holds: the same few names come again and again. */
  #key(key: string): readonly SensitiveHit[] {
    const known = this.#keys.get(key);
    if (known) return known;
    const hits = sensitiveHits(key);
    if (key.length > MAX_FIELD) return hits;
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#keys.set(key, hits);
    return hits;
  }
}

/** Items of a list are what its field is named: headers may come as lists. */
function pushItems(open: Open[], items: readonly Json[], { field, name }: Open): void {
  for (let at = items.length - 1; at >= 0; at--) {
    const value = items[at];
    if (value !== null && typeof value !== "number")
      open.push({ value: value as Json, field: pathOf(field, "[]"), name });
  }
}

function pathOf(field: string, key: string): string {
  const path = field === "" || key === "[]" ? field + key : `${field}.${key}`;
  return path.length > MAX_FIELD ? `${path.slice(0, MAX_FIELD)}…` : path;
}
