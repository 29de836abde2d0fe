import { expect, test } from "vitest";
import { chars4 } from "../../../core/model/counter.ts";
import type { Message } from "../../../core/model/message.ts";
import { type ContentPart, text } from "../../../core/model/part.ts";
import { record } from "../../../core/model/recording.ts";
import { COLUMN, sizeOf } from "../../../core/model/size.ts";
import type { Thread } from "../../../core/model/thread.ts";

const counting = { counter: chars4, mediaTokens: 1500 };
const NAMED = "/large_tool_results/t.1.1";

function result(id: string, parts: readonly ContentPart[]): Message {
  return { id, role: "tool", parts: [{ type: "tool-result", callId: id, isError: false, parts }] };
}

function threadOf(messages: readonly Message[]): Thread {
  return { id: "t", lane: "main", system: null, tools: [], messages };
}

test("the results that name an offloaded one are counted, wherever in the text, and nothing else is", () => {
  const { raw } = record(
    threadOf([
      { id: "u", role: "user", parts: [text(`read ${NAMED}`)] },
      result("a", [text(`it is in ${NAMED}, whole`)]),
      result("b", [text("nothing here")]),
      result("c", [text("it is in /large_tool"), text("_results/t.1.1")]),
      result("d", [{ type: "media", mediaType: "image/png", data: NAMED }]),
    ]),
    counting,
  );
  expect(raw.length).toBe(5);
  expect(Array.from({ length: 5 }, (_, at) => raw.amount(COLUMN.mounts, at))).toEqual([0, 1, 0, 1, 0]);
});

test("what a recording keeps of a message is its size, column by column", () => {
  const messages = [
    { id: "u", role: "user", parts: [text("Grüße, 漁港")] } as const,
    result("a", [text("x".repeat(70_000)), { type: "media", mediaType: "image/png", data: "AAAA" }]),
    result("b", [text("é".repeat(20_000))]),
  ];
  const { raw, figures } = record(threadOf(messages), counting);
  for (const [at, message] of messages.entries()) expect(raw.amounts(at)).toEqual(sizeOf(message, counting));
  expect(raw.amount(COLUMN.bytes, 2)).toBe(40_000);
  expect(Math.max(...figures.bytes)).toBe(70_000);
});

test("a message is found by its id", () => {
  const { indexOfId } = record(threadOf([result("a", []), result("b", [])]), counting);
  expect([...indexOfId]).toEqual([
    ["a", 0],
    ["b", 1],
  ]);
});
