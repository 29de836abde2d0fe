/**
 * Numbers for the elements of a list: a row keeps its number for as long as it is drawn, and a row that comes takes
 * the number of one that went. An element that is keyed so is filled anew instead of being made anew.
 */
export class Slots {
  #taken = new Map<number, number>();
  #free: number[] = [];
  #next = 0;

  /** The number of each row, in their order. The same rows again have the same numbers. */
  place(rows: readonly number[]): readonly number[] {
    const taken = new Map<number, number>();
    for (const row of rows) {
      const slot = this.#taken.get(row);
      if (slot === undefined) continue;
      taken.set(row, slot);
      this.#taken.delete(row);
    }
    this.#free.push(...this.#taken.values());
    this.#taken = taken;
    return rows.map((row) => this.#slotOf(row));
  }

  #slotOf(row: number): number {
    const slot = this.#taken.get(row) ?? this.#free.pop() ?? this.#next++;
    this.#taken.set(row, slot);
    return slot;
  }
}
