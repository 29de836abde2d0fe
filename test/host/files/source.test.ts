import fc from "fast-check";
import { expect, test } from "vitest";
import { findQuickly, quickToSearch } from "../../../host/files/source.ts";

test("bytes are found where they stand, from a place on, in either form", () => {
  const few = (maxLength: number, minLength = 0): fc.Arbitrary<Uint8Array> =>
    fc.uint8Array({ min: 44, max: 46, minLength, maxLength });
  fc.assert(
    fc.property(few(60), few(9, 1), fc.nat(60), (bytes, some, from) => {
      const expected = Buffer.from(bytes)
        .toString("latin1")
        .indexOf(Buffer.from(some).toString("latin1"), from);
      expect(findQuickly(bytes, some, from)).toBe(expected);
      expect(findQuickly(quickToSearch(bytes), some, from)).toBe(expected);
    }),
  );
});
