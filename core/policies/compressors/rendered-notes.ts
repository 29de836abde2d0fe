import { indexAtUnits, utf8Length } from "../../lib/utf8.ts";
import type { Written } from "../written.ts";
import { NoteList, NoteListMaker } from "./note-list.ts";
import { byHeading, type Heading, HEADINGS, lineOf, type NoteSource } from "./notes.ts";

/** What a summary is made of. */
export interface Rendered {
  readonly notes: Readonly<Record<Heading, NoteList>>;
}

/** The notes of no summary. */
export function nothingRendered(): Rendered {
  return { notes: byHeading(() => NoteList.of([])) };
}

/** Reads back what `renderNotes` wrote; other text becomes notes under Task. */
export function readRendered(summary: Written): Rendered {
  return summary instanceof RenderedNotes ? summary : { notes: parseNotes(summary.text) };
}

function parseNotes(summary: string): Rendered["notes"] {
  const lines = byHeading((): string[] => []);
  let heading: Heading = "Task";
  for (const line of summary.split("\n")) {
    const found = HEADINGS.find((name) => line === `${name}:`);
    const note = lineOf(line.startsWith("- ") ? line.slice(2) : line);
    if (found) heading = found;
    else if (line.trim() !== "" && !lines[heading].includes(note)) lines[heading].push(note);
  }
  return byHeading((name) => NoteList.of(lines[name]));
}

/** How a note ends that was cut, and the fewest UTF-16 units of one that are worth having. */
const CUT = "…\n";
const LEAST_NOTE = 8;

/** Which notes go in first when room is short: one of each in turn, in this order. */
const PRIORITY: readonly Heading[] = ["Task", "Open", "Errors", "Decisions", "Requests", "Files", "Commands"];

/** A note cut to half of a room that it does not fit alone: the rest of it is for others. Undefined where none is. */
function halved(line: string, heading: Heading, room: number): string | undefined {
  const most = Math.floor(room / 2) - heading.length - 2 - CUT.length;
  return most > LEAST_NOTE ? line.slice(0, indexAtUnits(line, most)) + CUT : undefined;
}

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
  for (const heading of HEADINGS)
    if (notes[heading].length > 0) text += `${heading}:\n${notes[heading].lines().join("")}`;
  return text;
}

/** Nothing is rendered while something else is. */
const makers = byHeading(() => new NoteListMaker());

/** A heading that is being filled. */
class Filling {
  readonly heading: Heading;
  readonly source: NoteSource;
  readonly taken: NoteListMaker;

  constructor(heading: Heading, source: NoteSource) {
    this.heading = heading;
    this.source = source;
    this.taken = makers[heading];
    this.taken.begin(source.column);
  }

  /** UTF-16 units of its title, while it has no note yet: `Files:` and a line end. */
  get title(): number {
    return this.taken.length === 0 ? this.heading.length + 2 : 0;
  }
}

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
  takeNext({ heading, source, title, taken }: Filling): boolean {
    const given = source.next();
    if (given === undefined) return false;
    const isWhole = given.length + title <= this.left;
    const line = isWhole ? given : this.isEmpty ? halved(given, heading, this.left) : undefined;
    if (line === undefined) return false;
    this.left -= line.length + title;
    this.bytes += title + (isWhole ? source.bytes : utf8Length(line));
    taken.add(line, isWhole ? source.position : -1);
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
  open.length = kept;
}

/**
 * A summary of at most `maxChars` UTF-16 units out of the notes of every heading. No note is cut in the middle and
 * none stands twice.
 *
 * Takes whole notes in turn from every heading while they fit. A heading ends at its first note that does not fit, so
 * that no older note stands where a newer one was left out. A first note that is longer than all the room is cut:
 * else nothing would be left of a long task.
 */
export function renderNotes(sources: Readonly<Record<Heading, NoteSource>>, maxChars: number): Written {
  const all = byHeading((heading) => new Filling(heading, sources[heading]));
  const room = new Room(maxChars);
  const open = PRIORITY.map((heading) => all[heading]);
  while (open.length > 1) keepTaking(open, room);
  for (const last of open) if (last.taken.length > 0 || room.takeNext(last)) room.takeRest(last);
  return room.done(byHeading((heading) => all[heading].taken.list()));
}
