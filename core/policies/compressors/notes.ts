import { indexAtUnits } from "../../lib/utf8.ts";

/** The headings of an extractive summary, in the order in which they stand in it. */
export const HEADINGS = ["Task", "Requests", "Decisions", "Files", "Commands", "Errors", "Open"] as const;

/** One heading. */
export type Heading = (typeof HEADINGS)[number];

/** Lines of a summary by heading, newest first: each a note as it stands there, its line end included. */
export type NoteLines = { readonly [H in Heading]: string[] };

/** No notes yet. */
export function noLines(): NoteLines {
  return { Task: [], Requests: [], Decisions: [], Files: [], Commands: [], Errors: [], Open: [] };
}

/** A note as it stands in a summary. */
export function lineOf(note: string): string {
  return `- ${note}\n`;
}

/** The notes of one heading, each once: the newest first, and then those of the summary before. */
export interface NoteSource {
  /** The next line, or undefined when there is none. */
  next(): string | undefined;
  /** Where the line that was given last stands in the column that it came from; -1 where it came from none. */
  readonly position: number;
}

/** What a summary was rendered from. */
export interface Rendered {
  readonly lines: NoteLines;
  /** For each line its position in a column, where the lines came out of `columns`. */
  readonly positions: { readonly [H in Heading]: readonly number[] };
  readonly columns: object | undefined;
}

/** Lines in a list, which may hold one twice. */
export class ListSource implements NoteSource {
  readonly position = -1;
  private readonly seen = new Set<string>();
  private readonly lines: readonly string[];
  private at = 0;

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  next(): string | undefined {
    while (this.at < this.lines.length) {
      const line = this.lines[this.at++] as string;
      if (this.seen.has(line)) continue;
      this.seen.add(line);
      return line;
    }
    return undefined;
  }
}

/** The summaries that were rendered last: the next fire of a run reads one of them back. */
const known: { readonly text: string; readonly rendered: Rendered }[] = [];
const MOST_KNOWN = 8;

function remember(text: string, rendered: Rendered): string {
  known.push({ text, rendered });
  if (known.length > MOST_KNOWN) known.shift();
  return text;
}

/** The lines of no summary. */
export function nothingRendered(): Rendered {
  return { lines: noLines(), positions: noPositions(), columns: undefined };
}

function noPositions(): { [H in Heading]: number[] } {
  return { Task: [], Requests: [], Decisions: [], Files: [], Commands: [], Errors: [], Open: [] };
}

/** Reads back what `renderNotes` wrote; other text becomes notes under Task. */
export function readRendered(summary: string): Rendered {
  const found = known.findLast(({ text }) => text === summary)?.rendered;
  return found ?? { lines: parseLines(summary), positions: noPositions(), columns: undefined };
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

/**
 * Takes whole notes in turn from every heading while they fit `maxChars` UTF-16 units. A heading ends at its first
 * note that does not fit, so that no older note stands where a newer one was left out. A first note that is longer
 * than all the room is cut: else nothing would be left of a long task.
 */
function fill(sources: Readonly<Record<Heading, NoteSource>>, maxChars: number): Omit<Rendered, "columns"> {
  const lines = noLines();
  const positions = noPositions();
  const open = [...PRIORITY];
  let room = maxChars;
  while (open.length > 0)
    for (let at = 0; at < open.length;) {
      const heading = open[at] as Heading;
      const source = sources[heading];
      const taken = lines[heading];
      const title = taken.length === 0 ? heading.length + 2 : 0;
      const given = source.next();
      const isLong = given !== undefined && given.length + title > room;
      const line = isLong && room === maxChars ? halved(given, heading, room) : given;
      if (line === undefined || line.length + title > room) {
        open.splice(at, 1);
        continue;
      }
      room -= line.length + title;
      taken.push(line);
      positions[heading].push(line === given ? source.position : -1);
      at++;
    }
  return { lines, positions };
}

/**
 * A summary of at most `maxChars` UTF-16 units out of the notes of every heading. No note is cut in the middle and
 * none stands twice. `columns` are what the sources' positions belong to.
 */
export function renderNotes(
  sources: Readonly<Record<Heading, NoteSource>>,
  maxChars: number,
  columns?: object,
): string {
  const { lines, positions } = fill(sources, maxChars);
  let text = "";
  for (const heading of HEADINGS) {
    const own = lines[heading];
    if (own.length > 0) text += `${heading}:\n${own.join("")}`;
  }
  return remember(text, { lines, positions, columns });
}
