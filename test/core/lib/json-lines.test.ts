import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recoverDocument } from "../../../core/lib/json-lines-document.ts";
import { PlaceCursor } from "../../../core/lib/json-lines-place.ts";
import { scanJson } from "../../../core/lib/json-lines-scan.ts";
import { isUtf8 } from "../../../core/lib/json-lines-valid.ts";
import { recoverLine } from "../../../core/lib/json-lines.ts";
import { utf8Length } from "../../../core/lib/utf8.ts";
import { threadTime } from "../../support/thread-time.ts";

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Texts that are nearly JSON. */
const bits = [
  "{",
  "}",
  "[",
  "]",
  '"a"',
  '"',
  ":",
  ",",
  "\\n",
  "\\u00",
  " ",
  "\n",
  "1",
  "-",
  "0.5e3",
  "true",
  "nul",
  "null",
  "\t",
  "x",
];
const nearlyJson = fc.array(fc.constantFrom(...bits), { maxLength: 12 }).map((parts) => parts.join(""));

describe("scanJson", () => {
  it("agrees with JSON.parse on what is a whole value", () => {
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.json()), (text) => {
        const scan = scanJson(text, 0);
        const whole = scan.state === "complete" && /^[ \t\r\n]*$/.test(text.slice(scan.at));
        expect(whole).toBe(parses(text));
      }),
    );
  });

  it("finds the start of a value open, and its complete elements", () => {
    const list = fc.array(fc.json(), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(list, fc.nat(), (elements, cut) => {
        const text = `[${elements.join(",")}]`;
        const scan = scanJson(text.slice(0, 1 + (cut % (text.length - 1))), 0);
        expect(scan.state).toBe("open");
        const saved = text.slice(0, scan.open[0]?.end);
        expect(parses(`${saved}]`)).toBe(true);
        expect((JSON.parse(`${saved}]`) as unknown[]).length).toBe(scan.open[0]?.complete);
      }),
    );
  });

  it("gives up what is nested without end", () => {
    expect(scanJson("[".repeat(1_000_000), 0)).toMatchObject({ state: "error", at: 10_000 });
  });
});

describe("recoverLine", () => {
  const values = (line: string) => recoverLine(line).values.map((found) => found.value);

  it("parts glued objects, with or without what crashes leave between", () => {
    expect(values('{"a":1}{"b":2} \u0000\ufeff\u001e[3]')).toEqual([{ a: 1 }, { b: 2 }, [3]]);
  });

  it("reads the whole object after a half one", () => {
    const half = '{"text":"half a li{"text":"whole"}';
    expect(recoverLine(half)).toEqual({
      values: [{ value: { text: "whole" }, from: 18, to: half.length }],
      damaged: [{ from: 0, to: 18, reason: "a comma or a closing bracket was expected", open: false }],
    });
  });

  it("never takes the inside of a broken object for an object", () => {
    expect(values('{"a": broken, "message": {"role":"user"}}')).toEqual([]);
  });

  it("says that a line ends in the middle", () => {
    expect(recoverLine('{"a":[1,2').damaged).toEqual([
      { from: 0, to: 9, reason: "the text ends in the middle of a value", open: true },
    ]);
  });
});

