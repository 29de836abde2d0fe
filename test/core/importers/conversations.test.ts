import { describe, expect, it } from "vitest";
import type { ReadFile } from "../../../core/importers/read-all.ts";
import { jsonl, readText } from "../../support/import-text.ts";

interface Turn {
  readonly role: string;
  readonly content: string;
}

const turns = (...contents: string[]): Turn[] =>
  contents.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content }));

/** A log entry: what was sent, with or without a system prompt, and the answer. */
function pair(messages: readonly Turn[], answer: string, system?: string): unknown {
  const sent = system === undefined ? messages : [{ role: "system", content: system }, ...messages];
  const body = { choices: [{ message: { role: "assistant", content: answer } }] };
  return { request: { body: { model: "m", messages: sent } }, response: { status: 200, body } };
}

/** Each thread as its lane and its texts. */
function shape({ threads }: ReadFile): string[] {
  return threads.map(({ lane, messages }) => {
    const texts = messages.flatMap(({ parts }) =>
      parts.map((part) => (part.type === "text" ? part.text : part.type)),
    );
    return `${lane}: ${texts.join(" ")}`;
  });
}

const read = (...entries: unknown[]): string[] => shape(readText(jsonl(entries)));

describe("conversations of a log", () => {
  it("grow with each request, however agents interleave", () => {
    expect(
      read(
        pair(turns("a"), "b"),
        pair(turns("x"), "y"),
        pair(turns("a", "b", "c"), "d"),
        pair(turns("x", "y", "z"), "!"),
        pair(turns("a", "b", "c", "d", "e"), "f"),
      ),
    ).toEqual(["main: a b c d e f", "side-1: x y z !"]);
  });

  it("take a retry's answer in place of the first", () => {
    expect(read(pair(turns("a"), "b"), pair(turns("a"), "B"), pair(turns("a", "B", "c"), "d"))).toEqual([
      "main: a B c d",
    ]);
  });

  it("take the form in which a client sends an answer back, when it differs", () => {
    const found = readText(jsonl([pair(turns("a"), "b"), pair(turns("a", "rewritten", "c"), "d")]));
    expect(shape(found)).toEqual(["main: a rewritten c d"]);
    expect(found.report.notes).toContainEqual(expect.objectContaining({ kind: "doubt", count: 1, line: 2 }));
  });

  it("keep the recorded answer when a client only trimmed it", () => {
    expect(read(pair(turns("a"), " b \n"), pair(turns("a", "b", "c"), "d"))).toEqual(["main: a  b \n c d"]);
  });

  it("part where their histories part", () => {
    expect(read(pair(turns("a", "b", "c"), "d"), pair(turns("a", "B", "c"), "d"))).toEqual([
      "main: a b c d",
      "side-1: a B c d",
    ]);
  });

  it("are not joined by a first message alone when the system prompt is another", () => {
    expect(read(pair(turns("a"), "b", "one"), pair(turns("a"), "title", "two"))).toEqual([
      "main: a b",
      "side-1: a title",
    ]);
  });

  it("are joined by their history when the system prompt only changed", () => {
    const { threads } = readText(
      jsonl([
        pair(turns("a"), "b", "day 1"),
        pair(turns("a", "b", "c"), "d", "day 1"),
        pair(turns("a", "b", "c", "d", "e"), "f", "day 2"),
      ]),
    );
    expect(threads.map((thread) => [thread.system, thread.messages.length])).toEqual([["day 2", 6]]);
  });

  it("are closed when too many are open, and nothing of them is lost", () => {
    const many = Array.from({ length: 900 }, (_, index) => pair(turns(`question ${index}`), "x"));
    expect(read(...many).length).toBe(900);
  });
});
