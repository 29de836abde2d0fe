import { indexAtUnits, utf8Length } from "../../lib/utf8.ts";
import type { Written } from "../written.ts";
import { type Heading, HEADINGS, lineOf, noLines, type NoteLines, type NoteSource } from "./notes.ts";

/** What a summary is made of. */
export interface Rendered {
  readonly lines: NoteLines;
  /** For each line its position in a column, where the lines came out of `columns`. */
  readonly positions: { readonly [H in Heading]: readonly number[] };
  readonly columns: object | undefined;
}

/** The lines of no summary. */
export function nothingRendered(): Rendered {
  return { lines: noLines(), positions: noPositions(), columns: undefined };
}

function noPositions(): { [H in Heading]: number[] } {
  return { Task: [], Requests: [], Decisions: [], Files: [], Commands: [], Errors: [], Open: [] };
}

/** Reads back what `renderNotes` wrote; other text becomes notes under Task. */
export function readRendered(summary: Written): Rendered {
  if (summary instanceof RenderedNotes) return summary;
  return { lines: parseLines(summary.text), positions: noPositions(), columns: undefined };
}

function parseLines(summary: string): NoteLines {
  const lines = noLines();
  let heading: Heading = "Task";
  for (const line of summary.split("\n")) {
    const found = HEADINGS.find((name) => line === `${name}:`);
    const note = lineOf(line.startsWith("- ") ? line.slice(2) : line);
    if (found) heading = found;
    else if (line.trim() !== "" && !lines[heading].includes(note)) lines[heading].push(note);
  }
  return lines;
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

/** A heading that is being filled. */
class Filling {
  readonly heading: Heading;
  readonly source: NoteSource;
  readonly lines: string[] = [];
  readonly positions: number[] = [];

  constructor(heading: Heading, source: NoteSource) {
    this.heading = heading;
    this.source = source;
  }

  /** UTF-16 units of its title, while it has no note yet: `Files:` and a line end. */
  get title(): number {
    return this.lines.length === 0 ? this.heading.length + 2 : 0;
  }
}

/**
 * A summary out of notes. It knows its length and its bytes; its text is put together when somebody reads it, which
 * a run that fires a hundred times never does.
 */
class RenderedNotes implements Written, Rendered {
  readonly lines: NoteLines;
  readonly positions: Rendered["positions"];
  readonly columns: object | undefined;
  readonly length: number;
  readonly bytes: number;
  private made: string | undefined;

  constructor(rendered: Rendered, length: number, bytes: number) {
    this.lines = rendered.lines;
    this.positions = rendered.positions;
    this.columns = rendered.columns;
    this.length = length;
    this.bytes = bytes;
  }

  /** A note is never blank: each begins with a dash. */
  get isBlank(): boolean {
    return this.length === 0;
  }

  get text(): string {
    this.made ??= textOf(this.lines);
    return this.made;
  }
}

function textOf(lines: NoteLines): string {
  let text = "";
  for (const heading of HEADINGS) {
    const own = lines[heading];
    if (own.length > 0) text += `${heading}:\n${own.join("")}`;
  }
  return text;
}

/**
 * A summary of at most `maxChars` UTF-16 units out of the notes of every heading. No note is cut in the middle and
 * none stands twice. `columns` are what the sources' positions belong to.
 *
 * Takes whole notes in turn from every heading while they fit. A heading ends at its first note that does not fit, so
 * that no older note stands where a newer one was left out. A first note that is longer than all the room is cut:
 * else nothing would be left of a long task.
 */
export function renderNotes(
  sources: Readonly<Record<Heading, NoteSource>>,
  maxChars: number,
  columns?: object,
): Written {
  const all = PRIORITY.map((heading) => new Filling(heading, sources[heading]));
  const open = [...all];
  let room = maxChars;
  let bytes = 0;
  for (let left = open.length, kept = 0; left > 0; left = kept) {
    kept = 0;
    for (let at = 0; at < left; at++) {
      const one = open[at] as Filling;
      const { heading, source, title } = one;
      const given = source.next();
      if (given === undefined) continue;
      const isWhole = given.length + title <= room;
      const line = isWhole ? given : room === maxChars ? halved(given, heading, room) : undefined;
      if (line === undefined) continue;
      room -= line.length + title;
      bytes += title + (isWhole ? source.bytes : utf8Length(line));
      one.lines.push(line);
      one.positions.push(isWhole ? source.position : -1);
      if (kept < at) open[kept] = one;
      kept++;
    }
  }
  const lines = noLines();
  const positions = noPositions();
  for (const one of all) {
    lines[one.heading] = one.lines;
    positions[one.heading] = one.positions;
  }
  return new RenderedNotes({ lines, positions, columns }, maxChars - room, bytes);
}
