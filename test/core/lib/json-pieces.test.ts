import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePieces } from "../../../core/lib/json-pieces.ts";
import { mayBeInexact } from "../../../core/lib/inexact-numbers.ts";
import { decode, encode } from "../../support/import-text.ts";

const read = (text: string) => parsePieces(encode(text), decode);
const long = (text: string) => text.repeat(Math.ceil(9000 / text.length));

/** What `JSON.parse` gives; undefined where it fails. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const odd = fc.constantFrom("", 'say "hi"', "\\", '\\"', "\n", "é🌊", "}{][,:", "\u0000", "\ud800");
const leaf = fc.oneof(odd, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const large = fc
  .tuple(odd, fc.constantFrom("text", "list", "object", "deep"))
  .map(([text, kind]): unknown => {
    const words = long(`${text}words `);
    if (kind === "text") return words;
    if (kind === "list") return [words, { a: text }, [], 1.5];
    return kind === "object" ? { [text]: words, b: [{}] } : [[[{ c: [words] }]]];
  });
const keys = fc.oneof(
  fc.constantFrom("a", "b", "", "1", "k y", "__proto__", "é", 'q"', "constructor"),
  fc.string(),
);
const objects = fc.dictionary(keys, fc.oneof(leaf, large, fc.jsonValue()), { noNullPrototype: true });

describe("parsePieces", () => {
  it("gives what JSON.parse gives, keys in the same order, or leaves it to that", () => {
    fc.assert(
      fc.property(
        objects,
        fc.constantFrom(undefined, 1, "\t"),
        fc.constantFrom("", " ", "\r"),
        (value, indent, space) => {
          const text = `${space}${JSON.stringify(value, null, indent)}${space}`;
          const found = read(text);
          if (!found) return;
          expect(JSON.stringify(found.value)).toBe(JSON.stringify(JSON.parse(text)));
          expect(found.value).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it("gives nothing where JSON.parse fails, and the same where it does not, however the text is damaged", () => {
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat({ max: 3 }),
      put: fc.constantFrom(
        "",
        '"',
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\\",
        "0",
        " ",
        "x",
        '""',
        '"a":1,',
        "\u0001",
      ),
    });
    fc.assert(
      fc.property(objects, fc.array(damage, { minLength: 1, maxLength: 3 }), (value, all) => {
        let text = JSON.stringify(value);
        for (const { at, cut, put } of all) {
          // Mostly near the ends of the text, where its keys are.
          const place = Math.floor((at < 0.5 ? at * at : 1 - (1 - at) * (1 - at)) * text.length);
          text = text.slice(0, place) + put + text.slice(place + cut);
        }
        const bytes = encode(text);
        const found = parsePieces(bytes, decode);
        if (found) expect(JSON.stringify(found.value)).toBe(JSON.stringify(parsed(decode(bytes))));
      }),
    );
  });

  it.each([
    `{"a":${JSON.stringify(long("words"))},"b":1}`,
    `{"b":[],"a":{"c":${JSON.stringify(long('\\"'))}}}`,
    `{ "a" : [${JSON.stringify(long("x"))}] , "b" : ${JSON.stringify(long("y"))} }`,
  ])("reads large members for themselves", (text) => {
    const found = read(text);
    expect(found?.value).toEqual(JSON.parse(text));
    for (const piece of found?.pieces ?? []) {
      expect(piece.text.length).toBeLessThan(text.length);
      expect(JSON.parse(piece.text)).toEqual(piece.value);
    }
    const strings = (some: string) => some.replaceAll(/\s/g, "").length;
    const all = (found?.pieces ?? []).reduce((sum, piece) => sum + strings(piece.text), 0);
    // Each large member leaves an empty text behind.
    expect(all).toBe(strings(text) + 2 * ((found?.pieces.length ?? 0) - 1));
  });

  it.each([
    ["a list", `[${JSON.stringify(long("a"))}]`],
    ["small members", '{"a":1}'],
    ["a key that stands twice", `{"a":${JSON.stringify(long("a"))},"a":""}`],
    ["a key with an escape", `{"\\u0061":${JSON.stringify(long("a"))}}`],
    ["a prototype", `{"__proto__":${JSON.stringify(long("a"))}}`],
    ["two objects", `{"a":${JSON.stringify(long("a"))}}{}`],
    ["a member that is no JSON", `{"a":[${"01,".repeat(5000)}1]}`],
    ["no comma", `{"a":${JSON.stringify(long("a"))}"b":1}`],
  ])("leaves %s to JSON.parse", (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  it("loses no number that parsing changes", () => {
    const words = JSON.stringify(long("a"));
    for (const number of ["1e999", "-0", "1e-999", "12345678901234567890"])
      for (const text of [`{"a":${words},"n":${number}}`, `{"a":[${words},${number}]}`])
        expect(
          read(text)?.pieces.some((piece) => mayBeInexact(piece.value, piece.text)),
          text,
        ).toBe(true);
  });
});
