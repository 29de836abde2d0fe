import { utf8Length } from "../../lib/utf8.ts";
import type { NoteColumn, NoteRange } from "./note-column.ts";
import type { NoteList, NoteListMaker } from "./note-list.ts";
import type { NoteSource, Taken } from "./notes.ts";

/** Positions [from, end) of a column of which none comes again: what can be taken without looking at each. */
interface Stretch {
  readonly from: number;
  readonly end: number;
}

/** The notes [from, end) of a column, newest first, then older lines, each of them once. */
export class ColumnSource implements NoteSource {
  readonly column: NoteColumn;
  private readonly from: number;
  private readonly end: number;
  private readonly older: NoteList;
  /** Whether the places of the older notes are positions of this column. */
  private readonly isOwn: boolean;
  private at: number;
  /** The older note that comes next: its stretch, and its place in it where it is no longer the first. */
  private olderStretch = 0;
  private olderPlace: number | undefined;
  position = -1;
  private line = "";

  constructor(column: NoteColumn, { from, end }: NoteRange, older: NoteList) {
    this.column = column;
    this.from = from;
    this.end = end;
    this.older = older;
    this.isOwn = older.column === column;
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

  /** Bytes of the line that was given last. */
  get bytes(): number {
    const { position, column } = this;
    return position >= 0 ? column.bytesOf(position, position + 1) : utf8Length(this.line);
  }

  /**
   * Where one heading alone is left most of a summary is taken: as many notes at once as stand together in the column
   * and come nowhere again.
   */
  take(list: NoteListMaker, room: number): Taken {
    let left = room;
    let bytes = 0;
    for (;;) {
      const stretch = this.together();
      if (stretch) {
        const { end } = stretch;
        const from = this.column.fitting(stretch.from, end, left);
        if (from < end) list.addStretch(end - 1, from);
        left -= this.column.unitsOf(from, end);
        bytes += this.column.bytesOf(from, end);
        if (from > stretch.from) break;
        this.pass(stretch);
        continue;
      }
      const line = this.next();
      if (line === undefined || line.length > left) break;
      left -= line.length;
      bytes += this.bytes;
      list.add(line, this.position);
    }
    return { room: left, bytes };
  }

  /** The next notes, as far as they stand together in the column and come nowhere again; undefined where none do. */
  private together(): Stretch | undefined {
    return this.at > this.from ? this.unrepeated(this.from, this.at) : this.olderTogether();
  }

  private unrepeated(lowest: number, end: number): Stretch | undefined {
    const from = Math.max(lowest, this.column.repeatUpTo(end - 1) + 1);
    return from < end ? { from, end } : undefined;
  }

  private olderTogether(): Stretch | undefined {
    const place = this.nextPlace();
    // What stands among the newer notes itself has to be looked up.
    if (place === undefined || place < 0 || !this.isOwn || place >= this.from) return undefined;
    return this.unrepeated(this.older.stretches[this.olderStretch + 1] as number, place + 1);
  }

  /** Goes on behind notes that were taken together. */
  private pass({ from }: Stretch): void {
    if (this.at > this.from) this.at = from;
    else this.passTo(from - 1);
  }

  /** Place of the next older note. */
  private nextPlace(): number | undefined {
    return this.olderPlace ?? this.older.stretches[this.olderStretch];
  }

  /** Goes on with the older note at a place of the same stretch, or with the next stretch behind its end. */
  private passTo(place: number): void {
    const isWithin = place >= (this.older.stretches[this.olderStretch + 1] as number);
    this.olderPlace = isWithin ? place : undefined;
    if (!isWithin) this.olderStretch += 2;
  }

  private nextOlder(): string | undefined {
    const { column, from, end, older } = this;
    for (let place = this.nextPlace(); place !== undefined; place = this.nextPlace()) {
      this.passTo(place - 1);
      const position = this.isOwn ? Math.max(-1, place) : -1;
      const line = older.lineAt(place);
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
