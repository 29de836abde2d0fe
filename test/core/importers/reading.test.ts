import { describe, expect, it } from "vitest";
import { ImportFailure } from "../../../core/importers/failure.ts";
import type { ReadFile } from "../../../core/importers/read-all.ts";
import { readAll } from "../../../core/importers/read-all.ts";
import { createReader } from "../../../core/importers/read.ts";
import { decode, encode, jsonl, readText } from "../../support/import-text.ts";
import { threadTime } from "../../support/thread-time.ts";

const user = (uuid: string, parentUuid: string | null, content: unknown): unknown => ({
  parentUuid,
  sessionId: "s",
  uuid,
  type: "user",
  message: { role: "user", content },
});
const good = `${JSON.stringify(user("u1", null, "hello"))}\n`;

function failure(bytes: Uint8Array, name?: string): ImportFailure {
  try {
    readAll(bytes, decode, name);
  } catch (error) {
    if (error instanceof ImportFailure) return error;
    throw error;
  }
  throw new Error("it was read");
}

function texts({ threads }: ReadFile): string[] {
  return (threads[0]?.messages ?? []).flatMap(({ parts }) =>
    parts.map((part) => (part.type === "text" ? part.text : "")),
  );
}

describe("files that are no transcript", () => {
  const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]);
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const cases: readonly (readonly [what: string, bytes: Uint8Array, code: string, message: RegExp])[] = [
    ["nothing", encode(""), "empty", /empty/],
    ["spaces", encode(" \n\r\n\t"), "empty", /empty/],
    ["a zip archive", zip, "binary", /zip archive; unpack it/],
    ["an image", png, "binary", /PNG image/],
    ["a database", encode("SQLite format 3\0rest"), "binary", /SQLite database; export/],
    ["gzip", Uint8Array.from([0x1f, 0x8b, 8]), "binary", /gzip data/],
    ["UTF-16", Uint8Array.from([0xff, 0xfe, 0x7b, 0]), "binary", /UTF-16 text; save it as UTF-8/],
    ["control bytes", new Uint8Array(5000), "binary", /4096 of the first 4096 bytes.*byte 0/],
    ["prose", encode("Dear diary,\ntoday nothing happened.\n"), "not-json", /line 1, byte 0/],
    ["a number", encode("42\n"), "not-json", /no object or array/],
    ["other JSON", encode('{"name":"x","version":1}'), "unknown-format", /the keys "name", "version"/],
    ["an empty list", encode("[]"), "unknown-format", /an array of 0/],
    [
      "a cut document",
      encode('{\n  "messages": [\n    {"role": "us'),
      "truncated",
      /line 1, byte 0 ends in the middle, at byte 34/,
    ],
    [
      "a session without messages",
      encode(jsonl([{ parentUuid: null, uuid: "a", sessionId: "s", type: "system" }])),
      "no-messages",
      /Claude Code session.*1 records read/,
    ],
  ];

  it.each(cases)("%s", (_, bytes, code, message) => {
    const found = failure(bytes);
    expect(found.code).toBe(code);
    expect(found.message).toMatch(message);
  });

  it("are refused as soon as it is clear, with the file's name", () => {
    const reader = createReader({ sink: { keep: () => 0 }, decode, name: "diary.txt" });
    expect(() => reader.push(encode("no json here\n".repeat(2000)))).toThrow(
      /^diary\.txt: This is no JSON: line 1/,
    );
    expect(failure(zip, "a.zip").message).toMatch(/^a\.zip: /);
  });

  it("never show keys at full length", () => {
    const keys = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index}${"k".repeat(5000)}`, 1]),
    );
    expect(failure(encode(JSON.stringify(keys))).message.length).toBeLessThan(2000);
  });
});

describe("records that nobody knows", () => {
  const said = { role: "user", content: "hello" };
  const other = { x: 1 };

  it.each([
    ["before", [other, other, other, said, said]],
    ["behind", [said, said, other, other, other]],
    ["around", [other, other, said, other, other]],
  ])("%s a few that are known do not hide these", (_, records) => {
    const { report, threads } = readText(jsonl(records));
    const known = records.filter((record) => record === said).length;
    expect(threads.flatMap(({ messages }) => messages).length).toBe(known);
    expect(report.because).toContain(`${records.length - known} more are unknown`);
    expect(report.notes.find(({ what }) => what.includes("no chat"))).toMatchObject({
      count: records.length - known,
    });
  });

  it("decide where nearly all are", () => {
    const lines = jsonl([said, ...Array.from({ length: 9 }, () => other)]);
    expect(failure(encode(lines))).toMatchObject({
      code: "unknown-format",
      message: expect.stringMatching(
        /the first record that is unknown \(line 2, byte 34\) has the keys "x"/,
      ) as unknown,
    });
  });
});

describe("damaged lines", () => {
  it("are reported with line, byte offset and length, and reading goes on", () => {
    const read = readText(`${good}{"broken\n\n${JSON.stringify(user("u2", "u1", "again"))}\n`);
    expect(texts(read)).toEqual(["hello", "again"]);
    expect(read.report.lines).toEqual({ read: 2, bad: 1 });
    expect(read.report.badSpans).toEqual([
      { line: 2, offset: good.length, bytes: 8, reason: "not JSON: the text ends inside a string" },
    ]);
  });

  it("count in bytes, not in characters", () => {
    const first = `${JSON.stringify(user("u1", null, "日本語 🧪"))}\n`;
    const { report } = readText(`${first}{"é":1}oops\n`);
    expect(report.badSpans).toEqual([
      { line: 2, offset: encode(first).length + 8, bytes: 4, reason: "not JSON: a value was expected" },
    ]);
  });

  it("at the end may still be being written", () => {
    const { report } = readText(good + good.slice(0, 40));
    expect(report.badSpans.map((span) => span.reason)).toEqual([
      "the last line ends in the middle: it may still be being written",
    ]);
  });

  it("are all counted, and the first 200 listed", () => {
    const { report } = readText(good + "{bad\n".repeat(1000));
    expect(report.lines.bad).toBe(1000);
    expect(report.badSpans.length).toBe(200);
  });

  it("with bytes that are no UTF-8 are read, in doubt", () => {
    const bytes = encode(good.replace("hello", "h?llo"));
    bytes[bytes.indexOf(0x3f)] = 0xe9;
    const read = readAll(bytes, decode);
    expect(texts(read)).toEqual(["h\ufffdllo"]);
    expect(read.report.notes).toContainEqual(expect.objectContaining({ kind: "doubt", count: 1, line: 1 }));
  });

  it("that hold a replacement character of their own are in no doubt", () => {
    const { report } = readText(good.replace("hello", "h\ufffdllo"));
    expect(report.notes.filter((note) => note.kind === "doubt")).toEqual([]);
  });

  it("of NUL bytes, as a crash leaves them, do not hide the rest", () => {
    const read = readText(`${good}${"\0".repeat(9000)}${JSON.stringify(user("u2", "u1", "after"))}\n`);
    expect(texts(read)).toEqual(["hello", "after"]);
    expect(read.report.badSpans).toEqual([
      { line: 2, offset: good.length, bytes: 9000, reason: "not JSON: NUL bytes stand here" },
    ]);
  });

  it("may be many objects on one line, read in linear time", () => {
    const objects = Array.from({ length: 20_000 }, (_, at) =>
      user(`u${at}`, at === 0 ? null : `u${at - 1}`, "x"),
    );
    const text = objects.map((one) => JSON.stringify(one)).join("");
    const took = threadTime(() => expect(readText(text).report.lines).toEqual({ read: 20_000, bad: 0 }));
    expect(took).toBeLessThan(4000);
  });
});

