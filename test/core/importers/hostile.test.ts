import { describe, expect, it } from "vitest";
import type { ReadFile } from "../../../core/importers/read-all.ts";
import { jsonl, readText } from "../../support/import-text.ts";
import { threadTime } from "../../support/thread-time.ts";

/** Files that are made to take long, or to overflow what a call may take. */
const MAX_MS = 6000;

function readInTime(text: string): ReadFile {
  const read: ReadFile[] = [];
  expect(threadTime(() => read.push(readText(text)))).toBeLessThan(MAX_MS);
  return read[0] as ReadFile;
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const textLength = ({ threads }: ReadFile): number =>
  threads.reduce(
    (sum, { messages }) =>
      sum +
      messages.reduce(
        (all, { parts }) =>
          all + parts.reduce((own, part) => own + ("text" in part ? part.text.length : 0), 0),
        0,
      ),
    0,
  );

describe("time", () => {
  it("is not lost on tags that are never closed", () => {
    const value = "<think>".repeat(100_000) + "<tool_call>".repeat(50_000);
    const read = readInTime(jsonl([{ conversations: [{ from: "gpt", value }] }]));
    expect(textLength(read)).toBe(value.length);
  });

  it("is not lost on a Codex user who takes every turn back", () => {
    const line = (type: string, payload: unknown) => ({ timestamp: "t", type, payload });
    const turns = many(20_000, (index) =>
      line("response_item", {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: `turn ${index}` }],
      }),
    );
    const backs = many(19_999, () => line("event_msg", { type: "thread_rolled_back", num_turns: 1 }));
    const { threads } = readInTime(jsonl([...turns, ...backs]));
    expect(threads[0]?.messages.length).toBe(1);
    expect(threads[0]?.marks?.map((mark) => mark.at)).toEqual(many(19_999, () => 1));
  });

  it("is not lost on a Gemini CLI user who goes back all the time", () => {
    const header = { sessionId: "s", projectHash: "0", startTime: "t" };
    const messages = many(20_000, (index) => ({ id: `m${index}`, type: "user", content: "x" }));
    const backs = many(19_999, (index) => ({ $rewindTo: `m${19_999 - index}` }));
    const { threads } = readInTime(jsonl([header, ...messages, ...backs]));
    expect(threads[0]?.messages.length).toBe(1);
  });

  it("is not lost on one message of very many steps", () => {
    const parts = many(20_000, (index) => ({
      type: "tool-invocation",
      toolInvocation: { state: "result", toolCallId: `c${index}`, toolName: "t", args: {}, result: "r" },
    }));
    const { threads } = readInTime(JSON.stringify([{ id: "a", role: "assistant", parts }]));
    expect(threads[0]?.messages.map((message) => message.parts.length)).toEqual([20_000, 20_000]);
  });

  it("is not lost on a session whose entries are one long tree", () => {
    const header = { type: "session", id: "s", timestamp: "t", cwd: "/" };
    const entries = many(50_000, (index) => ({
      type: "message",
      id: `e${index}`,
      parentId: index === 0 ? null : `e${Math.max(0, index - 1 - (index % 3))}`,
      message: { role: "user", content: "x", timestamp: 1 },
    }));
    const { threads } = readInTime(jsonl([header, ...entries]));
    expect(threads.filter((thread) => !thread.branch).length).toBe(1);
  });
});

describe("very many pieces", () => {
  it("of a streamed Gemini response are joined", () => {
    const chunk = { candidates: [{ content: { role: "model", parts: [{ text: "xy" }] } }] };
    const request = { contents: [{ role: "user", parts: [{ text: "go" }] }] };
    const read = readInTime(JSON.stringify({ request, response: many(150_000, () => chunk) }));
    expect(textLength(read)).toBe(2 + 300_000);
  });

  it("of one Responses item are read", () => {
    const content = many(200_000, () => ({ type: "output_text", text: "x" }));
    const read = readInTime(jsonl([{ type: "message", role: "assistant", content }]));
    expect(textLength(read)).toBe(200_000);
  });

  it("of one message in a log are read", () => {
    const messages = many(200_000, (index) => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content: "x",
    }));
    const pair = (list: unknown[]) => ({
      request: { messages: list },
      response: { choices: [{ message: { role: "assistant", content: "y" } }] },
    });
    const read = readInTime(jsonl([pair(messages.slice(0, 1)), pair(messages)]));
    expect(read.threads[0]?.messages.length).toBe(200_001);
  });
});

describe("names that every object has", () => {
  it("in a streamed response change nothing but that response", () => {
    const chunk =
      '{"__proto__":{"polluted":1},"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]}}]}';
    const read = readText(
      `{"request":{"contents":[{"role":"user","parts":[{"text":"go"}]}]},"response":[${chunk},${chunk}]}\n`,
    );
    expect(textLength(read)).toBe(4);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("as functions and tools are names like any other", () => {
    const conversations = [
      { from: "gpt", value: '<tool_call>{"name":"constructor","arguments":{"__proto__":1}}</tool_call>' },
      { from: "tool", value: '<tool_response>{"name":"constructor"}</tool_response>' },
    ];
    const { threads } = readText(jsonl([{ conversations }]));
    expect(threads[0]?.messages.map(({ parts }) => parts[0])).toMatchObject([
      { type: "tool-call", callId: "call-1", name: "constructor" },
      { type: "tool-result", callId: "call-1" },
    ]);
  });
});
