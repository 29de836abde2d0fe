/** A column of which nothing is measured before somebody asks. */
export interface LateColumn<T> {
  readonly column: number;
  /** What an item adds to it. */
  readonly measure: (item: T) => number;
}

/** How many single items of a late column are measured by themselves before all are. */
const FEW = 256;

/** The sums of a late column: put in their place with the first that is asked for more than a few items. */
class LateSums {
  readonly column: number;
  /** Whether the sums are in their place. */
  isThere = false;
  private readonly amount: (at: number) => number;
  private readonly sums: Float64Array;
  private readonly width: number;
  private asked = 0;

  constructor(column: number, amount: (at: number) => number, sums: Float64Array, width: number) {
    this.column = column;
    this.amount = amount;
    this.sums = sums;
    this.width = width;
  }

  /** Sum over the items [from, to). */
  sum(from: number, to: number): number {
    if (from === to) return 0;
    if (to - from === 1 && this.asked++ < FEW) return this.amount(from);
    if (!this.isThere) this.put();
    const { sums, width, column } = this;
    return (sums[to * width + column] as number) - (sums[from * width + column] as number);
  }

  private put(): void {
    const { sums, width, column } = this;
    for (let at = column, item = 0; at + width < sums.length; at += width, item++)
      sums[at + width] = (sums[at] as number) + this.amount(item);
    this.isThere = true;
  }
}

/**
 * A sequence with prefix sums: for each column, the sum of all items before an index. It never changes; histories
 * grow over it. Every sum over a range costs two reads, whatever the range; the first of a late column costs more.
 */
export class Sequence<T> {
  readonly length: number;
  /** How many columns of sums there are. */
  readonly width: number;
  private readonly items: readonly T[];
  private readonly sums: Float64Array;
  private readonly late: LateSums | undefined;

  private constructor(items: readonly T[], sums: Float64Array, width: number, late?: LateSums) {
    this.items = items;
    this.length = items.length;
    this.width = width;
    this.sums = sums;
    this.late = late;
  }

  /** `amounts` holds what each item adds to each of `width` columns. */
  static of<T>(items: readonly T[], amounts: readonly ArrayLike<number>[], width: number): Sequence<T> {
    return Sequence.measured(items, width, (into, _item, at) => {
      const own = amounts[at] as ArrayLike<number>;
      for (let i = 0; i < width; i++) into[i] = own[i] ?? 0;
    });
  }

  /**
   * `measure` puts what an item adds to each of `width` columns into a list of as many zeros. The same list serves all
   * items: a long sequence leaves nothing behind but its sums. It puts nothing into a late column.
   */
  static measured<T>(
    items: readonly T[],
    width: number,
    measure: (into: number[], item: T, at: number) => void,
    late?: LateColumn<T>,
  ): Sequence<T> {
    const sums = new Float64Array((items.length + 1) * width);
    const own = Array.from({ length: width }, () => 0);
    let from = 0;
    for (let at = 0; at < items.length; at++, from += width) {
      measure(own, items[at] as T, at);
      for (let i = 0; i < width; i++) {
        sums[from + width + i] = (sums[from + i] as number) + (own[i] as number);
        own[i] = 0;
      }
    }
    if (!late) return new Sequence(items, sums, width);
    const amount = (at: number): number => late.measure(items[at] as T);
    return new Sequence(items, sums, width, new LateSums(late.column, amount, sums, width));
  }

  /** Other items that add up to the same. */
  with<U>(items: readonly U[]): Sequence<U> {
    if (items.length !== this.length) throw new RangeError(`${items.length} items for ${this.length}`);
    return new Sequence(items, this.sums, this.width, this.late);
  }

  /** The item at an index from 0. Throws RangeError outside. */
  at(index: number): T {
    if (index < 0 || index >= this.length) throw new RangeError(`no item ${index} in ${this.length}`);
    return this.items[index] as T;
  }

  /** What the item at an index adds to each column. Exact for whole numbers. Throws RangeError outside. */
  amounts(index: number): number[] {
    if (index < 0 || index >= this.length) throw new RangeError(`no item ${index} in ${this.length}`);
    return Array.from({ length: this.width }, (_, column) => this.amount(column, index));
  }

  /** What the item at an index adds to a column. */
  amount(column: number, index: number): number {
    return this.sum(column, index, index + 1);
  }

  /** Sum of a column over the items [from, to). */
  sum(column: number, from = 0, to = this.length): number {
    const { sums, width, late } = this;
    if (late?.column === column && !late.isThere) return late.sum(from, to);
    return (sums[to * width + column] as number) - (sums[from * width + column] as number);
  }
}
