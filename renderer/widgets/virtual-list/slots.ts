/** What a row was drawn as: rows of the same shape are drawn by the same elements, with other words. */
export type ShapeOf = (row: number) => unknown;

/**
 * Numbers for the elements of a list: a row keeps its number for as long as it is drawn, and a row that comes takes
 * the number of one that goes. An element that is keyed so is filled anew instead of being made anew.
 */
export class Slots {
  #taken = new Map<number, number>();
  /** Numbers without an element. */
  readonly #unused: number[] = [];
  readonly #shapes: unknown[] = [];
  #next = 0;

  /**
   * The number of each row, in their order. The same rows again have the same numbers. A row that comes takes the
   * number of one of its own shape, where such a one goes.
   */
  place(rows: readonly number[], shapeOf: ShapeOf = () => undefined): readonly number[] {
    const leaving = this.#taken;
    this.#taken = new Map();
    for (const row of rows) this.#keep(row, leaving);
    const free = [...leaving.values()];
    const shapes = rows.map(shapeOf);
    rows.forEach((row, at) => this.#takeAlike(row, shapes[at], free));
    const slots = rows.map((row, at) => this.#slotOf(row, shapes[at], free));
    this.#unused.push(...free);
    return slots;
  }

  #keep(row: number, leaving: Map<number, number>): void {
    const slot = leaving.get(row);
    if (slot === undefined) return;
    this.#taken.set(row, slot);
    leaving.delete(row);
  }

  #takeAlike(row: number, shape: unknown, free: number[]): void {
    const at = this.#taken.has(row) ? -1 : free.findIndex((slot) => this.#shapes[slot] === shape);
    const [slot] = at < 0 ? [] : free.splice(at, 1);
    if (slot !== undefined) this.#taken.set(row, slot);
  }

  #slotOf(row: number, shape: unknown, free: number[]): number {
    const slot = this.#taken.get(row) ?? free.pop() ?? this.#unused.pop() ?? this.#next++;
    this.#taken.set(row, slot);
    this.#shapes[slot] = shape;
    return slot;
  }
}
