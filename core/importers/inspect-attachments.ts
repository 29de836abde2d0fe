import type { Json, JsonObject } from "../model/json.ts";
import { field, isJsonObject } from "../model/json.ts";
import type { Notebook } from "./notebook.ts";

const NOTES = {
  missing: "attachments that are not in the log: their references are shown",
  much: "attachments that are referred to again and again: their references are shown from there on",
} as const;

/** What references may add to a file, in characters: so much, and so many times the file itself. */
const FREE = 64 * 1024 * 1024;
const TIMES = 20;

const WHOLE = /^(?:attachment|tc):\/\/([0-9a-f]{16,64})$/;
const REFERENCE = /(?:attachment|tc):\/\/([0-9a-f]{16,64})/;

/** Long texts of a sample that stand in one place and are referred to by their hash. */
export class Attachments {
  readonly #held: readonly JsonObject[];
  readonly #notes: Notebook;
  readonly #line: number;
  /** The hash of each text that is held. */
  readonly #hashes = new Map<string, string>();
  #left: number;

  /** `bytes` is the size of the record: a small file must not grow without end. */
  constructor(held: readonly (Json | undefined)[], bytes: number, notes: Notebook, line: number) {
    this.#held = held.filter(isJsonObject);
    this.#notes = notes;
    this.#line = line;
    this.#left = FREE + bytes * TIMES;
    for (const one of this.#held)
      for (const [hash, said] of Object.entries(one))
        if (typeof said === "string") this.#hashes.set(said, hash);
  }

  /** A text as what it is known by: the same for a text and for a reference to it. */
  known(given: string): string {
    const hash = WHOLE.exec(given)?.[1] ?? this.#hashes.get(given);
    return hash === undefined ? given : `attachment://${hash}`;
  }

  /** A text with its references resolved. */
  text(given: string): string {
    if (!given.includes("://") || !REFERENCE.test(given)) return given;
    return given.replaceAll(new RegExp(REFERENCE, "g"), (reference, hash: string) =>
      this.#one(reference, hash),
    );
  }

  #one(reference: string, hash: string): string {
    const found = this.#held.map((held) => field(held, hash)).find((one) => typeof one === "string");
    if (typeof found !== "string") this.#notes.add("missing", NOTES.missing, this.#line);
    else if (found.length > this.#left) this.#notes.add("doubt", NOTES.much, this.#line);
    else {
      this.#left -= found.length;
      return found;
    }
    return reference;
  }
}
