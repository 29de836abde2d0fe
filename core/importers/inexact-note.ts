import type { InexactNumber } from "../lib/inexact-numbers.ts";
import { inexactNumbers, mayBeInexact } from "../lib/inexact-numbers.ts";
import type { Notebook } from "./notebook.ts";

const CHANGED = "numbers that cannot be kept as they are written";
const MAX_SHOWN = 60;

/** Counts the numbers of a file that parsing changes, and remembers where the first one stands. */
export class InexactCount {
  #first: InexactNumber | undefined;
  #line = 0;
  #count = 0;

  /** A record's text, or that of a whole document, and what it was parsed to. */
  add(text: string, value: unknown, line: number): void {
    if (!mayBeInexact(value, text)) return;
    const { first, count } = inexactNumbers(text);
    this.#count += count;
    if (!first || this.#first) return;
    this.#first = first;
    this.#line = line;
  }

  addTo(notes: Notebook): void {
    if (!this.#first) return;
    const { written, path } = this.#first;
    const where = path === "" ? "" : ` at ${path}`;
    notes.add("doubt", `${CHANGED}, such as ${written.slice(0, MAX_SHOWN)}${where}`, this.#line, this.#count);
  }
}

/** Says in the report that a text of JSON inside a record holds such numbers. */
export function noteInexact(text: string, value: unknown, notes: Notebook, line: number): void {
  if (!mayBeInexact(value, text)) return;
  notes.add("doubt", `${CHANGED}, in texts of JSON`, line, inexactNumbers(text).count);
}
