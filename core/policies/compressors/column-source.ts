import { utf8Length } from "../../lib/utf8.ts";
import type { NoteColumn } from "./note-column.ts";
import { NO_NOTES, type NoteList, type NoteListMaker } from "./note-list.ts";
import type { NoteSource, Taken } from "./notes.ts";

/** Positions [from, end) of a column of which none comes again: what can be taken without looking at each. */
interface Stretch {
  readonly from: number;
  readonly end: number;
}

/**
 * The notes [from, end) of a column, newest first, then older ones, each of them once. A source serves one summary after
 * the other.
 */
export class ColumnSource implements NoteSource {
  readonly column: NoteColumn;
  private from = 0;
  private end = 0;
  private older = NO_NOTES;
  /** Whether the places of the older notes are positions of this column. */
  private isOwn = false;
  private at = 0;
  /** The older note that comes next: its stretch, and its place in it where it is no longer the first. */
  private olderStretch = 0;
  private olderPlace: number | undefined;
  position = -1;
  units = 0;
  bytes = 0;
  /** Place of an older note that stands in no column of its own. */
  private place = 0;

  constructor(column: NoteColumn) {
    this.column = column;
  }

  /** Begins with the newest of [from, end). */
  begin(from: number, end: number, older: NoteList): this {
    this.from = from;
    this.end = end;
    this.older = older;
    this.isOwn = older.column === this.column;
    this.at = end;
    this.olderStretch = 0;
    this.olderPlace = undefined;
    return this;
  }

  next(): boolean {
    const { column, from, end } = this;
    while (this.at > from) {
      this.at--;
      if (!column.isNewest(this.at, end)) continue;
      this.tell(this.at);
      return true;
    }
    return this.nextOlder();
  }

  /** What is told of a note of the column. */
  private tell(position: number): void {
    const { column } = this;
    this.position = position;
    this.units = column.unitsOf(position, position + 1);
    this.bytes = column.bytesOf(position, position + 1);
  }

  get line(): string {
    const { position, column, older, place } = this;
    return position >= 0 ? (column.lines[position] as string) : older.lineAt(place);
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
      if (!this.next() || this.units > left) break;
      left -= this.units;
      bytes += this.bytes;
      list.add(this);
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

  private nextOlder(): boolean {
    const { column, from, end } = this;
    for (let place = this.nextPlace(); place !== undefined; place = this.nextPlace()) {
      this.passTo(place - 1);
      this.place = place;
      if (place < 0 || !this.isOwn) {
        if (this.takeOther()) return true;
        continue;
      }
      const comes =
        place < from
          ? column.comesWithin(place, from, end)
          : column.has(column.lines[place] as string, from, end);
      if (comes) continue;
      this.tell(place);
      return true;
    }
    return false;
  }

  /** Takes the older note that stands in no column of its own, unless a newer one is the same. */
  private takeOther(): boolean {
    const line = this.older.lineAt(this.place);
    if (this.column.has(line, this.from, this.end)) return false;
    this.position = -1;
    this.units = line.length;
    this.bytes = utf8Length(line);
    return true;
  }
}
