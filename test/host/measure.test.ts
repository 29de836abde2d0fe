import fc from "fast-check";
import { expect, test } from "vitest";
import { countUtf8 } from "../../core/lib/utf8.ts";
import { byteLength } from "../../host/measure.ts";

test("bytes of UTF-8 are those of the core's own loop, whichever way they are counted", () => {
  const piece = fc.constantFrom("a", "line\n", "é", "漢字", "🧪", "\ud800", "\udc00", "\0");
  fc.assert(
    fc.property(fc.array(piece), piece, fc.nat({ max: 70_000 }), (pieces, padding, length) => {
      const text = pieces.join("") + padding.repeat(length / padding.length);
      expect(byteLength(text)).toBe(countUtf8(text));
    }),
  );
});

test("the longest text that is written fits even where all of it is wide but what was looked at", () => {
  for (const length of [199, 200, 65_535, 65_536, 65_537]) {
    const step = Math.floor(length / 8);
    const text = Array.from({ length }, (_, at) => ((at + 1) % step === 0 ? "a" : "漢")).join("");
    expect(byteLength(text)).toBe(countUtf8(text));
  }
});
