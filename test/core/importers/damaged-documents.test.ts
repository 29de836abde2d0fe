import { describe, expect, it } from "vitest";
import { ImportFailure } from "../../../core/importers/failure.ts";
import type { ReadFile } from "../../../core/importers/read-all.ts";
import { encode, readText } from "../../support/import-text.ts";
import { readLarge } from "../../support/read-large.ts";

/** A document with a list of messages somewhere in it: what stands before it, its elements, what stands behind. */
interface Shape {
  readonly before: string;
  readonly elements: readonly string[];
  readonly behind: string;
}

const words = [0, 1, 2, 3, 4, 5].map((at) => `words "${at}" 🌊 [{`);
const roleOf = (at: number) => (at % 2 === 0 ? "user" : "assistant");
const chat = words.map((content, at) => JSON.stringify({ role: roleOf(at), content }));
const blocks = words.map((text, at) =>
  JSON.stringify({ role: roleOf(at), content: [{ type: "text", text }] }),
);
const turns = words.map((text, at) =>
  JSON.stringify({ role: at % 2 === 0 ? "user" : "model", parts: [{ text }] }),
);
const stored = words.map((text, at) => {
  const ids = { sessionID: "ses_1", messageID: `msg_${at}` };
  const info = { id: `msg_${at}`, sessionID: "ses_1", role: roleOf(at), time: { created: 1000 + at } };
  return JSON.stringify({ info, parts: [{ id: `prt_${at}`, ...ids, type: "text", text }] });
});
const tools = JSON.stringify([{ type: "function", function: { name: "tides", parameters: {} } }]);

const shapes: Record<string, Shape> = {
  "a request with fields behind its messages": {
    before: '{"model":"m","messages":[',
    elements: chat,
    behind: `],"user":"ab\\"c","seed":12,"tools":${tools},"meta":{"a":[1,2],"b":null}}`,
  },
  "a request with tools before its messages": {
    before: `{"model":"m","tools":${tools},"messages":[`,
    elements: blocks,
    behind: '],"max_tokens":1024,"system":"be brief"}',
  },
  "a request inside of a log's record": {
    before: '{"id":"1","request":{"model":"m","messages":[',
    elements: chat,
    behind: '],"temperature":0.5},"response":{"id":"r"}}',
  },
  "an export with its head behind the messages": {
    before: '{"messages":[',
    elements: stored,
    behind: '],"info":{"id":"ses_1","title":"a title","time":{"created":1,"updated":2}}}',
  },
  "contents with settings behind them": {
    before: '{"contents":[',
    elements: turns,
    behind:
      '],"generationConfig":{"stopSequences":["x"],"topK":3},"systemInstruction":{"parts":[{"text":"s"}]}}',
  },
  "a list of messages": { before: "[", elements: chat, behind: "]" },
};

const newlines = (text: string) => text.replaceAll("},{", "},\n{").replace("],", "],\n");

function textOf({ before, elements, behind }: Shape): string {
  return before + elements.join(",") + behind;
}

/** More than a reader looks at first: a document whose list ends within that is not taken apart. */
const SPACES = " ".repeat(5000);

/** With these spaces before its end. */
function padded(text: string): string {
  return text.slice(0, -1) + SPACES + text.slice(-1);
}

/** With these spaces inside of its list, before the last element. */
function spacedOut({ before, elements, behind }: Shape): string {
  return `${before}${elements.slice(0, -1).join(",")},${SPACES}${elements.at(-1)}${behind}`;
}

function said({ threads }: ReadFile): string[] {
  return threads.flatMap(({ messages }) =>
    messages.map(({ parts }) => parts.map((part) => (part.type === "text" ? part.text : part.type)).join()),
  );
}

/** What was read, or why nothing could be. */
function attempt(read: () => ReadFile): ReadFile | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImportFailure) return error.message;
    throw error;
  }
}

