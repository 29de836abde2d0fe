/** What is known of one key: a value, an error, or a load under way. */
export interface Entry<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
}

/** What a value weighs, in units of about 200 bytes: what is remembered is bounded by it. */
export type Weigh<T> = (value: T) => number;

/** Loads the value of a key; the signal says that nobody waits for it any more. */
export type Loader<T> = (signal: AbortSignal) => Promise<T>;

interface Slot<T> {
  entry: Entry<T>;
  abort: AbortController | undefined;
  load: Loader<unknown> | undefined;
  weigh: Weigh<never> | undefined;
  weight: number;
  readonly listeners: Set<() => void>;
}

const EMPTY: Entry<never> = { value: undefined, error: undefined, loading: false };

/** Some 20 MB. */
const MOST_WEIGHT = 100_000;

/**
 * Values by key: one load a key at a time, the least recently used unwatched values dropped past `limit` of them or
 * `most` of their weight, a load that nobody watches any more cancelled. Knows nothing of hosts or of React.
 */
export class QueryCache {
  readonly #slots = new Map<string, Slot<unknown>>();
  readonly #limit: number;
  readonly #most: number;
  #weight = 0;
  constructor(limit = 400, most = MOST_WEIGHT) {
    this.#limit = limit;
    this.#most = most;
  }

  /** What is known now; the same object until something changes. */
  read<T>(key: string): Entry<T> {
    return (this.#slots.get(key)?.entry ?? EMPTY) as Entry<T>;
  }

  /** Watches a key. When the last watcher leaves, its load is cancelled. */
  watch(key: string, listener: () => void): () => void {
    const slot = this.#touch(key);
    slot.listeners.add(listener);
    return () => {
      slot.listeners.delete(listener);
      if (slot.listeners.size === 0) this.#leave(slot);
    };
  }

  /** Loads the key unless its value is there or on its way. A failed key is loaded again. */
  ensure<T>(key: string, load: Loader<T>, weigh?: Weigh<T>): void {
    const slot = this.#touch(key);
    slot.weigh = weigh;
    if (slot.abort || slot.entry.value !== undefined) return;
    void this.#load(key, slot, load);
  }

  /** Loads the key again; the value so far stays until then. */
  refresh<T>(key: string, load: Loader<T>): void {
    const slot = this.#touch(key);
    slot.abort?.abort();
    void this.#load(key, slot, load);
  }

  /** Sets a value that is known already. */
  put<T>(key: string, value: T): void {
    this.#settle(this.#touch(key), { value, error: undefined, loading: false });
  }

  /** Every key that begins so is out of date: watched ones are loaded again, keeping their value until then. */
  invalidate(prefix: string): void {
    for (const [key, slot] of this.#slots) {
      if (!key.startsWith(prefix)) continue;
      slot.abort?.abort();
      slot.abort = undefined;
      if (slot.listeners.size > 0 && slot.load) void this.#load(key, slot, slot.load);
      else this.#drop(key, slot);
    }
  }

  /** The value of a key, loaded when it is not there. */
  async fetch<T>(key: string, load: Loader<T>): Promise<T> {
    const known = this.read<T>(key).value;
    if (known !== undefined) return known;
    const value = await load(new AbortController().signal);
    this.put(key, value);
    return value;
  }

  async #load<T>(key: string, slot: Slot<unknown>, load: Loader<T>): Promise<void> {
    const abort = new AbortController();
    slot.abort = abort;
    slot.load = load;
    this.#settle(slot, { value: slot.entry.value, error: undefined, loading: true });
    try {
      const value = await load(abort.signal);
      if (slot.abort === abort) this.#finish(slot, { value, error: undefined, loading: false });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (slot.abort === abort) this.#finish(slot, { value: slot.entry.value, error, loading: false });
    }
    this.#trim(key);
  }

  #finish(slot: Slot<unknown>, entry: Entry<unknown>): void {
    slot.abort = undefined;
    this.#settle(slot, entry);
  }

  #settle(slot: Slot<unknown>, entry: Entry<unknown>): void {
    const weight = entry.value === undefined ? 0 : (slot.weigh?.(entry.value as never) ?? 1);
    this.#weight += weight - slot.weight;
    slot.weight = weight;
    slot.entry = entry;
    for (const listener of slot.listeners) listener();
  }

  #leave(slot: Slot<unknown>): void {
    const { abort } = slot;
    if (!abort) return;
    // A view that is drawn anew leaves and comes back in the same task: only a lasting absence cancels.
    queueMicrotask(() => {
      if (slot.listeners.size > 0 || slot.abort !== abort) return;
      slot.abort = undefined;
      slot.entry = { ...slot.entry, loading: false };
      abort.abort();
    });
  }

  #touch(key: string): Slot<unknown> {
    const found: Slot<unknown> = this.#slots.get(key) ?? {
      entry: EMPTY,
      abort: undefined,
      load: undefined,
      weigh: undefined,
      weight: 0,
      listeners: new Set(),
    };
    this.#slots.delete(key);
    this.#slots.set(key, found);
    return found;
  }

  #trim(newest: string): void {
    for (const [key, slot] of this.#slots) {
      if (this.#slots.size <= this.#limit && this.#weight <= this.#most) return;
      if (key !== newest && slot.listeners.size === 0 && !slot.abort) this.#drop(key, slot);
    }
  }

  #drop(key: string, slot: Slot<unknown>): void {
    this.#weight -= slot.weight;
    slot.weight = 0;
    this.#slots.delete(key);
  }
}