describe("recoverDocument", () => {
  it("reads documents in a row", () => {
    const text = '{\n "a": 1\n}\n{\n "b": 2\n}\n';
    expect(recoverDocument(text).values.map((found) => found.value)).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it("saves the complete messages, and never half of one", () => {
    const text = '{"model":"x","messages":[{"n":1},{"n":2},{"role":"user","content":[3,4';
    const { values, damaged } = recoverDocument(text);
    expect(values.map((found) => found.value)).toEqual([{ model: "x", messages: [{ n: 1 }, { n: 2 }] }]);
    expect(damaged[0]?.reason).toContain("2 complete elements before it were read");
    expect(damaged[0]).toMatchObject({ from: text.indexOf(',{"role"'), to: text.length, open: true });
  });

  it("saves the complete messages of a conversation among others that is cut", () => {
    const text = '[{"id":1,"messages":[{"n":1}]},{"id":2,"messages":[{"n":2},{"n":3},{"role":"u';
    const { values, damaged } = recoverDocument(text);
    const first = { id: 1, messages: [{ n: 1 }] };
    expect(values.map((found) => found.value)).toEqual([[first, { id: 2, messages: [{ n: 2 }, { n: 3 }] }]]);
    expect(damaged).toMatchObject([{ from: text.indexOf(',{"role"'), to: text.length, open: true }]);
    expect(damaged[0]?.reason).toContain("what is complete before it was read");
  });

  it("keeps what is complete when the text ends behind a list", () => {
    const text = '{"model":"x","messages":[{"n":1},{"n":2}],"user":"ab';
    const { values, damaged } = recoverDocument(text);
    expect(values.map((found) => found.value)).toEqual([{ model: "x", messages: [{ n: 1 }, { n: 2 }] }]);
    expect(damaged).toMatchObject([{ from: text.indexOf(',"user"'), to: text.length, open: true }]);
    expect(damaged[0]?.reason).toContain("what is complete before it was read");
    const later = recoverDocument('{"messages":[{"n":1},{"n":2}],"meta":{"a":[1,2');
    expect(later.values[0]?.value).toEqual({ messages: [{ n: 1 }, { n: 2 }], meta: { a: [1] } });
    expect(later.damaged[0]?.reason).not.toContain("1 complete");
  });

  it("never takes half a message for a whole one", () => {
    for (const text of ['{"role":"user","content":"a', '[{"role":"user","content":"a","at":1', '{"a":{"b":1'])
      expect(recoverDocument(text).values).toEqual([]);
  });

  it.each([
    ['[{"n":1},{"n":nul},{"n":3}]', [{ n: 1 }, { n: 3 }], ['{"n":nul}']],
    ['[{"n":nul},{"n":2},{"n":x},oops,{"n":5}]', [{ n: 2 }, { n: 5 }], ['{"n":nul}', '{"n":x}', "oops"]],
    ["[1,,2]", [1, 2], [","]],
    ["[1,2,]", [1, 2], [","]],
    ["[,1]", [1], [","]],
    ['[{"n":1} {"n":2}\n{"n":3}]', [{ n: 1 }, { n: 2 }, { n: 3 }], ["{", "{"]],
    ['{"m":[{"n":1}] "k":2,"o":{}"p":3}', { m: [{ n: 1 }], k: 2, o: {}, p: 3 }, ['"', '"']],
    ['{"k":"v" "m":[{"n":1}]}', { k: "v", m: [{ n: 1 }] }, ['"']],
    [
      '{"a":1, // it\'s "c\n"m":[/* x, "y ]*/{"n":1},{"n":2} // d\n], /**/ "k":/*1*/2 /**/}',
      { a: 1, m: [{ n: 1 }, { n: 2 }], k: 2 },
      ["// it's \"c", '/* x, "y ]*/', "// d", "/**/", "/*1*/", "/**/"],
    ],
    ['[{"n":1},{"n":2} // ', [{ n: 1 }, { n: 2 }], [" // "]],
    ["[1,,,\n ,2,,3, ]", [1, 2, 3], [",,,", ",", ","]],
    ['{"a":1,,,"b":[2,,],}', { a: 1, b: [2] }, [",,", ",,", ","]],
    ['{"a":nul,"m":[{"n":1}],b:2,"c":3}', { m: [{ n: 1 }], c: 3 }, ['"a":nul', "b:2"]],
    ['[{"m":[{"n":x},{"n":2}],"k":y,"l":1}]', [{ m: [{ n: 2 }], l: 1 }], ['{"n":x}', '"k":y']],
    ['[{"m":[{"n":x},{"n":2}]},{"m":[]}]', [{ m: [{ n: 2 }] }, { m: [] }], ['{"n":x}']],
    [
      '{"m":[{"role":"a","c":[{"t":x}]},{"type":"b","c":[{"t":1}]},{"c":[{"t":2},{"t":y}]}]}',
      { m: [{ type: "b", c: [{ t: 1 }] }, { c: [{ t: 2 }] }] },
      ['{"role":"a","c":[{"t":x}]}', '{"t":y}'],
    ],
    ['[{"from":"a","c":[x]},{"source":nul,"c":[1]}]', [], null],
    ['{"m":[{"t":"a, \\"b\\" }]","n":x},{"n":2}]}', { m: [{ n: 2 }] }, ['{"t":"a, \\"b\\" }]","n":x}']],
    ['[{"n":1},{"t":"say "hi" now"},{"n":3}]', [{ n: 1 }, { n: 3 }], ['{"t":"say "hi" now"}']],
    ['{"t":"say "hi" now","n":0,5,"m":[{"n":1}]}', { n: 0, m: [{ n: 1 }] }, ['"t":"say "hi" now"', "5"]],
  ])("leaves out what is broken: %s", (text, value, pieces) => {
    const { values, damaged } = recoverDocument(text);
    expect(values.map((found) => found.value)).toEqual(pieces ? [value] : []);
    expect(damaged.map(({ from, to }) => text.slice(from, to))).toEqual(pieces ?? [text]);
  });

  it("reads on behind a document with an error, and says nothing of one that has nothing left", () => {
    const text = '{"messages":[{"n":1}],\n"x":nul\n}\n{\n"y":oops\n}\n{"messages":[{"n":2}]}\n';
    const { values, damaged } = recoverDocument(text);
    expect(values.map((found) => found.value)).toEqual([{ messages: [{ n: 1 }] }, { messages: [{ n: 2 }] }]);
    expect(damaged.map(({ from, to }) => text.slice(from, to))).toEqual(['"x":nul', '{\n"y":oops\n}']);
  });

  it("gives JSON and places in order, however a text is damaged", () => {
    const spoilt = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...bits, "")), { maxLength: 4 }),
      )
      .map(([text, steps]) =>
        steps.reduce((now, [at, bit]) => {
          const from = at % (now.length + 1);
          return now.slice(0, from) + bit + now.slice(from + (at % 3));
        }, text),
      );
    fc.assert(
      fc.property(fc.oneof(nearlyJson, spoilt), (text) => {
        const { values, damaged } = recoverDocument(text);
        if (parses(text)) expect(values.map((found) => found.value)).toEqual([JSON.parse(text)]);
        else expect(damaged.length + values.length).toBeGreaterThanOrEqual(text.trim() === "" ? 0 : 1);
        for (const { value, from, to, json } of values)
          expect(JSON.parse(json ?? text.slice(from, to))).toEqual(value);
        for (const list of [values, damaged])
          for (const [at, { from, to }] of list.entries()) {
            expect(from).toBeGreaterThanOrEqual(list[at - 1]?.to ?? 0);
            expect(to).toBeGreaterThanOrEqual(from);
            expect(to).toBeLessThanOrEqual(text.length);
          }
      }),
    );
  });

  it("costs no more than a few passes, whatever is broken", () => {
    const broken = ["[1,x,", "{x\n", '{"a":[1,{"b":[', "[x,", '{"a":["', "[{,"];
    const inList = [",", ", ", "/*,", "//,", "/**/,", "{}", "{}/*,", '{"a":[]"', '{"a":1 "b', "[]x"];
    for (const piece of [...broken, ...inList]) {
      const start = inList.includes(piece) ? '{"m":[{"n":1},' : "";
      const text = start + piece.repeat(1_000_000 / piece.length);
      expect(threadTime(() => recoverDocument(text))).toBeLessThan(2000);
    }
  });

  it("goes on at the next line that opens a value", () => {
    const text = '{"half": \n{"a":1}\n{"b":2}\n';
    expect(recoverDocument(text).values.map((found) => found.value)).toEqual([{ a: 1 }, { b: 2 }]);
  });
});

