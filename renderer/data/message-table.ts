import { type MessageColumns, type OutlineHead, roleOfLetter } from "../../core/contract/message-columns.ts";
import type { OutlineMessage } from "../../core/contract/rows.ts";

/** Messages that are asked for at once, and the most of such pages that are held. */
const PAGE = 128;
const PAGES = 16;
/** So near the end of a page the next one is asked for. */
const AHEAD = 40;
/** The most rows without their words that are remembered. */
const BARE = 2000;

/** Asks the host for the rows [from, to). */
export type LoadRows = (from: number, to: number) => Promise<readonly OutlineMessage[]>;

/** A message's row, or what is known of it until that has come. */
export interface ShownMessage extends OutlineMessage {
  /** Its words are not there yet. */
  readonly bare?: true;
}

/** A thread as the window holds it: figures of all messages, and the rows that were looked at last. */
export interface Outline extends Omit<OutlineHead, "messages"> {
  readonly messages: MessageTable;
}

/**
 * The messages of a thread, of which the window holds a few numbers each and some pages of rows: what it takes does
 * not depend on the words. A row that is not there yet has its role and its sizes; it is asked for, and who watches
 * is told when it has come.
 */
export class MessageTable {
  readonly length: number;
  readonly turns: MessageColumns["turns"];
  readonly #roles: string;
  /** Sums before each message, and of all. */
  readonly #tokens: Float64Array;
  readonly #bytes: Float64Array;
  readonly #load: LoadRows;
  readonly #pages = new Map<number, readonly OutlineMessage[]>();
  readonly #coming = new Set<number>();
  readonly #bare = new Map<number, ShownMessage>();
  #newest = -1;
  readonly #listeners = new Set<() => void>();

  constructor({ roles, tokens, bytes, turns }: MessageColumns, load: LoadRows) {
    this.length = roles.length;
    this.turns = turns;
    this.#roles = roles;
    this.#tokens = sumsOf(tokens);
    this.#bytes = sumsOf(bytes);
    this.#load = load;
  }

  /** Tells of rows that have come. Gives what ends that. */
  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The row of a message, the same object until more of it is known; undefined outside. */
  at(index: number): ShownMessage | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    const page = Math.floor(index / PAGE);
    const rows = this.#pages.get(page);
    if (rows) this.#touch(page, rows);
    else this.#want(page);
    // Whoever goes on over the end of a page finds the next one there.
    this.#want(Math.floor((index - AHEAD) / PAGE));
    this.#want(Math.floor((index + AHEAD) / PAGE));
    return rows?.[index - page * PAGE] ?? this.#withoutWords(index);
  }

  /** The turn of a message, from 1. */
  turnOf(index: number): number {
    return this.turns[this.#placeOfTurn(index)]?.[0] ?? 1;
  }

  tokens(index: number): number {
    return this.sum(index, index + 1).tokens;
  }

  bytes(index: number): number {
    return this.sum(index, index + 1).bytes;
  }

  /** Sizes of the messages [from, to) together. */
  sum(from: number, to: number): { readonly tokens: number; readonly bytes: number } {
    const first = Math.min(Math.max(0, from), this.length);
    const end = Math.min(Math.max(first, to), this.length);
    const of = (sums: Float64Array): number => (sums[end] ?? 0) - (sums[first] ?? 0);
    return { tokens: of(this.#tokens), bytes: of(this.#bytes) };
  }

  #placeOfTurn(index: number): number {
    let low = 0;
    let high = this.turns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.turns[middle]?.[1] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #withoutWords(index: number): ShownMessage {
    const known = this.#bare.get(index);
    if (known) return known;
    const role = roleOfLetter(this.#roles[index]);
    const size = this.sum(index, index + 1);
    const row: ShownMessage = {
      id: "",
      role,
      ...size,
      step: 0,
      turn: this.turnOf(index),
      excerpt: "",
      bare: true,
    };
    if (this.#bare.size >= BARE) this.#bare.clear();
    this.#bare.set(index, row);
    return row;
  }

  /** Makes a page the one that was looked at last. */
  #touch(page: number, rows: readonly OutlineMessage[]): void {
    if (this.#newest === page) return;
    this.#newest = page;
    this.#pages.delete(page);
    this.#pages.set(page, rows);
  }

  #want(page: number): void {
    if (this.#pages.has(page) || this.#coming.has(page)) return;
    if (page < 0 || page * PAGE >= this.length) return;
    this.#coming.add(page);
    const from = page * PAGE;
    this.#load(from, Math.min(from + PAGE, this.length)).then(
      (rows) => this.#take(page, rows),
      // Whoever still looks at it asks again; of a lost link the window tells by itself.
      () => this.#coming.delete(page),
    );
  }

  #take(page: number, rows: readonly OutlineMessage[]): void {
    this.#coming.delete(page);
    this.#touch(page, rows);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > PAGES && oldest !== undefined) this.#pages.delete(oldest);
    this.#bare.clear();
    for (const listener of this.#listeners) listener();
  }
}

function sumsOf(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, at) => (sums[at + 1] = (sums[at] ?? 0) + value));
  return sums;
}
