/**
 * Sets of positions, from 0 to below a length, one after the other: they share a table, so that each costs only what it
 * holds. Opening one ends the one before.
 */
export class PositionTable {
  /** By position: the number of the last set that it was put in, from 1. */
  readonly #set: Uint32Array;
  #opened = 0;

  constructor(length: number) {
    this.#set = new Uint32Array(length);
  }

  /** An empty set. */
  open(): PositionSet {
    return new PositionSet(this.#set, ++this.#opened);
  }
}

/** Positions of a table, in the order in which they were added. */
export class PositionSet {
  readonly #set: Uint32Array;
  readonly #number: number;
  readonly #positions: number[] = [];

  constructor(set: Uint32Array, number: number) {
    this.#set = set;
    this.#number = number;
  }

  has(position: number): boolean {
    return this.#set[position] === this.#number;
  }

  add(position: number): void {
    if (this.has(position)) return;
    this.#set[position] = this.#number;
    this.#positions.push(position);
  }

  /** As they were added; not to be added to meanwhile. */
  get positions(): readonly number[] {
    return this.#positions;
  }

  /** From the smallest on. */
  sorted(): number[] {
    return this.#positions.toSorted((a, b) => a - b);
  }
}
