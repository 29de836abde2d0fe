import type { KeptParts } from "./importer.ts";
import type { Mark } from "../model/mark.ts";
import type { Role } from "../model/message.ts";
import type { MessageMeta } from "../model/thread.ts";
import { Notebook } from "./notebook.ts";

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

/** The entries of a session as a tree: its live branch, and the branches that it left. Positions, oldest first. */
export class PiTree {
  readonly #entries: readonly PiEntry[];
  readonly #notes: Notebook;
  readonly #byId: ReadonlyMap<string, number>;
  readonly #given = new Set<number>();
  #from: number;

  constructor(entries: readonly PiEntry[], notes: Notebook) {
    this.#entries = entries;
    this.#notes = notes;
    this.#byId = new Map(entries.map((entry, index) => [entry.id, index]));
    this.#from = entries.length;
  }

  /** The live branch: the path from the last entry up to its root. */
  live(): PiEntry[] {
    return this.#branch(this.#entries.length - 1, this.#notes);
  }

  /** The branch that was left last, and of which no other holds the end; undefined when there is none. */
  nextLeft(): PiEntry[] | undefined {
    while (this.#from > 0) {
      const index = --this.#from;
      // What is doubtful about its entries is said of the live branch, or concerns this branch alone.
      if (this.#isOpen(index)) return this.#branch(index, new Notebook());
    }
    return undefined;
  }

  /** How many ends of branches have not been given. */
  leftOver(): number {
    const open = [...this.#entries.keys()].filter((index) => this.#isOpen(index));
    const parents = open.map((index) => parentOf(this.#entries[index], index, this.#byId, new Notebook()));
    const followed = new Set(parents);
    return open.filter((index) => !followed.has(index)).length;
  }

  #isOpen(index: number): boolean {
    return !this.#given.has(index) && this.#entries[index]?.message !== undefined;
  }

  #branch(leaf: number, notes: Notebook): PiEntry[] {
    const path = new Set<number>();
    let here = leaf;
    while (here >= 0 && !path.has(here)) {
      path.add(here);
      this.#given.add(here);
      here = parentOf(this.#entries[here], here, this.#byId, notes);
    }
    if (here >= 0) notes.add("doubt", CYCLE, this.#entries[here]?.line);
    return [...path].toReversed().flatMap((index) => this.#entries[index] ?? []);
  }
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