describe("PlaceCursor", () => {
  it("gives the line and the bytes of any stretch", () => {
    const pieces = fc.array(fc.constantFrom("a", "é", "漢", "🧪", "\n", "\ud800"), { maxLength: 40 });
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(), { maxLength: 8 }), (parts, cuts) => {
        const text = parts.join("");
        const places = new PlaceCursor(text, 5, 100);
        for (const from of cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b)) {
          const before = text.slice(0, from);
          expect(places.place(from, text.length)).toEqual({
            line: 5 + before.split("\n").length - 1,
            offset: expect.any(Number) as number,
            bytes: utf8Length(text.slice(from)),
          });
        }
      }),
    );
  });

  it("is linear in the number of stretches of one long line", () => {
    const text = "x".repeat(2_000_000);
    const places = new PlaceCursor(text, 1, 0);
    const took = threadTime(() => {
      for (let at = 0; at < text.length; at += 10) places.place(at, at + 10);
    });
    expect(took).toBeLessThan(2000);
  });
});

describe("isUtf8", () => {
  it("agrees with a strict decoder", () => {
    const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const tricky = fc.array(
      fc.constantFrom(
        0x41,
        0x80,
        0xbf,
        0xc0,
        0xc2,
        0xe0,
        0xed,
        0xa0,
        0x9f,
        0xef,
        0xf0,
        0x90,
        0xf4,
        0x8f,
        0xf5,
      ),
    );
    fc.assert(
      fc.property(fc.oneof(tricky, fc.array(fc.nat({ max: 255 }))), (bytes) => {
        const data = Uint8Array.from(bytes);
        let valid = true;
        try {
          strict.decode(data);
        } catch {
          valid = false;
        }
        expect(isUtf8(data)).toBe(valid);
      }),
    );
  });
});
