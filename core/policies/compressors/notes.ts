import { utf8Length } from "../../lib/utf8.ts";
import type { NoteColumn } from "./note-column.ts";
import type { NoteListMaker } from "./note-list.ts";

/** The headings of an extractive summary, in the order in which they stand in it. */
export const HEADINGS = ["Task", "Requests", "Decisions", "Files", "Commands", "Errors", "Open"] as const;

/** One heading. */
export type Heading = (typeof HEADINGS)[number];

/** One of each heading. */
export function byHeading<T>(make: (heading: Heading) => T): Record<Heading, T> {
  return {
    Task: make("Task"),
    Requests: make("Requests"),
    Decisions: make("Decisions"),
    Files: make("Files"),
    Commands: make("Commands"),
    Errors: make("Errors"),
    Open: make("Open"),
  };
}

/** A note as it stands in a summary. */
export function lineOf(note: string): string {
  return `- ${note}\n`;
}

/** The notes of one heading, each once: the newest first, and then those of the summary before. */
export interface NoteSource {
  /** The next line, or undefined when there is none. */
  next(): string | undefined;
  /** The column that lines come from, where they come from one. */
  readonly column: NoteColumn | undefined;
  /** Where the line that was given last stands in the column; -1 where it stands in none. */
  readonly position: number;
  /** Bytes in UTF-8 of the line that was given last. */
  readonly bytes: number;
  /** Gives a list line after line while they fit in so many UTF-16 units. */
  take(list: NoteListMaker, room: number): Taken;
}

/** What is left of a room once lines were taken, and their bytes in UTF-8. */
export interface Taken {
  readonly room: number;
  readonly bytes: number;
}

/** Lines in a list, which may hold one twice; some of them may stand in a column. */
export class ListSource implements NoteSource {
  readonly column: NoteColumn | undefined;
  position = -1;
  bytes = 0;
  /** Made for several lines alone. */
  private readonly seen: Set<string> | undefined;
  private readonly lines: readonly string[];
  private readonly positions: readonly number[] | undefined;
  private at = 0;

  /** `positions` has for each line where it stands in the column, -1 for nowhere. */
  constructor(lines: readonly string[], column?: NoteColumn, positions?: readonly number[]) {
    this.lines = lines;
    this.column = column;
    this.positions = positions;
    this.seen = lines.length > 1 ? new Set() : undefined;
  }

  next(): string | undefined {
    while (this.at < this.lines.length) {
      const line = this.lines[this.at] as string;
      const position = this.positions?.[this.at] ?? -1;
      this.at++;
      if (this.seen?.has(line)) continue;
      this.seen?.add(line);
      this.position = position;
      // A column knows, without looking at the text.
      const known = position >= 0 ? this.column?.bytesOf(position, position + 1) : undefined;
      this.bytes = known ?? utf8Length(line);
      return line;
    }
    return undefined;
  }

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
}
