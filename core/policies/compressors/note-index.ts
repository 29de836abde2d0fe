import type { Message } from "../../model/message.ts";
import type { Recording } from "../../model/recording.ts";
import { errorsOfChanged, readNotes } from "./message-notes.ts";
import { ColumnSource } from "./column-source.ts";
import { NoteColumn } from "./note-column.ts";
import { NoteTaker } from "./note-taker.ts";
import type { NoteList } from "./note-list.ts";
import { type Heading, ListSource, type NoteSource, lineOf } from "./notes.ts";
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
  readonly columns: Readonly<Record<Heading, NoteColumn>>;

  constructor({ thread }: Recording) {
    const column = (): NoteColumn => new NoteColumn();
    const columns = {
      Task: column(),
      Requests: column(),
      Decisions: column(),
      Files: column(),
      Commands: column(),
      Errors: column(),
      Open: column(),
    };
    const taker = new NoteTaker(
      (heading, note, index) => columns[heading].add(lineOf(note), index),
      (task, request, index) => {
        columns.Task.add(lineOf(task), index);
        columns.Requests.add(lineOf(request), index);
      },
    );
    thread.messages.forEach((message, index) => taker.take(message, readNotes(message), index));
    taker.close();
    this.columns = columns;
  }

  /** The notes of a stretch before those of the summary so far. */
  sources(range: CoveredRange, previous: Rendered): Record<Heading, NoteSource> {
    const older = previous.notes;
    const source = (heading: Heading, skip = 0): NoteSource => {
      const column = this.columns[heading];
      const from = column.before(range.from) + skip;
      const within = { from, end: column.before(range.to) };
      return new ColumnSource(column, within, older[heading]);
    };
    const task = older.Task.length > 0 ? undefined : this.taskIn(range);
    return {
      Task: new ListSource(task === undefined ? older.Task.lines() : [task]),
      Requests: source("Requests", task === undefined ? 0 : 1),
      Decisions: source("Decisions"),
      Files: source("Files"),
      Commands: source("Commands"),
      Errors: this.tellsTheSame(range) ? source("Errors") : this.changedErrors(range, older.Errors),
      Open: source("Open"),
    };
  }

  /** What the first user message of a stretch asks. */
  private taskIn({ from, to }: CoveredRange): string | undefined {
    const at = this.columns.Task.before(from);
    return at < this.columns.Task.before(to) ? this.columns.Task.lines[at] : undefined;
  }

  /** Whether the results that are sent in another form bring no errors, neither as they were recorded nor in that form. */
  private tellsTheSame({ changed }: CoveredRange): boolean {
    const { Errors } = this.columns;
    return changed.every(
      ({ index, message }) =>
        Errors.before(index) === Errors.before(index + 1) &&
        message.parts.every((part) => part.type !== "tool-result" || errorsOfChanged(part).length === 0),
    );
  }

  /** Errors where some results are sent in another form: these tell what that form tells. */
  private changedErrors({ from, to, changed }: CoveredRange, older: NoteList): NoteSource {
    const column = this.columns.Errors;
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
