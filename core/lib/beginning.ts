/** The beginning of a list that only grows: as it was at some time, without a copy. */
export class Beginning<T> {
  private readonly items: readonly T[];
  private readonly length: number;

  /** `items` may grow on; nothing in it may change or go. */
  constructor(items: readonly T[]) {
    this.items = items;
    this.length = items.length;
  }

  /** A list of its own. */
  list(): T[] {
    return this.items.slice(0, this.length);
  }
}