/** The spans of a text that could not be read. */
function spansIn(text: string, { report }: ReadFile): { line: number; text: string }[] {
  const bytes = encode(text);
  return report.badSpans.map(({ line, offset, bytes: length }) => ({
    line,
    text: new TextDecoder().decode(bytes.subarray(offset, offset + length)),
  }));
}

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split("\n").length;

/** The ways to read a document: as a whole, and as one that is too large to be held. */
const ways: readonly (readonly [string, (text: string) => ReadFile])[] = [
  ["as a whole", readText],
  ["taken apart", (text) => readLarge(text, 150, 37)],
];

describe.each(Object.entries(shapes))("%s", (_, shape) => {
  const whole = textOf(shape);
  const ends = shape.elements.map(
    (_one, at) => shape.before.length + shape.elements.slice(0, at + 1).join(",").length,
  );

  it.each(ways)("that is cut anywhere keeps each message before the cut: %s", (_way, read) => {
    for (let cut = shape.before.length; cut < whole.length; cut++) {
      const complete = ends.filter((end) => end <= cut).length;
      const text = whole.slice(0, cut);
      // A surrogate pair is not cut in two: that is another fault.
      if (!text.isWellFormed()) continue;
      for (const ending of ["", "\n"]) {
        const found = attempt(() => read(newlines(text) + ending));
        if (typeof found === "string") {
          expect(complete, `${text}: ${found}`).toBe(0);
          expect(found).toMatch(/ends in the middle|the text ends/);
          continue;
        }
        expect(said(found).slice(0, complete), text).toEqual(words.slice(0, complete));
        // Of the first message a part may be read; of the others none.
        expect(said(found).length, newlines(text) + ending).toBeLessThanOrEqual(Math.max(1, complete));
        const [span, ...more] = found.report.badSpans;
        expect(more).toEqual([]);
        expect(span?.reason).toMatch(/the text ends/);
        const count = /(\d+) complete element/.exec(span?.reason ?? "")?.[1];
        if (count !== undefined) expect(Number(count), text).toBe(complete);
        const bytes = encode(newlines(text) + ending);
        expect((span?.offset ?? 0) + (span?.bytes ?? 0), newlines(text) + ending).toBe(bytes.length);
        const kept = new TextDecoder().decode(bytes.subarray(0, span?.offset));
        expect(kept.split("\n").length).toBe(span?.line);
        expect(kept.length).toBeGreaterThanOrEqual(newlines(whole.slice(0, ends[complete - 1] ?? 0)).length);
      }
    }
  });

  it.each(ways)("with a message that is broken keeps the others: %s", (_way, read) => {
    for (const [at, element] of shape.elements.entries()) {
      for (const broken of [
        "oops",
        element.replace(/"role":"\w+"/, '"role":nul'),
        element.replace('":', '" '),
      ]) {
        const elements = shape.elements.with(at, broken);
        const text = newlines(spacedOut({ ...shape, elements }));
        for (const ending of ["", "\n"]) {
          const found = read(text + ending);
          expect(said(found)).toEqual(words.toSpliced(at, 1));
          const bytes = encode(text);
          const spans = found.report.badSpans.map(({ line, offset, bytes: length }) => ({
            line,
            text: new TextDecoder().decode(bytes.subarray(offset, offset + length)),
          }));
          const line = text.slice(0, text.indexOf(broken)).split("\n").length;
          expect(spans).toEqual([{ line, text: broken }]);
        }
      }
    }
  });
});

describe.each(Object.entries(shapes))("a line break inside of a text: %s", (_, shape) => {
  it.each(ways)("costs its message alone, and no place behind it: %s", (_way, read) => {
    for (const at of shape.elements.keys()) {
      for (const spread of [(text: string) => text, newlines]) {
        const second = (at + 2) % shape.elements.length;
        const broken = shape.elements[at]?.replace("words", "wo\nr\nds") ?? "";
        const elements = shape.elements.with(at, broken).with(second, "oops");
        const text = spread(spacedOut({ ...shape, elements }));
        for (const ending of ["", "\n"]) {
          const found = read(text + ending);
          expect(said(found), text).toEqual(words.filter((_word, index) => index !== at && index !== second));
          expect(spansIn(text, found)).toEqual(
            [
              { line: lineOf(text, broken), text: broken },
              { line: lineOf(text, "oops"), text: "oops" },
            ].toSorted((a, b) => text.indexOf(a.text) - text.indexOf(b.text)),
          );
        }
      }
    }
  });
});

