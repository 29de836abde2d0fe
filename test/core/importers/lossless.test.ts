import { describe, expect, it } from "vitest";
import type { ReadFile } from "../../../core/importers/read-all.ts";
import type { ToolCallPart } from "../../../core/model/part.ts";
import { jsonl, readText } from "../../support/import-text.ts";

/** Arguments as a file writes them: as JSON, or as a text of it. Each format with one call. */
const FORMATS: Readonly<Record<string, (args: string) => string>> = {
  ullage: (args) =>
    `{"ullage":1,"thread":{"messages":[{"role":"user","parts":[]},{"role":"assistant","parts":[{"type":"tool-call","callId":"c","name":"f","arguments":${args}}]},{"role":"user","parts":[]}]}}\n`,
  "openai-chat": (args) =>
    `{"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${JSON.stringify(args)}}}]}]}\n`,
  "anthropic-messages": (args) =>
    `{"system":"s","messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":${args}}]}]}\n`,
  gemini: (args) =>
    `{"contents":[{"role":"user","parts":[{"text":"x"}]},{"role":"model","parts":[{"functionCall":{"id":"c","name":"f","args":${args}}}]}]}\n`,
  "vercel-ai": (args) =>
    `[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c","toolName":"f","input":${args}}]}]\n`,
  sharegpt: (args) =>
    jsonl([
      {
        conversations: [
          { from: "human", value: "x" },
          { from: "gpt", value: `<tool_call>{"name":"f","arguments":${args}}</tool_call>` },
        ],
      },
    ]),
  atif: (args) =>
    `{"schema_version":"ATIF-v1.7","agent":{},"steps":[{"step_id":1,"source":"user","message":"x"},{"step_id":2,"source":"agent","message":"","tool_calls":[{"tool_call_id":"c","function_name":"f","arguments":${args}}]}]}\n`,
  openhands: (args) =>
    `{"id":"1","kind":"MessageEvent","source":"user","timestamp":"2026-01-01","llm_message":{"role":"user","content":"x"}}\n{"id":"2","kind":"ActionEvent","source":"agent","timestamp":"2026-01-01","tool_call":{"id":"c","name":"f","arguments":${JSON.stringify(args)}}}\n`,
  langchain: (args) =>
    `[{"type":"human","content":"x"},{"type":"ai","content":"","tool_calls":[{"id":"c","name":"f","args":${args}}]}]\n`,
  inspect: (args) =>
    `{"id":1,"epoch":1,"messages":[{"id":"a","role":"user","content":"x"},{"id":"b","role":"assistant","content":"","tool_calls":[{"id":"c","function":"f","arguments":${args}}]}]}\n`,
  "otel-genai": (args) =>
    jsonl([
      {
        attributes: {
          "gen_ai.input.messages": `[{"role":"user","parts":[{"type":"text","content":"x"}]},{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"f","arguments":${args}}]}]`,
        },
      },
    ]),
};

const names = Object.keys(FORMATS);

function read(format: string, args: string): ReadFile {
  const found = readText(FORMATS[format]?.(args) ?? "");
  expect(found.format).toBe(format);
  return found;
}

function callOf({ threads }: ReadFile): ToolCallPart | undefined {
  const parts = threads.flatMap(({ messages }) => messages.flatMap((message) => message.parts));
  return parts.find((part) => part.type === "tool-call");
}

const nested = (levels: number): string => `${'{"a":['.repeat(levels)}1${"]}".repeat(levels)}`;

