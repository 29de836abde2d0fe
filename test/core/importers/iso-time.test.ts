import fc from "fast-check";
import { expect, it } from "vitest";
import { isoTime } from "../../../core/importers/iso-time.ts";

it("is what the calendar says, for times in any order", () => {
  const time = fc.oneof(
    fc.double({ min: -8.64e12, max: 8.64e12, noNaN: true }),
    fc.integer({ min: -8.64e12, max: 8.64e12 }),
    fc.double({ min: 1.7e9, max: 1.7e9 + 200_000, noNaN: true }),
    fc.constantFrom(0, -0, 8.64e12, -8.64e12, 86_399.999, 86_400, -0.001, -86_400),
  );
  fc.assert(
    fc.property(fc.array(time, { minLength: 1 }), (times) => {
      expect(times.map(isoTime)).toEqual(times.map((one) => new Date(one * 1000).toISOString()));
    }),
  );
});

it("is none for what no calendar has", () => {
  for (const none of [undefined, 8.64e12 + 1, -8.64e12 - 1, Infinity]) expect(isoTime(none)).toBeUndefined();
});
