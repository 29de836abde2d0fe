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

  it("fills an element with a row of the shape that it has, where such a one goes, and an element that is there before a new one", () => {
    const shape = (row: number) => row % 3;
    const moves = fc.array(fc.record({ from: fc.nat(60), length: fc.integer({ min: 0, max: 20 }) }), {
      minLength: 2,
      maxLength: 30,
    });
    fc.assert(
      fc.property(moves, (windows) => {
        const slots = new Slots();
        let known = new Map<number, number>();
        for (const { from, length } of windows) {
          const rows = range(from, length);
          const numbers = slots.place(rows, shape);
          const gone = [...known].filter(([row]) => !rows.includes(row));
          const come = rows.map((row, at) => [row, numbers[at] as number] as const);
          const fresh = come.filter(([row]) => !known.has(row));
          const shapes = new Map(gone.map(([row, slot]) => [slot, shape(row)]));
          for (const one of [0, 1, 2]) {
            const fitting = fresh.filter(([row, slot]) => shape(row) === one && shapes.get(slot) === one);
            const left = [...shapes.values()].filter((of) => of === one).length;
            const wanted = fresh.filter(([row]) => shape(row) === one).length;
            expect(fitting).toHaveLength(Math.min(left, wanted));
          }
          const filled = fresh.filter(([, slot]) => shapes.has(slot));
          expect(filled).toHaveLength(Math.min(gone.length, fresh.length));
          known = new Map(come);
        }
      }),
    );
  });
});
