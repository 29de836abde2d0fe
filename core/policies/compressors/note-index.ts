import type { Message } from "../../model/message.ts";
import type { Recording } from "../../model/recording.ts";
import { errorsOfChanged, readNotes } from "./message-notes.ts";
import { ColumnSource } from "./column-source.ts";
import { NoteColumn } from "./note-column.ts";
import { NoteTaker } from "./note-taker.ts";
import type { NoteList } from "./note-list.ts";
import { AT, type ByHeading, ListSource, type NoteSource, byHeading, lineOf } from "./notes.ts";
import type { Rendered } from "./rendered-notes.ts";

/** Covered messages of a recording: [from, to), and those that are not sent as they were recorded. */
export interface CoveredRange {
  readonly from: number;
  readonly to: number;
  readonly changed: readonly { readonly index: number; readonly message: Message }[];
}

/**
 * The notes of every message of a recording, taken once: a summary of any stretch finds its own without looking at a
 * message.
 */
export class NoteIndex {
  /** Of the columns: one summary is written after the other. */
  private readonly inColumns: ByHeading<ColumnSource>;
  private readonly errors: NoteColumn;

  constructor({ thread }: Recording) {
    const columns = byHeading(() => new NoteColumn());
    const taker = new NoteTaker(
      (heading, note, index) => columns[AT[heading]].add(lineOf(note), index),
      (task, request, index) => {
        columns[AT.Task].add(lineOf(task), index);
        columns[AT.Requests].add(lineOf(request), index);
      },
    );
    thread.messages.forEach((message, index) => taker.take(message, readNotes(message), index));
    taker.close();
    this.inColumns = byHeading((_, at) => new ColumnSource(columns[at]));
    this.errors = columns[AT.Errors];
  }

  /** The notes of a stretch before those of the summary so far, to be read before any others are asked for. */
  sources(range: CoveredRange, { notes: older }: Rendered): ByHeading<NoteSource> {
    const { from, to } = range;
    const isTold = this.tellsTheSame(range);
    const hasTask = older[AT.Task].length > 0;
    return byHeading((_, at) => {
      const source = this.inColumns[at];
      const before = older[at];
      if (at === AT.Errors && !isTold) return this.changedErrors(range, before);
      const { column } = source;
      const first = column.before(from);
      const end = column.before(to);
      // What was asked first is the task, and no request beside it.
      if (at === AT.Task) return source.begin(first, hasTask ? first : Math.min(first + 1, end), before);
      return source.begin(at === AT.Requests && !hasTask ? Math.min(first + 1, end) : first, end, before);
    });
  }

  /** Whether the results that are sent in another form bring no errors, neither as they were recorded nor in that form. */
  private tellsTheSame({ changed }: CoveredRange): boolean {
    const { errors } = this;
    return changed.every(
      ({ index, message }) =>
        errors.before(index) === errors.before(index + 1) &&
        message.parts.every((part) => part.type !== "tool-result" || errorsOfChanged(part).length === 0),
    );
  }

  /** Errors where some results are sent in another form: these tell what that form tells. */
  private changedErrors({ from, to, changed }: CoveredRange, older: NoteList): NoteSource {
    const column = this.errors;
    const lines: string[] = [];
    const positions: number[] = [];
    const add = (line: string, position: number): void => {
      lines.push(line);
      positions.push(position);
    };
    let at = column.before(to) - 1;
    const downTo = (index: number): void => {
      for (const first = column.before(index); at >= first; at--) add(column.lines[at] as string, at);
    };
    for (const { index, message } of changed.toReversed()) {
      downTo(index + 1);
      const told = message.parts.flatMap((part) =>
        part.type === "tool-result" ? errorsOfChanged(part) : [],
      );
      for (const error of told.toReversed()) add(lineOf(error), -1);
      at = column.before(index) - 1;
    }
    downTo(from);
    const isOwn = older.column === column;
    older.each((line, place) => add(line, isOwn ? Math.max(-1, place) : -1));
    return new ListSource(lines, column, positions);
  }
}

const known = new WeakMap<Recording, NoteIndex>();

/** The index of a recording, made when the first summary is written. */
export function noteIndexOf(recording: Recording): NoteIndex {
  let index = known.get(recording);
  if (!index) {
    index = new NoteIndex(recording);
    known.set(recording, index);
  }
  return index;
}