describe.each(Object.entries(shapes))("between messages: %s", (_, { before, elements, behind }) => {
  it.each(ways)("commas that are too many are told, those in a row once: %s", (_way, read) => {
    const [first = "", second = "", ...more] = elements;
    for (const spread of [(text: string) => text, newlines]) {
      const list = `,${first},,,${second}, ,${SPACES}${more.join(",")},,`;
      const text = spread(before + list + behind);
      const found = read(text);
      expect(said(found), text).toEqual(words);
      const spans = spansIn(text, found);
      expect(spans.map((span) => span.text)).toEqual([",", ",,", ",", ",,"]);
      for (const { line, offset } of found.report.badSpans)
        expect(new TextDecoder().decode(encode(text).subarray(0, offset)).split("\n").length).toBe(line);
    }
  });

  it.each(ways)("a missing comma costs nothing: %s", (_way, read) => {
    for (const at of elements.keys()) {
      if (at === 0) continue;
      const [early, late] = [elements.slice(0, at).join(","), elements.slice(at).join(",")];
      for (const space of ["", " ", "\n", `\n${SPACES}`]) {
        const text = `${before}${early}${space}${late}${behind}`.replace("},{", `},${SPACES}{`);
        const found = read(text);
        expect(said(found), text).toEqual(words);
        expect(found.report.badSpans.map(({ reason }) => reason)).toEqual([
          "not JSON: a comma is missing before this; it was read as if it stood there",
        ]);
        expect(spansIn(text, found)[0]?.text).toBe("{");
      }
    }
  });

  // Where a document is taken apart, its quotes and brackets are those of the document.
  const plain = ["// it's a comment", "/* one\nthat goes on */"];
  const marked = ['// it\'s a "comment", [{', '/* one\nthat "goes", ] } on */'];
  it.each([
    ["as a whole", readText, [...plain, ...marked]],
    ["taken apart", (text: string) => readLarge(text, 150, 37), plain],
  ] as const)("a comment costs nothing: %s", (_way, read, comments) => {
    for (const comment of comments)
      for (const at of elements.keys()) {
        const commented = elements.with(at, `${comment}\n${elements[at]}`);
        for (const text of [
          spacedOut({ before, elements: commented, behind }),
          newlines(spacedOut({ before, elements: commented, behind })),
        ]) {
          const found = read(text);
          expect(said(found), text).toEqual(words);
          expect(spansIn(text, found)).toEqual([{ line: lineOf(text, comment), text: comment }]);
        }
      }
  });

  it.each(ways)("a control byte costs the message behind it: %s", (_way, read) => {
    for (const at of elements.keys())
      for (const control of ["\0", "\u0001", "\v"]) {
        const broken = `${control}${elements[at]}`;
        const text = spacedOut({ before, elements: elements.with(at, broken), behind });
        const found = read(text);
        expect(said(found)).toEqual(words.toSpliced(at, 1));
        expect(spansIn(text, found)).toEqual([{ line: 1, text: broken }]);
      }
  });
});

