/** The shared, append-only ground of sequences: items and, for each column, sums of all items before an index. */
interface Log<T> {
  readonly items: T[];
  sums: Float64Array;
}

/**
 * A persistent sequence with prefix sums. Appending gives a new sequence and leaves the old one as it was; the
 * two share their items, so that a history is never copied. Appending to one that is not the newest of its log
 * copies (a fork). Every sum over a range costs two reads, whatever the range.
 */
export class Sequence<T> {
  readonly length: number;
  readonly width: number;
  private readonly log: Log<T>;

  private constructor(log: Log<T>, length: number, width: number) {
    this.log = log;
    this.length = length;
    this.width = width;
  }

  /** An empty sequence with `width` columns of sums. */
  static empty<T>(width: number): Sequence<T> {
    return new Sequence<T>({ items: [], sums: new Float64Array(width * 64) }, 0, width);
  }

  /** The sequence of all items, as if each had been appended with its amounts. */
  static of<T>(items: T[], amounts: readonly ArrayLike<number>[], width: number): Sequence<T> {
    const sums = new Float64Array((items.length + 1) * width);
    for (let item = 0, from = 0; item < items.length; item++, from += width) {
      const own = amounts[item] as ArrayLike<number>;
      for (let i = 0; i < width; i++) sums[from + width + i] = (sums[from + i] as number) + (own[i] ?? 0);
    }
    return new Sequence<T>({ items, sums }, items.length, width);
  }

  /** The sequence with `item` at its end; `amounts` holds what it adds to each column. */
  append(item: T, amounts: ArrayLike<number>): Sequence<T> {
    const log = this.log.items.length === this.length ? this.log : this.fork();
    const { width, length } = this;
    const from = length * width;
    if (log.sums.length < from + 2 * width) log.sums = grown(log.sums);
    const { sums } = log;
    for (let i = 0; i < width; i++) sums[from + width + i] = (sums[from + i] as number) + (amounts[i] ?? 0);
    log.items.push(item);
    return new Sequence(log, length + 1, width);
  }

  private fork(): Log<T> {
    return { items: this.log.items.slice(0, this.length), sums: this.log.sums.slice() };
  }

  /** The item at an index from 0. Throws RangeError outside. */
  at(index: number): T {
    if (index < 0 || index >= this.length) throw new RangeError(`no item ${index} in ${this.length}`);
    return this.log.items[index] as T;
  }

  /** Sum of a column over the items [from, to). */
  sum(column: number, from = 0, to = this.length): number {
    const { sums } = this.log;
    return (sums[to * this.width + column] as number) - (sums[from * this.width + column] as number);
  }

  /** The first `length` items: shares everything. */
  prefix(length: number): Sequence<T> {
    return length === this.length ? this : new Sequence(this.log, Math.min(length, this.length), this.width);
  }

  /** Whether two sequences grew from the same beginning, so that equal indices mean the same item. */
  sharesLog(other: Sequence<T>): boolean {
    return this.log === other.log;
  }
}

function grown(sums: Float64Array): Float64Array {
  const next = new Float64Array(sums.length * 2);
  next.set(sums);
  return next;
}
