import type { NoteSource } from "./notes.ts";

/** The notes of one heading over a whole recording, in order, each with the message that brings it. */
export class NoteColumn {
  readonly lines: string[] = [];
  private readonly indices: number[] = [];
  /** For each note, the next position that has the same line; Infinity for none. */
  private readonly again: number[] = [];
  private readonly positions = new Map<string, number[]>();

  /** Adds the note of a message; indices ascend. */
  add(line: string, index: number): void {
    const at = this.lines.length;
    const known = this.positions.get(line);
    if (known) this.again[known.at(-1) as number] = at;
    if (known) known.push(at);
    else this.positions.set(line, [at]);
    this.lines.push(line);
    this.indices.push(index);
    this.again.push(Infinity);
  }

  /** How many notes the messages before an index bring. */
  before(index: number): number {
    return lowerBound(this.indices, index);
  }

  /** Index of the message that brings the note at a position. */
  indexAt(position: number): number {
    return this.indices[position] as number;
  }

  /** Whether no note in (position, end) is the same. */
  isNewest(position: number, end: number): boolean {
    return (this.again[position] as number) >= end;
  }

  /** Whether a line is among the notes [from, end). */
  has(line: string, from: number, end: number): boolean {
    const known = this.positions.get(line);
    if (!known) return false;
    const at = known[lowerBound(known, from)];
    return at !== undefined && at < end;
  }
}

/** Position of the first value that is not below a limit, in ascending values. */
function lowerBound(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The notes [from, end) of a column, newest first, then older lines, each of them once. */
export class ColumnSource implements NoteSource {
  private readonly column: NoteColumn;
  private readonly from: number;
  private readonly end: number;
  private readonly older: readonly string[];
  private at: number;
  private olderAt = 0;

  constructor(column: NoteColumn, from: number, end: number, older: readonly string[]) {
    this.column = column;
    this.from = from;
    this.end = end;
    this.older = older;
    this.at = end;
  }

  next(): string | undefined {
    const { column, from, end, older } = this;
    while (this.at > from) {
      this.at--;
      if (column.isNewest(this.at, end)) return column.lines[this.at];
    }
    while (this.olderAt < older.length) {
      const line = older[this.olderAt++] as string;
      if (!column.has(line, from, end)) return line;
    }
    return undefined;
  }
}