describe("lines of any length", () => {
  const filler = "x y ".repeat(40_000);
  const line = (more: object) => JSON.stringify({ ...(user("u2", "u1", "second") as object), ...more });
  const large = line({ toolUseResult: { stdout: filler }, seen: [filler] });

  it("say the same as short ones", () => {
    const found = readText(`${good}${large}\n${line({ uuid: "u3", parentUuid: "u2" })}\n`);
    expect(texts(found)).toEqual(["hello", "second", "second"]);
    expect(found.report.lines).toEqual({ read: 3, bad: 0 });
  });

  it("tell of numbers that parsing changes, and where they stand", () => {
    for (const number of ["1e999", "-0", "1e-999"]) {
      const text = large.replace('"stdout"', `"n":[1,${number}],"stdout"`);
      const doubts = readText(`${good}${text}\n`).report.notes.filter(({ kind }) => kind === "doubt");
      expect(doubts).toEqual([
        {
          kind: "doubt",
          what: `numbers that cannot be kept as they are written, such as ${number} at toolUseResult.n[1]`,
          count: 1,
          line: 2,
        },
      ]);
    }
  });

  it("with bytes that are no UTF-8 are told", () => {
    const bytes = encode(`${good}${large}\n`);
    bytes[bytes.length - 100] = 0xff;
    const { report } = readAll(bytes, decode);
    expect(report.notes.find(({ what }) => what.includes("UTF-8"))).toMatchObject({ count: 1, line: 2 });
  });

  it("that are broken are told as short ones are", () => {
    const { report } = readText(`${good}${large.slice(0, -1)}\n${good}`);
    expect(report.badSpans).toMatchObject([
      {
        line: 2,
        offset: good.length,
        bytes: large.length - 1,
        reason: "not JSON: the text ends in the middle of a value",
      },
    ]);
  });
});

