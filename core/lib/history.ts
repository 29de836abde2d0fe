import type { Sequence } from "./sequence.ts";

/** The shared ground of histories: what stands in the place of some items, and how far sums differ by it. */
interface Overrides<T> {
  readonly indices: number[];
  readonly items: T[];
  /** For each column, the sum of all differences before an override. */
  differences: Float64Array;
}

/**
 * A beginning of a base sequence in which some items are others. Persistent like the base: a longer history shares
 * everything with the one that it grew from. Its cost is that of the items that differ, not of the whole: growing
 * by any number of unchanged items is one new object, a sum is a binary search among the overrides.
 */
export class History<T> {
  readonly length: number;
  private readonly base: Sequence<T>;
  private readonly overrides: Overrides<T>;
  private readonly count: number;

  private constructor(base: Sequence<T>, length: number, overrides: Overrides<T>, count: number) {
    this.base = base;
    this.length = length;
    this.overrides = overrides;
    this.count = count;
  }

  /** The history of no items yet over a base. */
  static over<T>(base: Sequence<T>): History<T> {
    return new History(
      base,
      0,
      { indices: [], items: [], differences: new Float64Array(base.width * 16) },
      0,
    );
  }

  /** The history grown to `length` items, the new ones as the base has them. */
  grow(length: number): History<T> {
    return length === this.length ? this : new History(this.base, length, this.overrides, this.count);
  }

  /** The history grown by one item that stands in the place of the base's; `amounts` is what it adds to each column. */
  put(item: T, amounts: ArrayLike<number>): History<T> {
    const { base, length, count } = this;
    const overrides = this.overrides.items.length === count ? this.overrides : fork(this.overrides, count);
    const { width } = base;
    if (overrides.differences.length < (count + 2) * width)
      overrides.differences = grown(overrides.differences);
    const { differences } = overrides;
    const from = count * width;
    for (let column = 0; column < width; column++) {
      const own = (amounts[column] ?? 0) - base.sum(column, length, length + 1);
      differences[from + width + column] = (differences[from + column] as number) + own;
    }
    overrides.indices.push(length);
    overrides.items.push(item);
    return new History(base, length + 1, overrides, count + 1);
  }

  /** How many overrides there are before an index. */
  private before(index: number): number {
    const { indices } = this.overrides;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((indices[middle] as number) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The item at an index from 0. Throws RangeError outside. */
  at(index: number): T {
    if (index < 0 || index >= this.length) throw new RangeError(`no item ${index} in ${this.length}`);
    const at = this.before(index);
    const own = at < this.count && this.overrides.indices[at] === index;
    return own ? (this.overrides.items[at] as T) : this.base.at(index);
  }

  /** Sum of a column over the items [from, to). */
  sum(column: number, from = 0, to = this.length): number {
    const { base, count, overrides } = this;
    const whole = base.sum(column, from, to);
    // Mostly what is asked for lies behind the last override.
    if (count === 0 || from > (overrides.indices[count - 1] as number)) return whole;
    const { differences } = overrides;
    const first = differences[this.before(from) * base.width + column] as number;
    return whole + (differences[this.before(to) * base.width + column] as number) - first;
  }

  /** Whether equal indices mean the same item in two histories, as far as both reach. */
  sharesItems(other: History<T>): boolean {
    return this.base === other.base && this.overrides === other.overrides;
  }

  /** The overrides with indices [from, to), ascending. */
  changedIn(from: number, to: number): readonly T[] {
    return this.overrides.items.slice(this.before(from), this.before(to));
  }

  /** The overrides with indices [from, to) and their indices, ascending. */
  changedAt(from: number, to: number): readonly { readonly index: number; readonly item: T }[] {
    const { indices, items } = this.overrides;
    const found: { index: number; item: T }[] = [];
    for (let at = this.before(from), end = this.before(to); at < end; at++)
      found.push({ index: indices[at] as number, item: items[at] as T });
    return found;
  }

  /** The overrides, ascending by index. */
  changed(): readonly { readonly index: number; readonly item: T }[] {
    const { indices, items } = this.overrides;
    return Array.from({ length: this.count }, (_, at) => ({
      index: indices[at] as number,
      item: items[at] as T,
    }));
  }
}

function fork<T>({ indices, items, differences }: Overrides<T>, count: number): Overrides<T> {
  return { indices: indices.slice(0, count), items: items.slice(0, count), differences: differences.slice() };
}

function grown(differences: Float64Array): Float64Array {
  const next = new Float64Array(differences.length * 2);
  next.set(differences);
  return next;
}
