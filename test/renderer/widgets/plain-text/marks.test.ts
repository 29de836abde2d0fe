import { describe, expect, it } from "vitest";
import { hasSuspects, textPieces } from "../../../../renderer/widgets/plain-text/marks.ts";

/** The pieces with marks between brackets. */
function shown(text: string): string {
  return textPieces(text)
    .map((piece) => ("text" in piece ? piece.text : `[${piece.mark}]`))
    .join("");
}

describe("textPieces", () => {
  it("leaves ordinary text, tabs, newlines and emoji as one piece", () => {
    const text = "a\tb\nשלום 👩‍👩‍👧 é $& <b>";
    expect(textPieces(text)).toEqual([{ text }]);
    expect(textPieces("")).toEqual([]);
  });

  it("marks every override and none of it stays in the text", () => {
    expect(shown("abc \u202Egnp.exe\u202C end")).toBe("abc [U+202E]gnp.exe[U+202C] end");
    expect(shown("\u2066x\u2069\u200E\u200F\u061C")).toBe("[U+2066]x[U+2069][U+200E][U+200F][U+061C]");
  });

  it("marks the first suspect of a text also when another text was looked at before", () => {
    expect(hasSuspects("xxxxxxxx\u202E")).toBe(true);
    expect(shown("\u202Eab\u202E")).toBe("[U+202E]ab[U+202E]");
    expect(shown("\u202Eab")).toBe("[U+202E]ab");
  });

  it("names control characters, invisible ones, tags and lone surrogates", () => {
    expect(shown("\u0000\u0007\u001b[31m\u007f\u0085")).toBe("[NUL][BEL][ESC][31m[DEL][U+0085]");
    expect(shown("a\u200Bb\uFEFF\u2028\u00AD")).toBe("a[U+200B]b[U+FEFF][U+2028][U+00AD]");
    expect(shown("\u{E0041}")).toBe("[U+E0041]");
    expect(shown("x\uD83Dy")).toBe("x[U+D83D]y");
    expect(shown("😀")).toBe("😀");
  });

  it("says in words what each mark is", () => {
    expect(textPieces("\u202E")).toEqual([
      { mark: "U+202E", name: "U+202E right-to-left override", code: 0x202e },
    ]);
    expect(textPieces("\u0007")).toEqual([{ mark: "BEL", name: "U+0007 control character", code: 7 }]);
  });

  it("takes a carriage return before a newline as the line's end, and marks a lone one", () => {
    expect(shown("a\r\nb")).toBe("a\nb");
    expect(shown("a\rb")).toBe("a[CR]b");
  });
});