describe("containers", () => {
  it("a byte order mark and carriage returns change nothing but places", () => {
    const read = readText(`\ufeff\r\n${good.trimEnd()}\r\n{bad\r\n`);
    expect(texts(read)).toEqual(["hello"]);
    expect(read.report.badSpans).toMatchObject([{ line: 3, offset: 5 + good.length + 1, bytes: 4 }]);
  });

  it("one document over many lines is read as a whole", () => {
    const messages = [{ role: "user", content: "hi" }];
    expect(texts(readText(JSON.stringify({ messages }, null, 2).replaceAll("\n", "\r\n")))).toEqual(["hi"]);
    expect(texts(readText(`\ufeff\n\n${JSON.stringify(messages, null, 1)}`))).toEqual(["hi"]);
  });

  it("a cut document says what was read of it", () => {
    const whole = JSON.stringify(
      {
        messages: [
          { role: "user", content: "one" },
          { role: "assistant", content: "two" },
        ],
      },
      null,
      2,
    );
    const read = readText(whole.slice(0, whole.indexOf("two")));
    expect(texts(read)).toEqual(["one"]);
    expect(read.report.badSpans).toMatchObject([
      { line: 6, reason: expect.stringContaining("1 complete element before it was read") as string },
    ]);
  });

  it("a line of 20 MB costs no more than a few passes", () => {
    const text = JSON.stringify(user("u1", null, "x".repeat(20_000_000)));
    const took = threadTime(() => expect(texts(readText(text))[0]?.length).toBe(20_000_000));
    expect(took).toBeLessThan(5000);
  });

  it("arguments that are nested without end are kept as text, and the message stays", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const call = { id: "c", function: { name: "f", arguments: deep } };
    const { threads } = readText(
      jsonl([
        { role: "user", content: "x" },
        { role: "assistant", content: null, tool_calls: [call] },
      ]),
    );
    expect(threads[0]?.messages[1]?.parts).toEqual([
      { type: "tool-call", callId: "c", name: "f", arguments: deep },
    ]);
  });
});

describe("hostile names", () => {
  it("that every object has are only looked up as own fields", () => {
    const record =
      '{"parentUuid":null,"sessionId":"s","uuid":"u1","type":"user","__proto__":{"isMeta":true},"message":{"role":"user","constructor":1,"content":[{"type":"toString"}]}}\n';
    const read = readText(record);
    expect(texts(read)).toEqual(['{"type":"toString"}']);
    expect(Object.hasOwn(Object.prototype, "isMeta")).toBe(false);
  });

  it("of record types are counted, but not listed without end", () => {
    const types = Array.from({ length: 500 }, (_, index) => ({ type: `t${index}${"x".repeat(300)}` }));
    const { report } = readText(good + jsonl(types));
    const opaque = report.notes.filter((note) => note.kind === "opaque");
    expect(opaque.length).toBe(101);
    expect(opaque.reduce((sum, note) => sum + note.count, 0)).toBe(500);
    expect(opaque.every((note) => note.what.length < 120)).toBe(true);
  });
});
