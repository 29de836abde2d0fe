import type { Batch } from "./recording.ts";

/**
 * Finds the first batch from a given one on whose figure is above a limit, or Infinity. It remembers what it found:
 * asked at every batch of a thread, it looks at each batch once.
 */
export class NextAbove {
  private from = 0;
  private found = -1;

  next(figures: Float64Array, limit: number, from: number): number {
    if (from >= this.from && from <= this.found) return this.found;
    let at = from;
    while (at < figures.length && (figures[at] as number) <= limit) at++;
    this.from = from;
    this.found = at < figures.length ? at : Infinity;
    return this.found;
  }
}

/** Finds the first batch from a given one on that something holds for, or Infinity. It remembers like `NextAbove`. */
export class NextBatch {
  private readonly holds: (batch: Batch) => boolean;
  private from = 0;
  private found = -1;

  constructor(holds: (batch: Batch) => boolean) {
    this.holds = holds;
  }

  next(batches: readonly Batch[], from: number): number {
    if (from >= this.from && from <= this.found) return this.found;
    let at = from;
    while (at < batches.length && !this.holds(batches[at] as Batch)) at++;
    this.from = from;
    this.found = at < batches.length ? at : Infinity;
    return this.found;
  }
}
