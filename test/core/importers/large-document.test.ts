import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportFailure } from "../../../core/importers/failure.ts";
import { ArraySink, readAll } from "../../../core/importers/read-all.ts";
import { createReader } from "../../../core/importers/read.ts";
import { mutate, mutations } from "../../support/import-mutants.ts";
import { decode, encode, jsonl } from "../../support/import-text.ts";
import { readLarge } from "../../support/read-large.ts";

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../fixtures/importers", name), "utf8");

const chat = (count: number): object => ({
  model: "test",
  messages: Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: `message ${at} 🌊 with "quotes" and ]}`,
  })),
  tools: [{ type: "function", function: { name: "tides" } }],
});
const conversations = Array.from({ length: 30 }, (_, at) => ({
  task_id: at,
  traj: [
    { role: "user", content: `question ${at}` },
    { role: "assistant", content: `answer ${at}` },
  ],
}));

const FOLDER = join(import.meta.dirname, "../../fixtures/importers");
const documents = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(?:jsonl?|har)$/.test(file) && !file.endsWith(".golden.json"))
  .toSorted();

describe("a document that is too large to be held", () => {
  const cases: readonly (readonly [what: string, text: string, large: number])[] = [
    ["one request on one line", JSON.stringify(chat(60)), 400],
    ["one request over many lines", JSON.stringify(chat(60), null, 2), 400],
    ["a list of conversations", JSON.stringify(conversations), 500],
    ["a list of messages", JSON.stringify((chat(40) as { messages: object[] }).messages, null, 1), 300],
    ["a HAR file", fixture("har/browser.har"), 9000],
    ["an opencode export", fixture("opencode/export.json"), 3000],
    ["a JSON cassette of one interaction", fixture("vcr/cassette.json"), 700],
    ["a list of stream-json", fixture("claude-stream-json/verbose.json"), 1600],
  ];
  it("tells of numbers that parsing changes, in its elements and around them", () => {
    for (const n of ["1e-400", "1e999", "9007199254740993"]) {
      const whole = JSON.stringify({ ...chat(60), seed: "around" }).replace('"around"', n);
      const read = readLarge(whole.replace('"role":"assistant"', `"role":"assistant","at":${n}`), 400);
      const [note] = read.report.notes.filter(({ what }) => what.includes(`written, such as ${n}`));
      expect(note?.count).toBe(2);
    }
  });

  it.each(cases)("gives the threads that it gives as a whole: %s", (_, text, large) => {
    const whole = readAll(encode(text), decode);
    for (const size of [1, 61, 100_000]) {
      const read = readLarge(text, large, size);
      expect(read.threads).toEqual(whole.threads);
      expect(read.format).toBe(whole.format);
      expect(read.report.bytes).toBe(whole.report.bytes);
    }
  });

  it.each([
    ["whole", JSON.stringify(chat(5000)), 5000],
    ["with a broken first element", JSON.stringify(chat(5000)).replace('"role"', "role"), 4999],
  ])("is taken apart, %s: no more than a piece of it is ever decoded at once", (_, text, messages) => {
    let most = 0;
    const measured = (bytes: Uint8Array): string => {
      most = Math.max(most, bytes.length);
      return decode(bytes);
    };
    const reader = createReader({ sink: new ArraySink(), decode: measured, large: 2000 });
    for (let at = 0; at < text.length; at += 500) reader.push(encode(text.slice(at, at + 500)));
    expect(reader.end().threads[0]?.messages.length).toBe(messages);
    expect(most).toBeLessThan(6000);
    expect(text.length).toBeGreaterThan(200_000);
  });

  it("that its importer wants whole, or that has no array, is read as a whole", () => {
    const session = fixture("gemini-cli/session.json");
    expect(readLarge(session, 100)).toEqual(readAll(encode(session), decode));
    const long = JSON.stringify({ messages: [{ role: "user", content: "x".repeat(5000) }] });
    expect(readLarge(long, 100)).toEqual(readAll(encode(long), decode));
  });

  it("that is cut says what was read before", () => {
    const text = JSON.stringify(chat(60), null, 1);
    const { threads, report } = readLarge(text.slice(0, text.indexOf("message 50")), 400);
    expect(threads[0]?.messages.length).toBe(50);
    expect(report.lines.bad).toBe(1);
    expect(report.badSpans[0]?.reason).toMatch(
      /ends in the middle.*50 complete elements before it were read/,
    );
    const [span] = report.badSpans;
    const bytes = encode(text);
    expect(decode(bytes.subarray(span?.offset)).slice(0, 12)).toBe('{\n   "role":');
    expect(decode(bytes.subarray(0, span?.offset)).split("\n").length).toBe(span?.line);
    expect((span?.offset ?? 0) + (span?.bytes ?? 0)).toBe(report.bytes);
  });

  it("with an element that is no JSON, or brackets that do not fit, says where", () => {
    const text = JSON.stringify(chat(60)).replace('"message 30', '"role":oops,"message 30');
    const { threads, report } = readLarge(text, 400);
    expect(threads[0]?.messages.length).toBe(59);
    const starts = report.badSpans.map(({ offset }) => decode(encode(text).subarray(offset, offset + 7)));
    expect(starts).toEqual(['{"role"']);
    const torn = JSON.stringify(chat(200)).replace(
      '"},{"role":"user","content":"message 140',
      '"],{"role":"user","content":"message 140',
    );
    const read = readLarge(torn, 400);
    expect(read.threads[0]?.messages.length).toBe(139);
    expect(read.report.badSpans[0]?.reason).toMatch(/a closing bracket fits no open one; 139 complete/);
  });

  it("never breaks the reader, however it is damaged", () => {
    const file = fc.constantFrom(...documents);
    fc.assert(
      fc.property(file, mutations, fc.integer({ min: 50, max: 5000 }), (name, steps, large) => {
        const mutant = decode(mutate(encode(fixture(name)), steps));
        try {
          const { threads, report } = readLarge(mutant, large);
          expect(threads.every(({ messages }) => messages.length > 0)).toBe(true);
          for (const { line, offset, bytes } of report.badSpans)
            expect(line > 0 && offset >= 0 && offset + bytes <= report.bytes).toBe(true);
        } catch (error) {
          if (!(error instanceof ImportFailure)) throw error;
        }
      }),
    );
  });

  it("may be followed by another, or by lines", () => {
    const second = jsonl([{ messages: [{ role: "user", content: "one more" }] }]);
    const { threads, report } = readLarge(`${JSON.stringify(chat(30), null, 2)}\n${second}`, 400);
    expect(threads.map(({ messages }) => messages.length)).toEqual(expect.arrayContaining([1, 30]));
    expect(report.lines).toEqual({ read: 2, bad: 0 });
  });
});
