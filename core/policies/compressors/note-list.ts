import type { NoteColumn } from "./note-column.ts";
import type { NoteSource } from "./notes.ts";

/**
 * The notes of one heading as a summary has them, newest first. Those that stand in a column of a recording are kept
 * as stretches of it: a run writes hundreds of notes at every fire, and most of them one after the other.
 */
export class NoteList {
  readonly column: NoteColumn | undefined;
  readonly length: number;
  /**
   * Pairs of a first and a last place, descending, both included. From 0 on a place is a position in the column;
   * -1, -2, … are the first, the second, … of the others, each a pair of its own.
   */
  readonly stretches: readonly number[];
  private readonly others: readonly string[];

  constructor(
    stretches: readonly number[],
    length: number,
    others: readonly string[] = [],
    column?: NoteColumn,
  ) {
    this.stretches = stretches;
    this.length = length;
    this.others = others;
    this.column = column;
  }

  /** Notes that stand in no column. */
  static of(lines: readonly string[]): NoteList {
    const stretches = lines.flatMap((_, at) => [-1 - at, -1 - at]);
    return new NoteList(stretches, lines.length, lines);
  }

  /** The note at a place, its line end included. */
  lineAt(place: number): string {
    return (place >= 0 ? this.column?.lines[place] : this.others[-1 - place]) ?? "";
  }

  /** Every note. */
  lines(): string[] {
    const lines: string[] = [];
    this.each((line) => lines.push(line));
    return lines;
  }

  /** Visits every note, with its place. */
  each(visit: (line: string, place: number) => void): void {
    const { stretches } = this;
    for (let at = 0; at < stretches.length; at += 2)
      for (let place = stretches[at] as number; place >= (stretches[at + 1] as number); place--)
        visit(this.lineAt(place), place);
  }
}

/** No notes at all. */
export const NO_NOTES = NoteList.of([]);

/** Makes lists, one after the other. What they grow in is kept: it need not grow again. */
export class NoteListMaker {
  private readonly stretches: number[] = [];
  private column: NoteColumn | undefined;
  private others: string[] = [];
  /** Numbers of `stretches` that are of this list, and its notes. */
  private used = 0;
  private count = 0;

  /** Begins a list; its notes may stand in a column. */
  begin(column: NoteColumn | undefined): void {
    this.column = column;
    this.used = 0;
    this.count = 0;
    this.others = [];
  }

  get length(): number {
    return this.count;
  }

  /** Adds the note that a source has come to. */
  add(source: Pick<NoteSource, "position" | "line">): void {
    const { position } = source;
    if (position < 0) this.addLine(source.line);
    else this.addStretch(position, position);
  }

  /** Adds a note that stands in no column. */
  addLine(line: string): void {
    const place = -this.others.push(line);
    this.addStretch(place, place);
  }

  /** Adds the notes of the column from one position down to another, both included. */
  addStretch(first: number, last: number): void {
    const { stretches, used } = this;
    this.count += first - last + 1;
    if (used > 0 && last >= 0 && stretches[used - 1] === first + 1) {
      stretches[used - 1] = last;
      return;
    }
    stretches[used] = first;
    stretches[used + 1] = last;
    this.used = used + 2;
  }

  /** The list. */
  list(): NoteList {
    if (this.count === 0) return NO_NOTES;
    return new NoteList(this.stretches.slice(0, this.used), this.count, this.others, this.column);
  }
}
