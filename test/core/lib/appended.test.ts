import fc from "fast-check";
import { expect, test } from "vitest";
import { appended } from "../../../core/lib/appended.ts";

test("items that are appended one by one are there in order; a list that holds some is the same list", () => {
  fc.assert(
    fc.property(fc.array(fc.anything()), (items) => {
      let list: unknown[] = [];
      for (const item of items) {
        const before = list;
        list = appended(list, item);
        expect(list === before).toBe(before.length > 0 && list.length > 1);
      }
      expect(list).toEqual(items);
    }),
  );
});
