import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../core/lib/canonical-json.ts";
import { sha256Hex } from "../../../core/lib/sha256.ts";
import {
  countLines,
  headWithinBytes,
  lineStart,
  lineStartFromEnd,
  tailStartWithinBytes,
} from "../../../core/lib/text-lines.ts";
import { countUtf8, indexAtBytes, indexAtTailBytes, indexAtUnits } from "../../../core/lib/utf8.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom("\ud800", "\udc00", "a\n", "é", "漢", "🧪", "\n")).map((bits) => bits.join("")),
);

test("bytes are those that an encoder writes", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(countUtf8(text)).toBe(Buffer.byteLength(text));
    }),
  );
});

test("SHA-256 is that of the encoded text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(sha256Hex(text)).toBe(createHash("sha256").update(Buffer.from(text)).digest("hex"));
    }),
  );
});

test("a cut by bytes is the longest that fits and parts no pair", () => {
  fc.assert(
    fc.property(anyText, fc.nat({ max: 40 }), (text, limit) => {
      const at = indexAtBytes(text, limit);
      expect(Buffer.byteLength(text.slice(0, at))).toBeLessThanOrEqual(limit);
      const next = text.slice(0, at + String.fromCodePoint(text.codePointAt(at) ?? 0).length);
      if (at < text.length) expect(Buffer.byteLength(next)).toBeGreaterThan(limit);
      const tail = indexAtTailBytes(text, limit);
      expect(Buffer.byteLength(text.slice(tail))).toBeLessThanOrEqual(limit);
      if (text.isWellFormed())
        for (const cut of [at, tail, indexAtUnits(text, limit)])
          expect(text.slice(0, cut).isWellFormed()).toBe(true);
    }),
  );
});

test("lines: the newline belongs to its line, a last one without it counts", () => {
  expect(["", "a", "a\n", "a\nb", "\n\n"].map(countLines)).toEqual([0, 1, 1, 2, 2]);
  expect(lineStart("a\nb\nc", 3)).toBe(4);
  expect(lineStart("a\n", 9)).toBe(2);
  expect(lineStartFromEnd("a\nb\nc\n", 2)).toBe(2);
  expect(lineStartFromEnd("a\nb", 9)).toBe(0);
});

test("heads and tails fall on line boundaries where one lies inside", () => {
  expect(headWithinBytes("ab\ncdef", 5)).toBe("ab\n");
  expect(headWithinBytes("abcdef", 5)).toBe("abcde");
  expect("ab\ncdef\ngh".slice(tailStartWithinBytes("ab\ncdef\ngh", 6))).toBe("gh");
  expect("abcdef".slice(tailStartWithinBytes("abcdef", 4))).toBe("cdef");
});

test("canonical JSON sorts keys, keeps __proto__ a key and has no spaces", () => {
  expect(canonicalJson(JSON.parse('{"b":[{"d":1,"c":2}],"__proto__":3,"a":null}'))).toBe(
    '{"__proto__":3,"a":null,"b":[{"c":2,"d":1}]}',
  );
});
