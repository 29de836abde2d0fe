import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOfUtf8 } from "../../../core/lib/utf8-decode.ts";

describe("textOfUtf8", () => {
  it("reads every text back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(textOfUtf8(new TextEncoder().encode(text))).toBe(text);
      }),
    );
  });

  it("is valid for any bytes, and the same as a decoder where they are valid", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = textOfUtf8(bytes);
        expect(text.isWellFormed()).toBe(true);
        const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        expect(text.includes("\ufffd")).toBe(decoded.includes("\ufffd"));
        if (!decoded.includes("\ufffd")) expect(text).toBe(decoded);
      }),
    );
  });

  it("does not fall over a long text", () => {
    const text = "høj 🌊 ".repeat(100_000);
    expect(textOfUtf8(new TextEncoder().encode(text))).toBe(text);
  });
});
