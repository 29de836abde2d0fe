import { canonicalJson } from "../lib/canonical-json.ts";
import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Attachments } from "./inspect-attachments.ts";
import { asArguments } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";

/** A message with what it is known by: its id, or what it says where it has none. */
export interface KeyedMessage {
  readonly key: string;
  readonly message: Json;
}

/** How many references to the pool are followed in one sample. */
const MAX_REFERENCES = 20_000_000;
const AGAIN = "references of one call to the same messages again and again: not followed";
/** How many times over a call may hold the messages of the pool. */
const MAX_TIMES = 2;
const TOO_MANY = "references to messages beyond 20 million in a sample: not followed";

/** Gives the inputs of model calls as lists of messages, whether they stand in the event or in the pool. */
export class InspectInputs {
  readonly #pool: readonly Json[];
  readonly #keyed: (KeyedMessage | undefined)[] = [];
  readonly #attachments: Attachments;
  readonly #notes: Notebook;
  readonly #line: number;
  #left = MAX_REFERENCES;

  constructor(pool: readonly Json[], attachments: Attachments, notes: Notebook, line: number) {
    this.#pool = pool;
    this.#attachments = attachments;
    this.#notes = notes;
    this.#line = line;
  }

  /** The input of a model call. */
  of(event: Json): KeyedMessage[] {
    const references = arrayField(event, "input_refs");
    return references ? this.#referred(references) : this.list(arrayField(event, "input") ?? []);
  }

  /** Messages that stand in a list. One that is said twice is another one the second time. */
  list(messages: readonly Json[]): KeyedMessage[] {
    return counted(messages.map((message) => ({ key: this.#keyOf(message), message })));
  }

  /** Ranges of the pool, the end not included; single numbers too. */
  #referred(references: readonly Json[]): KeyedMessage[] {
    const found: KeyedMessage[] = [];
    let rising = true;
    let last = 0;
    for (const reference of references) {
      const [from, to] = Array.isArray(reference) ? (reference as readonly Json[]) : [reference];
      if (typeof from !== "number") continue;
      const start = Math.max(0, Math.trunc(from));
      const wanted = typeof to === "number" ? Math.trunc(to) : start + 1;
      rising &&= start >= last;
      last = wanted;
      if (found.length > this.#pool.length * MAX_TIMES) {
        this.#notes.add("doubt", AGAIN, this.#line);
        break;
      }
      for (let at = start; at < Math.min(wanted, this.#pool.length); at++) {
        if (--this.#left < 0) {
          this.#notes.add("doubt", TOO_MANY, this.#line);
          return counted(found);
        }
        found.push(this.#at(at));
      }
    }
    return rising ? found : counted(found);
  }

  #at(at: number): KeyedMessage {
    const message = this.#pool[at] ?? null;
    return (this.#keyed[at] ??= { key: this.#keyOf(message), message });
  }

  #keyOf(message: Json): string {
    const id = stringField(message, "id") ?? "";
    if (id !== "") return id;
    if (!isJsonObject(message)) return "";
    const content = this.#content(field(message, "content") ?? null);
    const said = ["role", "tool_calls", "tool_call_id"].map((key) => field(message, key) ?? null);
    return canonicalJson(asArguments([content, ...said]));
  }

  #content(content: Json): Json {
    if (typeof content === "string") return this.#attachments.known(content);
    if (!Array.isArray(content)) return content;
    return (content as readonly Json[]).map((part) =>
      isJsonObject(part)
        ? Object.fromEntries(
            Object.entries(part).map(([key, value]) => [
              key,
              typeof value === "string" ? this.#attachments.known(value) : value,
            ]),
          )
        : part,
    );
  }
}

/** Adds a number to what stands in a list again. */
function counted(messages: readonly KeyedMessage[]): KeyedMessage[] {
  const seen = new Map<string, number>();
  return messages.map(({ key, message }) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return { key: count === 1 ? key : `${key} ${count}`, message };
  });
}
