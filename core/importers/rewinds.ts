/** A state that a conversation was taken back from. */
export interface RewoundState<Item> {
  readonly items: readonly Item[];
  /** How many marks there were then. */
  readonly marks: number;
}

interface Rewind<Item> {
  readonly at: number;
  readonly tail: readonly Item[];
  readonly marks: number;
  /** False when nothing was said since the time before: then the state before that holds this one, too. */
  readonly isEnd: boolean;
}

/**
 * What was taken off the end of a conversation, each time the user went back. Holds only what was taken off: a state
 * is put together again when it is asked for.
 */
export class Rewinds<Item> {
  #all: Rewind<Item>[] = [];
  #ends = 0;
  #given = 0;
  #grown = false;

  /** Something was said. */
  grow(): void {
    this.#grown = true;
  }

  /** The items from `at` on were taken off; so many marks stood before. */
  add(at: number, tail: readonly Item[], marks = 0): void {
    if (tail.length === 0) return;
    this.#all.push({ at, tail, marks, isEnd: this.#grown });
    if (this.#grown) this.#ends++;
    this.#grown = false;
  }

  /** How many states have not been given. */
  get leftOver(): number {
    return this.#ends - this.#given;
  }

  /** The states before each time, the last first. `now` is what is left today. */
  *states(now: readonly Item[]): Generator<RewoundState<Item>> {
    const items = [...now];
    for (const { at, tail, marks, isEnd } of this.#all.toReversed()) {
      items.length = Math.min(items.length, at);
      for (const item of tail) items.push(item);
      if (!isEnd) continue;
      this.#given++;
      yield { items: [...items], marks };
    }
  }
}
