import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Slots } from "../../../../renderer/widgets/virtual-list/slots.ts";

const range = (from: number, length: number) => Array.from({ length }, (_, at) => from + at);

describe("slots", () => {
  it("gives every row a number of its own, keeps it, and needs no more numbers than rows were ever drawn at once", () => {
    const windows = fc.array(fc.record({ from: fc.nat(60), length: fc.integer({ min: 0, max: 20 }) }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(windows, (moves) => {
        const slots = new Slots();
        let known = new Map<number, number>();
        let most = 0;
        for (const { from, length } of moves) {
          const rows = range(from, length);
          const numbers = slots.place(rows);
          most = Math.max(most, length);
          expect(new Set(numbers).size).toBe(length);
          expect(numbers.every((slot) => slot < most)).toBe(true);
          rows.forEach((row, at) => expect(numbers[at]).toBe(known.get(row) ?? numbers[at]));
          expect(slots.place(rows)).toEqual(numbers);
          known = new Map(rows.map((row, at) => [row, numbers[at] as number]));
        }
      }),
    );
  });
});
