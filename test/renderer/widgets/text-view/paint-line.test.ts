import fc from "fast-check";
import { expect, test } from "vitest";
import { diffTone, paintCode } from "../../../../renderer/widgets/text-view/paint-line.ts";

const kinds = (line: string) => paintCode(line).flatMap(({ text, kind }) => (kind ? [[kind, text]] : []));

test("a painted line says what the line said", () => {
  const signs = fc.constantFrom(
    '"',
    "'",
    "`",
    "\\",
    "//",
    "/*",
    "*/",
    "#",
    " ",
    "a",
    "return",
    "12",
    "é",
    "\u202e",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(signs, fc.string()), { maxLength: 40 }), (parts) => {
      const line = parts.join("");
      expect(
        paintCode(line)
          .map(({ text }) => text)
          .join(""),
      ).toBe(line);
    }),
  );
});

test("comments, texts, numbers and words of a program are told apart", () => {
  expect(kinds('return f("a // b", 12); // so')).toEqual([
    ["word", "return"],
    ["string", '"a // b"'],
    ["number", "12"],
    ["comment", "// so"],
  ]);
  expect(kinds("def f(): # note")).toEqual([
    ["word", "def"],
    ["comment", "# note"],
  ]);
  expect(kinds("returned = constructor")).toEqual([]);
});

test("lines of a diff are told by their first sign", () => {
  expect(["+a", "-a", " a", "@@ -1 +1 @@", "", "diff --git a b"].map(diffTone)).toEqual([
    "added",
    "removed",
    undefined,
    "place",
    undefined,
    "place",
  ]);
});
