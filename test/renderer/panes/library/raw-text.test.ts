import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawBytes, fromBase64 } from "../../../../renderer/panes/library/raw-text.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const marked = (bytes: Uint8Array, from: number, to: number) => {
  const drawn = drawBytes(bytes, from, to);
  return [
    drawn.text.slice(0, drawn.from),
    drawn.text.slice(drawn.from, drawn.to),
    drawn.text.slice(drawn.to),
  ];
};

describe("bytes as text", () => {
  it("are the text that they are, with what is pointed at apart", () => {
    expect(marked(bytesOf("one né two"), 4, 7)).toEqual(["one ", "né", " two"]);
  });

  it("show what is no UTF-8 byte by byte", () => {
    expect(marked(new Uint8Array([0x61, 0xff, 0xc3, 0x28, 0x80]), 1, 3)).toEqual([
      "a",
      "\\xff\\xc3",
      "(\\x80",
    ]);
    // A character that is cut at the end, one that is longer than it must be, and half of a surrogate pair.
    expect(drawBytes(new Uint8Array([0xe2, 0x82]), 0, 2).text).toBe("\\xe2\\x82");
    expect(drawBytes(new Uint8Array([0xc0, 0xaf]), 0, 2).text).toBe("\\xc0\\xaf");
    expect(drawBytes(new Uint8Array([0xed, 0xa0, 0x80]), 0, 3).text).toBe("\\xed\\xa0\\x80");
  });

  it("may be pointed at beyond what is there", () => {
    expect(marked(bytesOf("abc"), 10, 20)).toEqual(["abc", "", ""]);
    expect(marked(bytesOf("abc"), -5, 1)).toEqual(["", "a", "bc"]);
  });

  it("keep every well-formed text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const wellFormed = text.toWellFormed();
        expect(drawBytes(bytesOf(wellFormed), 0, 0).text).toBe(wellFormed);
      }),
    );
  });

  it("come out of base64 as they went in", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect([...fromBase64(Buffer.from(bytes).toString("base64"))]).toEqual([...bytes]);
      }),
    );
  });
});
