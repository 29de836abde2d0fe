import { describe, expect, it } from "vitest";
import { inTurn } from "../../../core/lib/maybe.ts";

/** Runs items 1, 2, … that answer at once or later, and notes what begins and ends. */
function running(later: readonly number[]): {
  readonly log: string[];
  readonly run: (item: number) => unknown;
} {
  const log: string[] = [];
  const run = (item: number): unknown => {
    log.push(`${item} begins`);
    const end = (): number => {
      log.push(`${item} ends`);
      return item * 10;
    };
    return later.includes(item) ? Promise.resolve().then(end) : end();
  };
  return { log, run };
}

const inOrder = (items: readonly number[]): string[] =>
  items.flatMap((item) => [`${item} begins`, `${item} ends`]);

describe("inTurn", () => {
  it.each([[[]], [[1]], [[1, 2, 3]]])("gives at once what %j give at once", (items) => {
    const { log, run } = running([]);
    expect(inTurn(items, run)).toEqual(items.map((item) => item * 10));
    expect(log).toEqual(inOrder(items));
  });

  it.each([[[1]], [[2]], [[3]], [[1, 3]], [[1, 2, 3]]])(
    "begins none before the one before it ends: %j wait",
    async (later) => {
      const { log, run } = running(later);
      expect(await inTurn([1, 2, 3], run)).toEqual([10, 20, 30]);
      expect(log).toEqual(inOrder([1, 2, 3]));
    },
  );

  it.each([[[]], [[1]], [[2]]])("begins none behind a failure: %j wait", async (later) => {
    const begun: number[] = [];
    const run = (item: number): unknown => {
      begun.push(item);
      if (item < 2) return later.includes(item) ? Promise.resolve(item) : item;
      if (later.includes(item)) return Promise.reject(new Error("no"));
      throw new Error("no");
    };
    await expect(async () => await inTurn([1, 2, 3], run)).rejects.toThrow("no");
    expect(begun).toEqual([1, 2]);
  });
});
