import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatedKeys } from "../../../core/lib/repeated-keys.ts";

const found = (text: string) => repeatedKeys(text, JSON.parse(text));

describe("repeatedKeys", () => {
  it.each([
    ['{"a":1,"a":2}', 1],
    ['{"a":1,"b":{"a":2,"a" :3,"a"\n: 4}}', 2],
    ['[{"a":1},{"a":2}]', 0],
    ['{"\\"":1,"a\\\\":2,"a\\\\\\"":": \\"a\\":","":[": "]}', 0],
    ['{"a":1,"\\u0061":2}', 1],
    ['{"__proto__":1,"__proto__":{"a":1},"constructor":2}', 1],
    ['"a:"', 0],
  ])("counts members that a later one took the place of: %s", (text, count) => {
    expect(found(text)).toBe(count);
  });

  it("finds none in what was written from a value", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2), (text, indent) => {
        expect(found(JSON.stringify(JSON.parse(text), null, indent))).toBe(0);
      }),
    );
  });
});
