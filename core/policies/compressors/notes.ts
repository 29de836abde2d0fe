import { utf8Length } from "../../lib/utf8.ts";
import type { NoteColumn } from "./note-column.ts";
import type { NoteListMaker } from "./note-list.ts";

/** The headings of an extractive summary, in the order in which they stand in it. */
export const HEADINGS = ["Task", "Requests", "Decisions", "Files", "Commands", "Errors", "Open"] as const;

/** One heading. */
export type Heading = (typeof HEADINGS)[number];

/** Where each heading stands among them. */
export const AT = { Task: 0, Requests: 1, Decisions: 2, Files: 3, Commands: 4, Errors: 5, Open: 6 } as const;

/** One of each heading, in their order. A run that fires a hundred times looks up thousands: a list is quicker than names. */
export type ByHeading<T> = readonly [T, T, T, T, T, T, T];

/** One of each heading; `at` is where it stands among them. */
export function byHeading<T>(make: (heading: Heading, at: (typeof AT)[Heading]) => T): ByHeading<T> {
  return HEADINGS.map((heading) => make(heading, AT[heading])) as unknown as ByHeading<T>;
}

/** A note as it stands in a summary. */
export function lineOf(note: string): string {
  return `- ${note}\n`;
}

/**
 * The notes of one heading, each once: the newest first, and then those of the summary before. What is told of a note
 * that stands in a column is told without its text, which lies far from everything else.
 */
export interface NoteSource {
  /** Goes on to the next note. False when there is none. */
  next(): boolean;
  /** The column that notes come from, where they come from one. */
  readonly column: NoteColumn | undefined;
  /** Where the note stands in the column; -1 where it stands in none. */
  readonly position: number;
  /** Its UTF-16 units, and its bytes in UTF-8. */
  readonly units: number;
  readonly bytes: number;
  /** The note as it stands in a summary. */
  readonly line: string;
  /** Gives a list note after note while they fit in so many UTF-16 units. */
  take(list: NoteListMaker, room: number): Taken;
}

/** What is left of a room once notes were taken, and their bytes in UTF-8. */
export interface Taken {
  readonly room: number;
  readonly bytes: number;
}

/** Notes in a list, which may hold one twice; some of them may stand in a column. */
export class ListSource implements NoteSource {
  readonly column: NoteColumn | undefined;
  position = -1;
  units = 0;
  bytes = 0;
  line = "";
  /** Made for several notes alone. */
  private readonly seen: Set<string> | undefined;
  private readonly lines: readonly string[];
  private readonly positions: readonly number[] | undefined;
  private at = 0;

  /** `positions` has for each note where it stands in the column, -1 for nowhere. */
  constructor(lines: readonly string[], column?: NoteColumn, positions?: readonly number[]) {
    this.lines = lines;
    this.column = column;
    this.positions = positions;
    this.seen = lines.length > 1 ? new Set() : undefined;
  }

  next(): boolean {
    while (this.at < this.lines.length) {
      const at = this.at++;
      const line = this.lines[at] as string;
      if (this.seen?.has(line)) continue;
      this.seen?.add(line);
      this.line = line;
      this.position = this.positions?.[at] ?? -1;
      this.units = line.length;
      this.bytes = this.column?.knownBytes(this.position) ?? utf8Length(line);
      return true;
    }
    return false;
  }

  take(list: NoteListMaker, room: number): Taken {
    let left = room;
    let bytes = 0;
    while (this.next() && this.units <= left) {
      left -= this.units;
      bytes += this.bytes;
      list.add(this);
    }
    return { room: left, bytes };
  }
}
