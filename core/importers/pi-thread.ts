import type { Mark } from "../model/mark.ts";
import type { ImportedMessage } from "./importer.ts";
import type { PiEntry } from "./pi-tree.ts";

/** The messages and marks of a live branch. */
export class PiThread {
  readonly messages: ImportedMessage[] = [];
  readonly marks: Mark[] = [];
  /** How many messages stood before an entry, by its id and by its position in the file. */
  readonly #before = new Map<string | number, number>();
  /** So many messages are summarised. */
  #summarised = 0;

  constructor(live: readonly PiEntry[]) {
    for (const entry of live) this.#add(entry);
  }

  #add(entry: PiEntry): void {
    if (entry.id !== "") this.#before.set(entry.id, this.messages.length);
    this.#before.set(entry.at, this.messages.length);
    if (entry.message) this.#message(entry, entry.message);
    const at = this.messages.length;
    for (const mark of entry.marks) {
      this.marks.push(
        mark.kind === "compaction" ? this.#compaction(mark, entry.firstKept, at) : { ...mark, at },
      );
    }
  }

  #message(entry: PiEntry, message: NonNullable<PiEntry["message"]>): void {
    const id = entry.id === "" ? `m${this.messages.length + 1}` : entry.id;
    const base = { id, role: message.role, kept: [message.kept] };
    this.messages.push(Object.keys(message.meta).length === 0 ? base : { ...base, meta: message.meta });
  }

  /** With the messages that left: those before the first that stays, and not summarised before. */
  #compaction(mark: Omit<Mark, "at">, firstKept: PiEntry["firstKept"], at: number): Mark {
    const kept = firstKept === undefined ? at : (this.#before.get(firstKept) ?? at);
    const left = this.messages.slice(this.#summarised, kept).map((message) => message.id);
    this.#summarised = Math.max(this.#summarised, kept);
    const label = `compacted: ${left.length} messages summarised, ${at - kept} kept`;
    return { ...mark, at, label, ...(left.length === 0 ? {} : { messageIds: left }) };
  }
}
