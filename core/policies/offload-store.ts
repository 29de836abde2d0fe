import type { ContentSize } from "../model/event.ts";
import { contentSize } from "../model/text-metrics.ts";
import { indexAtUnits, utf8Length } from "../lib/utf8.ts";
import { lineEndWithin } from "../lib/text-lines.ts";

/** One offloaded result as the state holds it. `bytes` is the size of the whole result, `text` what is kept. */
export interface OffloadEntry {
  readonly path: string;
  readonly identity: string;
  readonly text: string;
  readonly bytes: number;
}

const sizes = new WeakMap<OffloadEntry, number>();

/** Bytes of one entry as a checkpoint stores it. */
export function entryBytes(entry: OffloadEntry): number {
  let size = sizes.get(entry);
  if (size === undefined) {
    size = utf8Length(JSON.stringify(entryJson(entry)));
    sizes.set(entry, size);
  }
  return size;
}

/**
 * More than an entry can take in a checkpoint, without looking at its text: a UTF-16 unit becomes six bytes at most.
 * Where even this fits, nothing has to be measured.
 */
function mostBytes({ path, identity, text }: OffloadEntry): number {
  return 6 * (path.length + identity.length + text.length) + 64;
}

const kept = new WeakMap<OffloadEntry, ContentSize>();

/** Notes the size of an entry's text, where it was measured already. */
export function sizedEntry(entry: OffloadEntry, size: ContentSize): OffloadEntry {
  kept.set(entry, size);
  return entry;
}

/** Size of the text that an entry keeps. */
export function entrySize(entry: OffloadEntry): ContentSize {
  let size = kept.get(entry);
  if (size === undefined) {
    size = contentSize(entry.text);
    kept.set(entry, size);
  }
  return size;
}

/** Bytes of text that an entry keeps. */
export function storedBytesOf(entry: OffloadEntry): number {
  return entrySize(entry).bytes;
}

/** The entry with its four fields in the order in which the bound is measured. */
function entryJson({ path, identity, text, bytes }: OffloadEntry): OffloadEntry {
  return { path, identity, text, bytes };
}

/** Bytes of a store as a checkpoint stores it: the JSON array of its entries. */
export function checkpointBytes(entries: readonly OffloadEntry[]): number {
  return entries.reduce((sum, entry) => sum + entryBytes(entry), Math.max(2, entries.length + 1));
}

/**
 * The entry cut so that it fits `limit` alone, or undefined when not one code point does. Found by bisection, as
 * escapes make the stored size of a text depend on its content.
 */
export function fitAlone(entry: OffloadEntry, limit: number): OffloadEntry | undefined {
  if (mostBytes(entry) + 2 <= limit || checkpointBytes([entry]) <= limit) return entry;
  let low = 0;
  let high = entry.text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const cut = { ...entry, text: entry.text.slice(0, indexAtUnits(entry.text, middle)) };
    if (checkpointBytes([cut]) <= limit) low = middle;
    else high = middle - 1;
  }
  const end = lineEndWithin(entry.text, indexAtUnits(entry.text, low));
  return end > 0 ? { ...entry, text: entry.text.slice(0, end) } : undefined;
}

/** What an update of the store gives: the entries that stay and those that had to leave, oldest first. */
export interface StoreUpdate {
  readonly entries: readonly OffloadEntry[];
  readonly evicted: readonly OffloadEntry[];
}

/** Adds an entry as the newest, in place of one of the same identity, and evicts the oldest until all fit. */
export function addEntry(entries: readonly OffloadEntry[], entry: OffloadEntry, limit: number): StoreUpdate {
  const all = [...entries.filter((old) => old.identity !== entry.identity), entry];
  if (all.reduce((sum, one) => sum + mostBytes(one) + 1, 1) <= limit) return { entries: all, evicted: [] };
  let size = checkpointBytes(all);
  let gone = 0;
  while (size > limit && gone < all.length - 1) {
    size -= entryBytes(all[gone] as OffloadEntry) + 1;
    gone++;
  }
  return { entries: all.slice(gone), evicted: all.slice(0, gone) };
}
