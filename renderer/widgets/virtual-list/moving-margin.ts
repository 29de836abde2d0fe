import type { Range } from "@tanstack/react-virtual";

/**
 * Which rows a list draws while it is moved: those in sight, one behind them, and `overscan` rows ahead. A list that is
 * moved by more than those at once draws none of them: they would be gone before anybody saw them.
 */
export class MovingMargin {
  #first = 0;
  #drawn = 0;

  /** The rows to draw, in order. */
  readonly rows = ({ startIndex, endIndex, overscan, count }: Range): number[] => {
    const by = startIndex - this.#first;
    this.#first = startIndex;
    const fast = Math.abs(by) > overscan;
    const [before, after] = fast
      ? [0, this.#spare(endIndex - startIndex + 1)]
      : by < 0
        ? [overscan, 1]
        : [1, overscan];
    const from = Math.max(0, startIndex - before);
    const to = Math.min(count - 1, endIndex + after);
    this.#drawn = to - from + 1;
    return Array.from({ length: this.#drawn }, (_, at) => from + at);
  };

  /** One more where there was one more: an element would go and be made anew with every other move. */
  #spare(seen: number): number {
    return this.#drawn > seen ? 1 : 0;
  }
}
