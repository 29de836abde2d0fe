import type { Notebook } from "./notebook.ts";

const MAX_NAME = 60;

/** Counts records of types that no part of the inner model stands for. Most lines of a session may be such. */
export class OpaqueCount {
  readonly #counts = new Map<string, Map<string, { count: number; readonly line: number }>>();

  add(type: string, subtype: string, line: number): void {
    const known = this.#counts.get(type)?.get(subtype);
    if (known) known.count++;
    else this.#first(type, subtype, line);
  }

  /** Says in the report what was counted, by type, in the order of first sight. */
  addTo(notes: Notebook, what: string): void {
    for (const [type, subtypes] of this.#counts) {
      for (const [subtype, { count, line }] of subtypes) {
        const name = type === "" ? "(none)" : type.slice(0, MAX_NAME);
        const full = subtype === "" ? name : `${name}/${subtype.slice(0, MAX_NAME)}`;
        notes.add("opaque", `${what} ${full}`, line, count);
      }
    }
  }

  #first(type: string, subtype: string, line: number): void {
    const subtypes = this.#counts.get(type) ?? new Map<string, { count: number; readonly line: number }>();
    this.#counts.set(type, subtypes);
    subtypes.set(subtype, { count: 1, line });
  }
}
