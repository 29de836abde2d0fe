import { utf8Length } from "../../lib/utf8.ts";
import type { NoteList, NoteListMaker } from "./note-list.ts";
import type { NoteSource, Taken } from "./notes.ts";

/** The notes of one heading over a whole recording, in order, each with the message that brings it. */
export class NoteColumn {
  readonly lines: string[] = [];
  private readonly indices: number[] = [];
  /** For each note, the next position that has the same line; Infinity for none. */
  private readonly again: number[] = [];
  private readonly positions = new Map<string, number[]>();
  /** Bytes of each note, 0 where nobody has asked yet. */
  private readonly sizes: number[] = [];

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
    this.sizes.push(0);
  }

  /** Bytes in UTF-8 of the note at a position. */
  bytesAt(position: number): number {
    const known = this.sizes[position] as number;
    if (known > 0) return known;
    return (this.sizes[position] = utf8Length(this.lines[position] as string));
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

/** Positions [from, end) of a column. */
export interface NoteRange {
  readonly from: number;
  readonly end: number;
}

/** The notes [from, end) of a column, newest first, then older lines, each of them once. */
export class ColumnSource implements NoteSource {
  readonly column: NoteColumn;
  private readonly from: number;
  private readonly end: number;
  private readonly older: NoteList;
  private at: number;
  private olderAt = 0;
  position = -1;
  private line = "";

  constructor(column: NoteColumn, { from, end }: NoteRange, older: NoteList) {
    this.column = column;
    this.from = from;
    this.end = end;
    this.older = older;
    this.at = end;
  }

  next(): string | undefined {
    const { column, from, end } = this;
    while (this.at > from) {
      this.at--;
      if (!column.isNewest(this.at, end)) continue;
      this.position = this.at;
      return (this.line = column.lines[this.at] as string);
    }
    return this.nextOlder();
  }

  /** Where one heading alone is left most of a summary is taken: in a loop of its own, which needs no other source. */
  take(list: NoteListMaker, room: number): Taken {
    let left = room;
    let bytes = 0;
    for (let line = this.next(); line !== undefined && line.length <= left; line = this.next()) {
      left -= line.length;
      bytes += this.bytes;
      list.add(line, this.position);
    }
    return { room: left, bytes };
  }

  /** Bytes of the line that was given last. */
  get bytes(): number {
    return this.position >= 0 ? this.column.bytesAt(this.position) : utf8Length(this.line);
  }

  private nextOlder(): string | undefined {
    const { column, from, end, older } = this;
    while (this.olderAt < older.length) {
      const at = this.olderAt++;
      const position = older.positionIn(column, at);
      const line = position >= 0 ? (column.lines[position] as string) : older.lineAt(at);
      // Nothing is looked up for an older note that comes nowhere again. One that does may come in the messages that no
      // summary was given, between those that it stands for and these.
      const isNewest = position >= 0 && position < from && column.isNewest(position, end);
      if (!isNewest && column.has(line, from, end)) continue;
      this.position = position;
      return (this.line = line);
    }
    return undefined;
  }
}
