/** The headings of an extractive summary, in the order in which they stand in it. */
export const HEADINGS = ["Task", "Requests", "Decisions", "Files", "Commands", "Errors", "Open"] as const;

/** One heading. */
export type Heading = (typeof HEADINGS)[number];

/** Notes by heading, the newest first. */
export type Notes = { readonly [H in Heading]: string[] };

/** No notes yet. */
export function emptyNotes(): Notes {
  return { Task: [], Requests: [], Decisions: [], Files: [], Commands: [], Errors: [], Open: [] };
}

/** Reads notes back from a summary that `renderNotes` wrote; other text becomes one note under Task. */
export function parseNotes(summary: string): Notes {
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

/** As many whole notes as fit `maxChars` UTF-16 units, taken in turn from every heading, newest first. */
function fitting(notes: Notes, maxChars: number): Notes {
  const chosen = emptyNotes();
  let room = maxChars;
  for (let round = 0; PRIORITY.some((heading) => round < notes[heading].length); round++) {
    for (const heading of PRIORITY) {
      const note = notes[heading][round];
      if (note === undefined) continue;
      const cost = note.length + 3 + (chosen[heading].length === 0 ? heading.length + 2 : 0);
      if (cost > room) continue;
      room -= cost;
      chosen[heading].push(note);
    }
  }
  return chosen;
}

/** Notes as text of at most `maxChars` UTF-16 units; no note is cut in the middle. */
export function renderNotes(notes: Notes, maxChars: number): string {
  const chosen = fitting(notes, maxChars);
  const sections = HEADINGS.filter((heading) => chosen[heading].length > 0);
  return sections
    .map((heading) => `${heading}:\n${chosen[heading].map((note) => `- ${note}\n`).join("")}`)
    .join("");
}

/** Newer notes before older ones, each once. */
export function mergeNotes(newer: Notes, older: Notes): Notes {
  const merged = emptyNotes();
  for (const heading of HEADINGS) {
    const both = heading === "Task" ? [...older.Task, ...newer.Task] : [...newer[heading], ...older[heading]];
    merged[heading].push(...new Set(both));
  }
  return merged;
}