/** What ends like this goes on with the next line. */
const GOES_ON = /[[{:,]$/;

describe("a first line that is cut", () => {
  const { before, elements, behind } = shapes["a request inside of a log's record"] as Shape;
  const lists = Object.values(shapes).map(
    (shape) => [shape.before.slice(0, 40), textOf(shape), shape] as const,
  );

  it.each(lists)("keeps its complete messages before lines that are whole: %s", (_start, whole, shape) => {
    for (let cut = shape.before.length; cut < whole.length; cut += 7) {
      const text = whole.slice(0, cut);
      if (!text.isWellFormed() || GOES_ON.test(text)) continue;
      const complete = shape.elements.filter(
        (_one, at) => shape.before.length + shape.elements.slice(0, at + 1).join(",").length <= cut,
      );
      const other = (name: string) =>
        whole.replaceAll("words", name).replaceAll(/(?<=msg|prt|ses)_/g, `_${name}`);
      const found = readText(`${text}\n${other("others")}\n${other("more")}\n`);
      const read = said(found);
      expect(new Set(read.filter((one) => one.startsWith("words"))), text).toEqual(
        new Set(words.slice(0, complete.length)),
      );
      for (const [at, word] of words.entries())
        for (const name of ["others", "more"]) expect(read, `${at}`).toContain(word.replace("words", name));
      expect(found.report.lines.bad, text).toBe(1);
      const [span] = found.report.badSpans;
      // The line break may be a part of it.
      expect((span?.offset ?? 0) + (span?.bytes ?? 0) - encode(text).length).toBeOneOf([0, 1]);
    }
  });

  it("and others behind it that are cut as well hide no line that is whole", () => {
    const message = (text: string) => JSON.stringify({ role: "user", content: text });
    const cut = (text: string) => message(text).slice(0, -4);
    for (const broken of [2, 3, 9, 40])
      for (const large of [100, 1_000_000]) {
        const lines = Array.from({ length: broken }, (_, at) => cut(`broken ${at}`));
        const whole = [0, 1, 2].map((at) => message(`whole ${at}`));
        const file = [...lines, whole[0], cut("more"), ...whole.slice(1), cut("last")].join("\n");
        const found = readLarge(file, large);
        expect(said(found), `${broken} ${large}`).toEqual(["whole 0", "whole 1", "whole 2"]);
        expect(found.report.lines).toEqual({ read: 3, bad: broken + 2 });
        const open = found.report.badSpans.filter(({ reason }) => reason.includes("still be being written"));
        expect(open.map(({ line }) => line)).toEqual([broken + 5]);
      }
  });

  it("of which it is a message itself is not read in part", () => {
    const parts = words.map((text) => ({ type: "text", text }));
    const message = JSON.stringify({ role: "user", content: parts });
    const other = JSON.stringify({ role: "assistant", content: "whole" });
    for (let cut = 1; cut < message.length - 1; cut++) {
      const text = message.slice(0, cut);
      const inText = (text.match(/(?<!\\)"/g) ?? []).length % 2 === 1;
      if (!text.isWellFormed() || !inText) continue;
      expect(said(readText(`${text}\n${other}\n${other}`)), text).toEqual(["whole", "whole"]);
    }
  });

  it("like the beginning of a document is no document where lines of JSON follow, how large ever they are", () => {
    const record = before + elements.join(",") + behind;
    for (let cut = 1; cut < record.length; cut += 3) {
      const text = record.slice(0, cut);
      if (!text.isWellFormed()) continue;
      const file = `${text}\n${`${record}\n`.repeat(5)}`;
      const [large, whole] = [readLarge(file, record.length * 3, 37), readText(file)];
      expect(large.report.lines.read, text).toBeGreaterThanOrEqual(5);
      for (const word of words)
        for (const found of [large, whole])
          expect(said(found).filter((one) => one === word).length, text).toBeGreaterThanOrEqual(1);
      expect(large.report.badSpans.length).toBe(1);
    }
  });
});

describe("a list that stands twice in a document", () => {
  const { before, elements, behind } = shapes["a request with fields behind its messages"] as Shape;
  const again = elements.join(",").replaceAll("words", "other");
  const text = `${before}${elements.join(",")},${SPACES}${elements[0]}],"messages":[${again},${SPACES}${elements[1]}${behind}`;
  const doubts = ({ report }: ReadFile) =>
    report.notes.flatMap(({ kind, what }) => (kind === "doubt" ? [what] : []));

  it("is told, and so is which of them was read", () => {
    expect(doubts(readText(text))).toEqual([
      "members whose key stands again in the same object: the last of them was read",
    ]);
    expect(said(readText(text)).length).toBe(7);
    expect(doubts(readLarge(text, 150, 37))).toEqual([
      "a list whose key stands again in the same object: the elements of both were read",
    ]);
    expect(said(readLarge(text, 150, 37)).length).toBe(14);
    for (const read of [
      readText(spacedOut({ before, elements, behind })),
      readLarge(spacedOut({ before, elements, behind }), 150),
    ])
      expect(doubts(read)).toEqual([]);
  });
});

describe("a field that is broken", () => {
  const { before, elements, behind } = shapes["a request with fields behind its messages"] as Shape;
  it.each(ways)("behind the messages costs nothing else: %s", (_way, read) => {
    const broken = behind.replace("12", "1x2").replace("null", "nul");
    const text = newlines(spacedOut({ before, elements, behind: broken }));
    const found = read(text);
    expect(said(found)).toEqual(words);
    expect(found.threads[0]?.tools.length).toBe(1);
    const spans = found.report.badSpans.map(({ line, offset, bytes }) => ({
      line,
      text: new TextDecoder().decode(encode(text).subarray(offset, offset + bytes)),
    }));
    const { length: lines } = text.split("\n");
    expect(spans).toEqual([
      { line: lines, text: '"seed":1x2' },
      { line: lines, text: '"b":nul' },
    ]);
  });

  it("before the messages costs nothing else", () => {
    const found = readText(textOf({ before: before.replace('"m"', "m"), elements, behind }));
    expect(said(found)).toEqual(words);
    expect(found.report.lines).toEqual({ read: 1, bad: 1 });
  });
});

describe("bytes that are no UTF-8", () => {
  const shape = shapes["a request with fields behind its messages"] as Shape;
  const told = ({ report }: ReadFile) =>
    report.notes.filter(({ what }) => what.includes("UTF-8")).map(({ count, line }) => ({ count, line }));
  const pretty = JSON.stringify(JSON.parse(textOf(shape)), null, 1);
  const texts = {
    "one line": spacedOut(shape),
    "a line each": newlines(spacedOut(shape)),
    pretty: padded(pretty),
  };
  const places: readonly (readonly string[])[] = [
    [],
    ['words \\"2'],
    ['words \\"0'],
    ['words \\"5'],
    ['words \\"1', 'words \\"4'],
    ['words \\"0', 'words \\"1', 'words \\"2', 'words \\"5'],
    ['"model": "m', '"model":"m'],
    ['"user": "a', '"user":"a'],
    ['"model":"m', '"model": "m', 'words \\"0', 'words \\"5', '"user":"a', '"user": "a', '"tides'],
  ];
  it.each(Object.entries(texts))("are told by line, wherever they stand: %s", (_, text) => {
    for (const some of places) {
      const bytes = encode(text);
      const lines = new Set<number>();
      for (const before of some) {
        const at = text.indexOf(before);
        if (at < 0) continue;
        bytes[encode(text.slice(0, at + before.length)).length - 1] = 0xff;
        lines.add(text.slice(0, at).split("\n").length);
      }
      const want = lines.size === 0 ? [] : [{ count: lines.size, line: Math.min(...lines) }];
      for (const [large, size] of [
        [1_000_000, 1_000_000],
        [150, 37],
        [150, 1],
        [400, 1_000_000],
      ] as const)
        for (const tail of ["", "\n"]) {
          const file = Uint8Array.from([...bytes, ...encode(tail)]);
          expect(told(readLarge(file, large, size)), `${some.join()} ${large} ${size}`).toEqual(want);
        }
    }
  });

  it("behind a document are told once", () => {
    const file = Uint8Array.from([...encode(`${pretty}\n`), 0xe2, 0x82]);
    const line = pretty.split("\n").length + 1;
    for (const large of [1_000_000, 150]) expect(told(readLarge(file, large))).toEqual([{ count: 1, line }]);
  });

  it("are not told where the character that stands for them stands itself", () => {
    const text = textOf(shape).replaceAll("🌊", "\ufffd");
    for (const large of [1_000_000, 150]) expect(told(readLarge(text, large))).toEqual([]);
  });
});
