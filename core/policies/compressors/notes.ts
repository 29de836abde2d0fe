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
}

/** Lines in a list, which may hold one twice. */
export class ListSource implements NoteSource {
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

/** The summaries that were rendered last with their lines: the next fire of a run reads one of them back. */
const rendered: { readonly text: string; readonly lines: NoteLines }[] = [];
const MOST_RENDERED = 8;

function remember(text: string, lines: NoteLines): string {
  rendered.push({ text, lines });
  if (rendered.length > MOST_RENDERED) rendered.shift();
  return text;
}

/** Reads the lines back from a summary that `renderNotes` wrote; other text becomes notes under Task. */
export function readLines(summary: string): NoteLines {
  return rendered.findLast(({ text }) => text === summary)?.lines ?? parseLines(summary);
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

/** Which notes go in first when room is short: one of each in turn, in this order. */
const PRIORITY: readonly Heading[] = ["Task", "Open", "Errors", "Decisions", "Requests", "Files", "Commands"];

/**
 * Takes whole notes in turn from every heading while they fit `maxChars` UTF-16 units. A heading ends at its first
 * note that does not fit, so that no older note stands where a newer one was left out.
 */
function fill(sources: Readonly<Record<Heading, NoteSource>>, maxChars: number): NoteLines {
  const chosen = noLines();
  const open = [...PRIORITY];
  let room = maxChars;
  while (open.length > 0)
    for (let at = 0; at < open.length;) {
      const heading = open[at] as Heading;
      const line = sources[heading].next();
      const taken = chosen[heading];
      const cost =
        line === undefined ? Infinity : line.length + (taken.length === 0 ? heading.length + 2 : 0);
      if (line === undefined || cost > room) {
        open.splice(at, 1);
        continue;
      }
      room -= cost;
      taken.push(line);
      at++;
    }
  return chosen;
}

/**
 * A summary of at most `maxChars` UTF-16 units out of the notes of every heading. No note is cut in the middle and
 * none stands twice.
 */
export function renderNotes(sources: Readonly<Record<Heading, NoteSource>>, maxChars: number): string {
  const chosen = fill(sources, maxChars);
  let text = "";
  for (const heading of HEADINGS) {
    const lines = chosen[heading];
    if (lines.length > 0) text += `${heading}:\n`;
    for (const line of lines) text += line;
  }
  return remember(text, chosen);
}
