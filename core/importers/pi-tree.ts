import type { KeptParts } from "./importer.ts";
import type { Mark } from "../model/mark.ts";
import type { Role } from "../model/message.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Notebook } from "./notebook.ts";

/** One entry of a session: what it adds to the thread, and the entry that it follows. */
export interface PiEntry {
  readonly id: string;
  /** The parent that it names: an id, null for a root, undefined for the entry before it (version 1). */
  readonly parentId: string | null | undefined;
  readonly line: number;
  /** Its position among the records of the file, the header too: version 1 refers to entries by it. */
  readonly at: number;
  readonly message?: { readonly role: Role; readonly kept: KeptParts; readonly meta: MessageMeta };
  /** Marks after the message, if there is one. */
  readonly marks: readonly Omit<Mark, "at">[];
  /** Of a compaction: the first entry that stays, by its id or its position among the records. */
  readonly firstKept?: string | number;
}

const UNKNOWN_PARENT = "entries whose parent is not in the file: joined to the entry before them";
const CYCLE = "entries whose parents go round in a circle: read as the start of the branch";
const ABANDONED = "messages on branches that the session left: not part of the live thread";

/** The positions of the live branch, oldest first: the path from the last entry up to its root. */
export function livePath(entries: readonly PiEntry[], notes: Notebook): number[] {
  const byId = new Map(entries.map((entry, index) => [entry.id, index]));
  const path: number[] = [];
  const seen = new Set<number>();
  let here = entries.length - 1;
  while (here >= 0 && !seen.has(here)) {
    seen.add(here);
    path.push(here);
    here = parentOf(entries[here], here, byId, notes);
  }
  if (here >= 0) notes.add("doubt", CYCLE, entries[here]?.line);
  const left = entries.filter((entry, index) => entry.message !== undefined && !seen.has(index));
  notes.add("dropped", ABANDONED, left[0]?.line, left.length);
  return path.toReversed();
}

/** Position of the parent; -1 for a root. */
function parentOf(
  entry: PiEntry | undefined,
  at: number,
  byId: ReadonlyMap<string, number>,
  notes: Notebook,
): number {
  if (entry?.parentId === null) return -1;
  if (entry?.parentId === undefined) return at - 1;
  const parent = byId.get(entry.parentId);
  if (parent !== undefined && parent !== at) return parent;
  notes.add("doubt", UNKNOWN_PARENT, entry.line);
  return at - 1;
}
