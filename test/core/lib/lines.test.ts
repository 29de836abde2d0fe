import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteList, LineSplitter } from "../../../core/lib/lines.ts";
import { decode, encode } from "../../support/import-text.ts";
import { threadTime } from "../../support/thread-time.ts";

interface Seen {
  readonly text: string;
  readonly line: number;
  readonly offset: number;
}

/** Splits in pieces of a size, stopping after a line that says STOP. */
function split(bytes: Uint8Array, size: number): { readonly lines: Seen[]; readonly rest: string } {
  const lines: Seen[] = [];
  const rest = new ByteList();
  const splitter = new LineSplitter(
    ({ bytes: own, line, offset }) => {
      lines.push({ text: decode(own), line, offset });
      return decode(own) !== "STOP";
    },
    (left) => rest.add(left),
  );
  for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
  splitter.end();
  return { lines, rest: decode(rest.take()) };
}

describe("LineSplitter", () => {
  const text = fc
    .array(fc.constantFrom("a", "é", "\n", "\r\n", "\r", "🧪", "\n\n"))
    .map((parts) => parts.join(""));

  it("gives every line with its number and its place, whatever the pieces", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, size) => {
        const bytes = encode(whole);
        for (const { text: own, line, offset } of split(bytes, size).lines) {
          const expected = whole.split("\n")[line - 1] ?? "";
          const ended = line < whole.split("\n").length;
          expect(own).toBe(ended ? expected.replace(/\r$/, "") : expected);
          expect(decode(bytes.subarray(offset, offset + encode(own).length))).toBe(own);
        }
        const seen = split(bytes, size).lines.filter((one) => one.text !== "").length;
        const all = whole.split("\n");
        expect(seen).toBe(
          all.filter((one, index) => one !== "" && !(one === "\r" && index < all.length - 1)).length,
        );
      }),
    );
  });

  it("gives lines that were decoded with their neighbours the text that they have alone", () => {
    const odd = [0x61, 0x0a, 0x0d, 0x0a, 0xff, 0xe2, 0x82, 0xc3, 0xa9];
    const line = fc.oneof(
      fc.integer({ min: 0, max: 40_000 }).map((length) => [...new Uint8Array(length).fill(0x78), 0x0a]),
      fc.array(fc.constantFrom(...odd), { maxLength: 6 }),
    );
    let together = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.integer({ min: 1, max: 90_000 }), (lines, size) => {
        const bytes = Uint8Array.from(lines.flat());
        const splitter = new LineSplitter(
          ({ bytes: own, text: decoded }) => {
            if (decoded !== undefined) together++;
            expect(decoded ?? decode(own)).toBe(decode(own));
            return true;
          },
          () => undefined,
          { decode },
        );
        for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
        splitter.end();
      }),
    );
    expect(together).toBeGreaterThan(100);
  });

  it("hands everything after a stop to the rest", () => {
    for (const size of [1, 3, 100]) {
      expect(split(encode("a\nSTOP\nb\n\nc"), size)).toEqual({
        lines: [
          { text: "a", line: 1, offset: 0 },
          { text: "STOP", line: 2, offset: 2 },
        ],
        rest: "b\n\nc",
      });
    }
  });

  it("takes a line of many pieces in linear time", () => {
    const piece = new Uint8Array(1024).fill(0x78);
    const splitter = new LineSplitter(
      ({ bytes }) => bytes.length === 0,
      () => undefined,
    );
    const took = threadTime(() => {
      for (let count = 0; count < 20_000; count++) splitter.push(piece);
      splitter.end();
    });
    expect(took).toBeLessThan(2000);
  });
});
