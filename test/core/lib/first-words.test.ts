import fc from "fast-check";
import { expect, it } from "vitest";
import { firstWords } from "../../../core/lib/first-words.ts";

const signs = fc.constantFrom(
  ...Array.from(
    "ab \n\t\r\u000b\u000c\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u200b\u0085\u180e\u001f\u007fé",
  ),
  "🌊",
  "\ud83c",
  "\udf0a",
);

it("gives the words with one space between them, as a regular expression finds them", () => {
  const texts = fc.array(signs, { maxLength: 60 }).map((all) => all.join(""));
  fc.assert(
    fc.property(
      texts,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 80 }),
      (text, most, within) => {
        const line = text.slice(0, within).replace(/\s+/g, " ").trim();
        const words = firstWords(text, most, within);
        expect(line.startsWith(words)).toBe(true);
        const parted =
          /[\ud800-\udbff]$/.test(line.slice(0, most)) && /^[\udc00-\udfff]/.test(line.slice(most));
        expect(words.length).toBe(Math.min(line.length, parted ? most - 1 : most));
      },
    ),
  );
});
