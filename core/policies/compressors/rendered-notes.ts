import { indexAtUnits, utf8Length } from "../../lib/utf8.ts";
import type { Written } from "../written.ts";
import { NO_NOTES, NoteList, NoteListMaker } from "./note-list.ts";
import {
  AT,
  type ByHeading,
  byHeading,
  type Heading,
  HEADINGS,
  lineOf,
  ListSource,
  type NoteSource,
} from "./notes.ts";

/** What a summary is made of. */
export interface Rendered {
  readonly notes: ByHeading<NoteList>;
}

/** The notes of no summary. */
export function nothingRendered(): Rendered {
  return { notes: byHeading(() => NO_NOTES) };
}

/** Reads back what `renderNotes` wrote; other text becomes notes under Task. */
export function readRendered(summary: Written): Rendered {
  return summary instanceof RenderedNotes ? summary : { notes: parseNotes(summary.text) };
}

function parseNotes(summary: string): Rendered["notes"] {
  const all = byHeading((): string[] => []);
  let lines = all[AT.Task];
  for (const line of summary.split("\n")) {
    const found = all[HEADINGS.findIndex((name) => line === `${name}:`)];
    const note = lineOf(line.startsWith("- ") ? line.slice(2) : line);
    if (found) lines = found;
    else if (line.trim() !== "" && !lines.includes(note)) lines.push(note);
  }
  return byHeading((_, at) => NoteList.of(all[at]));
}

/** How a note ends that was cut, and the fewest UTF-16 units of one that are worth having. */
const CUT = "…\n";
const LEAST_NOTE = 8;

/** Which notes go in first when room is short: one of each in turn, in this order. */
const PRIORITY: readonly Heading[] = ["Task", "Open", "Errors", "Decisions", "Requests", "Files", "Commands"];

/**
 * A summary out of notes. It knows its length and its bytes; its text is put together when somebody reads it, which
 * a run that fires a hundred times never does.
 */
class RenderedNotes implements Written, Rendered {
  readonly notes: Rendered["notes"];
  readonly length: number;
  readonly bytes: number;
  private made: string | undefined;

  constructor(notes: Rendered["notes"], length: number, bytes: number) {
    this.notes = notes;
    this.length = length;
    this.bytes = bytes;
  }

  /** A note is never blank: each begins with a dash. */
  get isBlank(): boolean {
    return this.length === 0;
  }

  get text(): string {
    this.made ??= textOf(this.notes);
    return this.made;
  }
}

function textOf(notes: Rendered["notes"]): string {
  let text = "";
  notes.forEach((own, at) => {
    if (own.length > 0) text += `${HEADINGS[at]}:\n${own.lines().join("")}`;
  });
  return text;
}

const NO_SOURCE = new ListSource([]);

/** A heading that is being filled, one summary after the other: its list keeps what it grows in. */
class Filling {
  readonly taken = new NoteListMaker();
  source: NoteSource = NO_SOURCE;
  private readonly heading: Heading;

  constructor(heading: Heading) {
    this.heading = heading;
  }

  begin(source: NoteSource): void {
    this.source = source;
    this.taken.begin(source.column);
  }

  /** UTF-16 units of its title, while it has no note yet: `Files:` and a line end. */
  get title(): number {
    return this.taken.length === 0 ? this.heading.length + 2 : 0;
  }

  /** A note cut to half of a room that it does not fit alone: the rest of it is for others. Undefined where none is. */
  halved(line: string, room: number): string | undefined {
    const most = Math.floor(room / 2) - this.heading.length - 2 - CUT.length;
    return most > LEAST_NOTE ? line.slice(0, indexAtUnits(line, most)) + CUT : undefined;
  }

  /** What was taken. The source is let go: it holds what a whole run is made of. */
  done(): NoteList {
    this.source = NO_SOURCE;
    return this.taken.list();
  }
}

/** Nothing is rendered while something else is. */
const fillings = byHeading((heading) => new Filling(heading));
const inTurns = PRIORITY.map((heading) => fillings[AT[heading]]);

/** What is left of the room of a summary while it is filled. */
class Room {
  private readonly whole: number;
  private left: number;
  private bytes = 0;

  constructor(maxChars: number) {
    this.whole = maxChars;
    this.left = maxChars;
  }

  /** Takes the next note of a heading. False where there is none that fits. */
  takeNext(filling: Filling): boolean {
    const { source, title, taken } = filling;
    if (!source.next()) return false;
    const units = source.units + title;
    if (units > this.left) return this.isEmpty && this.takeHalf(filling, source.line);
    this.left -= units;
    this.bytes += title + source.bytes;
    taken.add(source);
    return true;
  }

  private takeHalf(filling: Filling, line: string): boolean {
    const { title, taken } = filling;
    const half = filling.halved(line, this.left);
    if (half === undefined) return false;
    this.left -= half.length + title;
    this.bytes += title + utf8Length(half);
    taken.addLine(half);
    return true;
  }

  /** Takes all the notes of a heading that fit. It has one already. */
  takeRest({ source, taken }: Filling): void {
    const { room, bytes } = source.take(taken, this.left);
    this.left = room;
    this.bytes += bytes;
  }

  private get isEmpty(): boolean {
    return this.left === this.whole;
  }

  /** The summary that was filled in. */
  done(notes: Rendered["notes"]): Written {
    return new RenderedNotes(notes, this.whole - this.left, this.bytes);
  }
}

/** Takes a note of each heading, and leaves out the headings that gave none. */
function keepTaking(open: Filling[], room: Room): void {
  let kept = 0;
  for (const one of open) if (room.takeNext(one)) open[kept++] = one;
  // To set a length costs more than a round, even where it is the same.
  if (kept < open.length) open.length = kept;
}

/**
 * A summary of at most `maxChars` UTF-16 units out of the notes of every heading. No note is cut in the middle and
 * none stands twice.
 *
 * Takes whole notes in turn from every heading while they fit. A heading ends at its first note that does not fit, so
 * that no older note stands where a newer one was left out. A first note that is longer than all the room is cut:
 * else nothing would be left of a long task.
 */
export function renderNotes(sources: ByHeading<NoteSource>, maxChars: number): Written {
  fillings.forEach((filling, at) => filling.begin(sources[at] as NoteSource));
  const room = new Room(maxChars);
  const open = [...inTurns];
  while (open.length > 1) keepTaking(open, room);
  for (const last of open) if (last.taken.length > 0 || room.takeNext(last)) room.takeRest(last);
  return room.done(byHeading((_, at) => fillings[at].done()));
}
