import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PositionTable } from "../../../core/lib/position-set.ts";

const length = 50;
const positions = fc.array(fc.nat({ max: length - 1 }));

describe("PositionTable", () => {
  it("opens sets one after the other, and each holds what was added to it, once, in that order", () => {
    fc.assert(
      fc.property(fc.array(positions, { maxLength: 5 }), (sets) => {
        const table = new PositionTable(length);
        for (const added of sets) {
          const set = table.open();
          for (const position of added) set.add(position);
          const model = new Set(added);
          expect(set.positions).toEqual([...model]);
          expect(set.sorted()).toEqual([...model].toSorted((a, b) => a - b));
          for (let position = -1; position <= length; position++)
            expect(set.has(position)).toBe(model.has(position));
        }
      }),
    );
  });
});
