import { describe, expect, it } from "vitest";
import { field } from "../../../core/model/json.ts";

const inherited = Object.getOwnPropertyNames(Object.prototype);

describe("field", () => {
  it.each(inherited)("finds no %s that an object only inherits", (name) => {
    expect(field(JSON.parse('{"a":1}'), name)).toBeUndefined();
  });

  it.each(inherited)("finds %s where it is a field of the object's own", (name) => {
    for (const value of [1, null, "a", { b: 2 }])
      expect(field(JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`), name)).toEqual(value);
  });

  it("finds nothing in what is no object", () => {
    for (const value of [undefined, null, 1, "length", [1]]) expect(field(value, "length")).toBeUndefined();
  });
});
