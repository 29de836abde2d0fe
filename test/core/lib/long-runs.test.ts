import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutLongRuns } from "../../../core/lib/long-runs.ts";
import { threadTime } from "../../support/thread-time.ts";

const lengths = (text: string, most: number): number[] => cutLongRuns(text, most).map(({ length }) => length);

describe("cutLongRuns", () => {
  test.each([
    ["letters at the limit", "a".repeat(2000), [2000]],
    ["letters one over it", "a".repeat(2001), [2000, 1]],
    ["signs", "=".repeat(4100), [2000, 2000, 100]],
    ["white space", `x${" ".repeat(2500)}y`, [1, 2000, 500, 1]],
    ["a run inside a text", `one two ${"b".repeat(2500)} three`, [8, 2000, 500, 6]],
    ["two runs", `${"a".repeat(2001)} ${"b".repeat(2001)}`, [2000, 1, 1, 2000, 1]],
    ["digits are split by every encoder", "7".repeat(5000), [5000]],
    ["words", "word ".repeat(2000), [10_000]],
    ["letters with their marks", "e\u0301".repeat(1500), [2000, 1000]],
    ["base64 with its digits", "aB3x".repeat(1000), [4000]],
  ])("%s", (_, text, expected) => {
    expect(lengths(text, 2000)).toEqual(expected);
  });

  test("no pair of surrogates is parted", () => {
    const pieces = cutLongRuns(`x${"🧪".repeat(3000)}`, 2001);
    expect(pieces.join("")).toBe(`x${"🧪".repeat(3000)}`);
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
    expect(pieces.map(({ length }) => length)).toEqual([1, 2000, 2000, 2000]);
  });

  const bit = fc
    .tuple(
      fc.constantFrom("a", "Ж", "漢", "=", "🧪", " ", "\n", "7", "e\u0301", "\ud800"),
      fc.nat({ max: 60 }),
    )
    .map(([text, times]) => text.repeat(times));

  test("the pieces are the text, and a run over the limit is in none of them", () => {
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 8 }), fc.integer({ min: 4, max: 20 }), (bits, most) => {
        const text = bits.join("");
        const pieces = cutLongRuns(text, most);
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces)
          for (const run of piece.match(/[\p{L}\p{M}]+|[^\s\p{L}\p{N}]+|\s+/gu) ?? [])
            expect(run.length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 2000 },
    );
  });

  test("fifty million characters of one run take linear time", () => {
    const took = threadTime(() => expect(cutLongRuns("z".repeat(50_000_000), 2000)).toHaveLength(25_000));
    expect(took).toBeLessThan(5000);
  });
});
