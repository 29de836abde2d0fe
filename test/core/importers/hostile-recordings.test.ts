import { describe, expect, it } from "vitest";
import { jsonl, readText } from "../../support/import-text.ts";

/** Recordings that are made to take for ever, or to grow without end: each would, were its trick not thought of. */
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const textLength = (text: string): number => {
  const { threads } = readText(text);
  const parts = threads.flatMap(({ messages }) => messages.flatMap((message) => message.parts));
  return parts.reduce((sum, part) => sum + ("text" in part ? part.text.length : 0), 0);
};

describe("a recording", () => {
  it("of sub-agents one inside another, without end", () => {
    const open =
      '{"schema_version":"ATIF-v1.7","agent":{},"steps":[{"step_id":1,"source":"user","message":"x"}]';
    const depth = 5000;
    const text = `${`${open},"subagent_trajectories":[`.repeat(depth)}${open}}${"]}".repeat(depth)}`;
    expect(readText(text).threads.length).toBe(depth + 1);
  });

  it("of an agent that forgets everything after every event", () => {
    const said = (id: number) => ({ id, source: "user", action: "message", args: { content: "x" } });
    const forgets = (id: number) => ({
      id,
      source: "agent",
      action: "condensation",
      args: { forgotten_events_start_id: 0, forgotten_events_end_id: 9e15 },
    });
    const events = many(30_000, (id) => (id % 2 === 0 ? said(id) : forgets(id)));
    const marks = readText(jsonl(events)).threads[0]?.marks ?? [];
    expect(marks.length).toBe(15_000);
    expect(marks.every((mark) => mark.messageIds?.length === 1)).toBe(true);
  });

  it("of calls beneath thousands of spans", () => {
    const span = (id: number, type: string) => ({
      id: `s${id}`,
      type,
      parentObservationId: `s${id - 1}`,
      startTime: "2026-01-01T00:00:00Z",
    });
    const chain = many(20_000, (id) => span(id, "SPAN"));
    const calls = many(2000, (id) => ({
      ...span(20_000, "GENERATION"),
      id: `c${id}`,
      input: [{ role: "user", content: `${id}` }],
      output: "y",
    }));
    expect(readText(JSON.stringify({ observations: [...chain, ...calls] })).threads.length).toBe(2000);
  });

  it("of spans whose parents go round in a circle", () => {
    const spans = many(5000, (id) => ({
      span_id: `s${id}`,
      parent_span_id: `s${(id + 1) % 5000}`,
      trace_id: "t",
      attributes: {
        "gen_ai.operation.name": id % 2 === 0 ? "invoke_agent" : "chat",
        "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: `${id}` }] }],
      },
    }));
    expect(readText(jsonl(spans)).threads.length).toBe(2500);
  });

  it("of attributes with numbers as large as they get", () => {
    const attributes = {
      "llm.request.type": "chat",
      "gen_ai.prompt.999999999999.role": "user",
      "gen_ai.prompt.999999999999.content": "x",
      [`gen_ai.prompt.1${".0".repeat(100_000)}`]: "deep",
      "gen_ai.prompt.2.__proto__.polluted": "yes",
    };
    expect(textLength(jsonl([{ attributes }]))).toBeLessThan(1000);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("of a small log whose attachments are referred to again and again", () => {
    const hash = "ab".repeat(16);
    const message = (id: number) => ({ id: `m${id}`, role: "user", content: `attachment://${hash}` });
    const sample = {
      id: 1,
      epoch: 1,
      messages: many(3000, message),
      attachments: { [hash]: "x".repeat(1_000_000) },
    };
    const text = JSON.stringify({ eval: { task: "t" }, samples: [sample] });
    expect(text.length).toBeLessThan(1_300_000);
    expect(textLength(text)).toBeLessThan(150_000_000);
  });

  it("of model calls that refer to the same messages without end", () => {
    const pool = many(2000, (id) => ({ id: `p${id}`, role: "user", content: "x" }));
    const events = many(60, () => ({
      event: "model",
      input_refs: many(2000, () => [0, 2000]),
      output: { choices: [] },
    }));
    const sample = { id: 1, epoch: 1, messages: [], events, message_pool: pool };
    const { report } = readText(JSON.stringify(sample));
    expect(report.notes.some(({ what }) => what.startsWith("references of one call"))).toBe(true);
  });

  it("of conversations by the thousand in one sample", () => {
    const events = many(8000, (id) => ({
      event: id % 3 === 0 ? "compaction" : "model",
      input: [{ id: `i${id}`, role: "user", content: "x" }],
      output: { choices: [{ message: { id: `o${id}`, role: "assistant", content: "y" } }] },
    }));
    const steps = many(8000, () => ({ event: "step", action: "begin", type: "solver", name: "s" }));
    const sample = { id: 1, epoch: 1, messages: [], events: [...steps, ...events] };
    expect(readText(JSON.stringify(sample)).threads.length).toBe(5333);
  });

  it("of runs, each the child of the one before", () => {
    const open =
      '{"id":"r","run_type":"llm","inputs":{"messages":[{"role":"user","content":"x"}]},"child_runs":[';
    const depth = 3000;
    const { threads } = readText(`${open.repeat(depth)}${"]}".repeat(depth)}`);
    expect(threads.length).toBe(1);
  });
});
