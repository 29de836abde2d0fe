import type { NoteColumn } from "./note-column.ts";

/**
 * The notes of one heading as a summary has them, newest first. Those that stand in a column of a recording are kept
 * by their positions in it: a run writes hundreds of notes at every fire.
 */
export class NoteList {
  readonly column: NoteColumn | undefined;
  /** Positions in the column; -1, -2, … are the first, the second, … of the others. */
  private readonly places: readonly number[];
  private readonly others: readonly string[];

  constructor(places: readonly number[], others: readonly string[], column?: NoteColumn) {
    this.places = places;
    this.others = others;
    this.column = column;
  }

  /** Notes that stand in no column. */
  static of(lines: readonly string[]): NoteList {
    return new NoteList(
      lines.map((_, at) => -1 - at),
      lines,
    );
  }

  get length(): number {
    return this.places.length;
  }

  /** Position in a column of the note at an index, or -1 where it does not stand in that one. */
  positionIn(column: NoteColumn, index: number): number {
    return column === this.column ? Math.max(-1, this.places[index] as number) : -1;
  }

  /** The note at an index, its line end included. */
  lineAt(index: number): string {
    const place = this.places[index] as number;
    return (place >= 0 ? this.column?.lines[place] : this.others[-1 - place]) ?? "";
  }

  /** Every note. */
  lines(): string[] {
    return Array.from({ length: this.length }, (_, at) => this.lineAt(at));
  }
}

const NONE = NoteList.of([]);

/** Makes lists, one after the other, each note by note. What they grow in is kept: it need not grow again. */
export class NoteListMaker {
  private readonly places: number[] = [];
  private column: NoteColumn | undefined;
  private others: string[] = [];
  private count = 0;

  /** Begins a list; its notes may stand in a column. */
  begin(column: NoteColumn | undefined): void {
    this.column = column;
    this.count = 0;
    this.others = [];
  }

  get length(): number {
    return this.count;
  }

  /** Adds a note; `position` is where it stands in the column, or -1. */
  add(line: string, position: number): void {
    this.places[this.count++] = position >= 0 ? position : -this.others.push(line);
  }

  /** The list. */
  list(): NoteList {
    if (this.count === 0) return NONE;
    const places = this.places.slice(0, this.count);
    return new NoteList(places, this.others, this.column);
  }
}