describe("arguments that are nested too deeply", () => {
  it.each(names)("are kept as their text, and no message is lost: %s", (format) => {
    const args = nested(400);
    const found = read(format, args);
    const given = callOf(found)?.arguments;
    expect(typeof given === "string" && given.includes(args)).toBe(true);
    expect(found.threads[0]?.messages.length).toBeGreaterThan(1);
  });

  it.each(names)("are kept as they are where they are not: %s", (format) => {
    expect(callOf(read(format, nested(20)))?.arguments).toEqual(JSON.parse(nested(20)));
  });

  it("are told with their place in a neutral file", () => {
    const { report } = read("ullage", nested(400));
    const what = "messages[1].parts[0].arguments: JSON nested more than 500 levels: kept as text";
    expect(report.notes).toContainEqual({ kind: "doubt", what, count: 1, line: 1 });
  });
});

describe("messages without an id", () => {
  it("keep their names when one before them is left out", () => {
    const messages = [
      { role: "user", parts: [] },
      { role: "nobody", parts: [] },
      { role: "user", parts: [] },
    ];
    const { threads, report } = readText(jsonl([{ ullage: 1, thread: { messages } }]));
    expect(threads[0]?.messages.map((message) => message.id)).toEqual(["m1", "m3"]);
    expect(report.notes).toContainEqual(expect.objectContaining({ kind: "dropped", line: 1 }));
  });
});

describe("numbers that parsing changes", () => {
  const CHANGED = ["1e999", "-1e999", "1e-400", "-0", "9007199254740993", "123456789012345678901234567890"];
  const cases = names.flatMap((format) => CHANGED.map((written) => [format, written] as const));

  it.each(cases)("are kept as text or told with their place: %s %s", (format, written) => {
    const found = read(format, `{"n":${written}}`);
    const given = callOf(found)?.arguments;
    const kept = typeof given === "string" && given.includes(written);
    const told = found.report.notes.some(
      ({ kind, what, line }) =>
        kind === "doubt" && what.startsWith("numbers that cannot be kept") && line !== undefined,
    );
    expect(kept || told).toBe(true);
  });

  it.each(names)("are none among ordinary ones: %s", (format) => {
    const args = '{"n":[0,1,-1,0.1,1e21,9007199254740992,-0.5],"s":"-0, 1e999, 9007199254740993"}';
    const found = read(format, args);
    expect(callOf(found)?.arguments).toEqual(JSON.parse(args));
    expect(found.report.notes.filter((note) => note.what.startsWith("numbers that"))).toEqual([]);
  });

  it("are told once, with the first place and how many there are", () => {
    const line = (n: string): string => `{"role":"user","content":"x","metadata":{"deep":[1,${n}]}}\n`;
    const { report } = readText(line("2") + line("1e999") + line("-0"));
    expect(report.notes).toContainEqual({
      kind: "doubt",
      what: "numbers that cannot be kept as they are written, such as 1e999 at metadata.deep[1]",
      count: 2,
      line: 2,
    });
  });

  it("are told of a document over many lines", () => {
    const text = '{\n "messages": [\n  {"role": "user", "content": "x", "at": 9007199254740993}\n ]\n}\n';
    const what =
      "numbers that cannot be kept as they are written, such as 9007199254740993 at messages[0].at";
    expect(readText(text).report.notes).toContainEqual({ kind: "doubt", what, count: 1, line: 1 });
  });

  const message = (n: string): string => `{"role":"user","content":"x","at":${n}}`;
  const damaged = [
    ["objects glued together", (n: string) => message("1") + message(n)],
    ["a half object before a whole one", (n: string) => `{"role":"us${message(n)}\n${message("1")}`],
    ["documents in a row", (n: string) => `{\n"messages":[${message(n)}]}\n{\n"messages":[]}`],
    ["a document that was cut", (n: string) => `[\n${message(n)},\n${message("1")},\n{"ro`],
  ] as const;
  it.each(damaged)("are told of what could be saved of damaged text: %s", (_, text) => {
    for (const n of CHANGED) {
      const said = JSON.stringify(readText(text(n)).report.notes);
      expect(said).toContain(`numbers that cannot be kept as they are written, such as ${n} at`);
    }
    expect(JSON.stringify(readText(text("0")).report.notes)).not.toContain("numbers that");
  });
});
