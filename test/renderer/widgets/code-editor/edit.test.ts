import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smallestEdit } from "../../../../renderer/widgets/code-editor/edit.ts";

describe("smallestEdit", () => {
  it("touches only what differs, so that a caret outside of it stays", () => {
    expect(smallestEdit('{"a": 15, "b": 2}', '{"a": 2000, "b": 2}')).toEqual({
      start: 6,
      end: 8,
      text: "2000",
    });
    expect(smallestEdit("aa", "aaa")).toEqual({ start: 2, end: 2, text: "a" });
    expect(smallestEdit("same", "same")).toBeUndefined();
  });

  it("always gives the other text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "😀"), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edit = smallestEdit(before, after) ?? { start: 0, end: 0, text: "" };
        expect(before.slice(0, edit.start) + edit.text + before.slice(edit.end)).toBe(after);
      }),
    );
  });
});
