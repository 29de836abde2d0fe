import { isShallow } from "../importers/json-text.ts";
import { replaceStrings } from "../lib/json-literals.ts";
import { isJsonObject, type Json, type JsonObject, stringField } from "../model/json.ts";
import { type Masked, MASKED_CREDENTIAL, MASKED_HALF, maskKnown } from "./mask-text.ts";
import { sensitiveField } from "./sensitive-patterns.ts";

/** JSON in a text starts with one of these; a line of a stream of events has its word before it. */
const JSON_START = /^\s*(?:data:\s*)?(?=[{["])/;

/** One masking of a whole value: its texts, its keys, and the JSON that its texts hold. */
class Masking {
  count = 0;
  /** What is left of secrets that something cut through. */
  readonly #halves: readonly string[];
  /** What the strings became that were changed. */
  readonly #changed = new Map<string, string>();

  constructor(halves: readonly string[]) {
    this.#halves = halves;
  }

  value(json: Json, name = ""): Json {
    if (typeof json === "string") return this.#string(json, name);
    if (Array.isArray(json)) return (json as readonly Json[]).map((item) => this.value(item, name));
    return isJsonObject(json) ? this.#object(json) : json;
  }

  text(text: string): string {
    const known = maskKnown(this.#held(text));
    this.count += known.count;
    return this.#halves.reduce((now, half) => this.#withoutHalf(now, half), known.value);
  }

  #withoutHalf(text: string, half: string): string {
    const pieces = text.split(half);
    this.count += pieces.length - 1;
    return pieces.join(MASKED_HALF);
  }

  #string(text: string, name: string): string {
    const named = sensitiveField(name, text) === "credential";
    if (named) this.count++;
    return this.#note(text, named ? MASKED_CREDENTIAL : this.text(text));
  }

  #note(text: string, now: string): string {
    if (now !== text) this.#changed.set(text, now);
    return now;
  }

  #object(object: JsonObject): Json {
    // A header of a recorded request is a pair of fields: its own name counts.
    const header = stringField(object, "name");
    const fields = new Map<string, Json>();
    for (const [key, value] of Object.entries(object)) {
      const name = key === "value" && header !== undefined ? header : key;
      fields.set(free(fields, this.#note(key, this.text(key))), this.value(value, name));
    }
    return Object.fromEntries(fields);
  }

  /** The text with the JSON in it masked: all of it, or line by line. What is no JSON stays. */
  #held(text: string): string {
    if (!text.includes('"')) return text;
    if (JSON_START.test(text)) {
      const whole = this.#json(text);
      if (whole !== undefined) return whole;
    }
    if (!text.includes("\n")) return text;
    const lines = text.split("\n");
    return lines.map((line) => (JSON_START.test(line) ? (this.#json(line) ?? line) : line)).join("\n");
  }

  /** A text of JSON, masked in place; undefined when it is none. */
  #json(text: string): string | undefined {
    const start = JSON_START.exec(text)?.[0].length ?? 0;
    const json = text.slice(start);
    const value = parsed(json);
    if (value === undefined || !isShallow(value)) return undefined;
    const inner = new Masking(this.#halves);
    inner.value(value);
    this.count += inner.count;
    if (inner.#changed.size === 0) return text;
    return text.slice(0, start) + replaceStrings(json, (one) => inner.#changed.get(one));
  }
}

function parsed(json: string): Json | undefined {
  try {
    return JSON.parse(json) as Json;
  } catch {
    return undefined;
  }
}

/** Two keys that are masked alike stay two. */
function free(fields: ReadonlyMap<string, Json>, key: string): string {
  let name = key;
  for (let more = 2; fields.has(name); more++) name = `${key} ${more}`;
  return name;
}

/**
 * Replaces the secrets of a text by what they are, also in JSON that it holds. They are found by their form and by the
 * names that they are given to; `halves` are what is left of others that something cut through.
 */
export function maskText(text: string, halves: readonly string[] = []): Masked<string> {
  const masking = new Masking(halves);
  return { value: masking.text(text), count: masking.count };
}

/**
 * Replaces the secrets in a whole JSON value, such as a request's body: in texts, in keys, in texts that are JSON
 * themselves, at any depth. Its shape stays. The one masking of everything that leaves with a request in it.
 */
export function maskJson<Value extends Json>(json: Value, halves: readonly string[] = []): Masked<Value> {
  const masking = new Masking(halves);
  return { value: masking.value(json) as Value, count: masking.count };
}
