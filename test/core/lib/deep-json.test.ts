import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deepJson } from "../../../core/lib/deep-json.ts";

describe("deepJson", () => {
  it("writes what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(deepJson(value as Parameters<typeof deepJson>[0])).toBe(JSON.stringify(value));
      }),
    );
  });

  it("writes values of any depth, and keys that every object has", () => {
    const deep = `${"[".repeat(200_000)}{"__proto__":1}${"]".repeat(200_000)}`;
    expect(deepJson(JSON.parse(deep) as Parameters<typeof deepJson>[0])).toBe(deep);
  });
});
