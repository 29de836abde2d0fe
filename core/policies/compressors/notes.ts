/** The headings of an extractive summary, in the order in which they stand in it. */
export const HEADINGS = ["Task", "Requests", "Decisions", "Files", "Commands", "Errors", "Open"] as const;

/** One heading. */
export type Heading = (typeof HEADINGS)[number];

/** Notes by heading. */
export type Notes = { readonly [H in Heading]: string[] };

/** No notes yet. */
export function emptyNotes(): Notes {
  return { Task: [], Requests: [], Decisions: [], Files: [], Commands: [], Errors: [], Open: [] };
}

/** The summaries that were rendered last with their notes: the next fire of a run reads one of them back. */
const rendered: { readonly text: string; readonly notes: Notes }[] = [];
const MOST_RENDERED = 8;

function remember(text: string, notes: Notes): string {
  rendered.push({ text, notes });
  if (rendered.length > MOST_RENDERED) rendered.shift();
  return text;
}

/** Reads notes back from a summary that `renderNotes` wrote, newest first; other text becomes notes under Task. */
export function parseNotes(summary: string): Notes {
  return rendered.findLast(({ text }) => text === summary)?.notes ?? readNotes(summary);
}

function readNotes(summary: string): Notes {
  const notes = emptyNotes();
  let heading: Heading = "Task";
  for (const line of summary.split("\n")) {
    const found = HEADINGS.find((name) => line === `${name}:`);
    if (found) heading = found;
    else if (line.trim() !== "") notes[heading].push(line.startsWith("- ") ? line.slice(2) : line);
  }
  return notes;
}

/** Which notes go in first when room is short: one of each in turn, in this order. */
const PRIORITY: readonly Heading[] = ["Task", "Open", "Errors", "Decisions", "Requests", "Files", "Commands"];

/** The notes of one heading as they are taken: newer ones from their end, then older ones, each once. */
class Supply {
  readonly chosen: string[] = [];
  private readonly taken = new Set<string>();
  private readonly newer: readonly string[];
  private readonly older: readonly string[];
  private at = 0;

  constructor(newer: readonly string[], older: readonly string[]) {
    this.newer = newer;
    this.older = older;
  }

  /** The next note that was not taken yet, or undefined when there is none. */
  next(): string | undefined {
    const { newer, older } = this;
    const all = newer.length + older.length;
    while (this.at < all) {
      const at = this.at++;
      const note = (at < newer.length ? newer[newer.length - 1 - at] : older[at - newer.length]) as string;
      if (!this.taken.has(note)) return note;
    }
    return undefined;
  }

  take(note: string): void {
    this.taken.add(note);
    this.chosen.push(note);
  }
}

/**
 * Takes whole notes in turn from every heading while they fit `maxChars` UTF-16 units. A heading ends at its first
 * note that does not fit, so that no older note stands where a newer one was left out.
 */
function fill(supplies: ReadonlyMap<Heading, Supply>, maxChars: number): void {
  let room = maxChars;
  let open = [...PRIORITY];
  while (open.length > 0)
    open = open.filter((heading) => {
      const supply = supplies.get(heading);
      const note = supply?.next();
      if (!supply || note === undefined) return false;
      const cost = note.length + 3 + (supply.chosen.length === 0 ? heading.length + 2 : 0);
      if (cost > room) return false;
      room -= cost;
      supply.take(note);
      return true;
    });
}

/**
 * A summary of at most `maxChars` UTF-16 units: `newer` notes, given oldest first, before `older` ones, given newest
 * first; the oldest task before all. No note is cut in the middle and none stands twice.
 */
export function renderNotes(newer: Notes, older: Notes, maxChars: number): string {
  const supplies = new Map(
    HEADINGS.map((heading) => {
      const task = heading === "Task";
      return [
        heading,
        task ? new Supply([], [...older.Task, ...newer.Task]) : new Supply(newer[heading], older[heading]),
      ];
    }),
  );
  fill(supplies, maxChars);
  const chosen = emptyNotes();
  let text = "";
  for (const [heading, supply] of supplies) {
    if (supply.chosen.length === 0) continue;
    chosen[heading].push(...supply.chosen);
    text += `${heading}:\n`;
    for (const note of supply.chosen) text += `- ${note}\n`;
  }
  return remember(text, chosen);
}
