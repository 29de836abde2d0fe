import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LINE_UNITS, textLines } from "../../../../renderer/widgets/text-view/text-lines.ts";

describe("textLines", () => {
  it("numbers lines from 1; a newline belongs to its line", () => {
    expect(textLines("a\nb\n")).toEqual([
      { number: 1, text: "a" },
      { number: 2, text: "b" },
    ]);
    expect(textLines("\n\nx")).toEqual([
      { number: 1, text: "" },
      { number: 2, text: "" },
      { number: 3, text: "x" },
    ]);
    expect(textLines("")).toEqual([]);
  });

  it("takes the carriage return of a line's end away, and only that one", () => {
    expect(textLines("a\r\nb\rc").map((line) => line.text)).toEqual(["a", "b\rc"]);
  });

  it("cuts a line of a million characters into pieces without a number", () => {
    const lines = textLines(`${"x".repeat(1_000_000)}\nend`);
    expect(lines).toHaveLength(1001);
    expect(lines.every((line) => line.text.length <= LINE_UNITS)).toBe(true);
    expect(lines.filter((line) => line.number > 0).map((line) => line.number)).toEqual([1, 2]);
  });

  it("never cuts a code point in two, and loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 0, maxLength: 60 }), fc.nat(40), (text, times) => {
        const long = text.replaceAll(/[\r\n]/g, "").repeat(times);
        const lines = textLines(long);
        expect(lines.map((line) => line.text).join("")).toBe(long);
        for (const line of lines.slice(0, -1)) {
          expect(
            /[\ud800-\udbff]$/.test(line.text) && /^[\udc00-\udfff]/.test(long.slice(line.text.length)),
          ).toBe(false);
        }
      }),
    );
    const emoji = `${"x".repeat(LINE_UNITS - 1)}😀tail`;
    expect(textLines(emoji).map((line) => line.text)).toEqual(["x".repeat(LINE_UNITS - 1), "😀tail"]);
  });
});
