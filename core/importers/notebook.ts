import type { ReportNote } from "../model/report.ts";

/** How many different notes of one kind a report lists; the rest are counted together. */
const MAX_NOTES = 100;
const MAX_WHAT = 240;
const REST = "more of this kind, not listed";

interface Counted {
  readonly note: ReportNote;
  count: number;
}

/** Collects the notes of one import: the same thing said once, with how often and where first. */
export class Notebook {
  readonly #all: Counted[] = [];
  readonly #byKind = new Map<ReportNote["kind"], Map<string, Counted>>();

  add(kind: ReportNote["kind"], what: string, line?: number, count = 1): void {
    if (count === 0) return;
    const known = this.#byKind.get(kind)?.get(what);
    if (known) known.count += count;
    else this.#first(kind, what, line, count);
  }

  /** All notes, in the order in which they were first made. */
  list(): ReportNote[] {
    return this.#all.map(({ note, count }) => ({ ...note, count }));
  }

  #first(kind: ReportNote["kind"], what: string, line: number | undefined, count: number): void {
    const ofKind = this.#byKind.get(kind) ?? new Map<string, Counted>();
    this.#byKind.set(kind, ofKind);
    const rest = ofKind.get(REST);
    if (rest) rest.count += count;
    else
      this.#put(ofKind, ofKind.size < MAX_NOTES ? { kind, what, count } : { kind, what: REST, count }, line);
  }

  #put(ofKind: Map<string, Counted>, said: ReportNote, line: number | undefined): void {
    const what = said.what.length > MAX_WHAT ? `${said.what.slice(0, MAX_WHAT)}…` : said.what;
    const counted = {
      note: line === undefined ? { ...said, what } : { ...said, what, line },
      count: said.count,
    };
    ofKind.set(said.what, counted);
    this.#all.push(counted);
  }
}
