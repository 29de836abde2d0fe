import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ArraySink, readAll } from "../../../core/importers/read-all.ts";
import { createReader } from "../../../core/importers/read.ts";
import { decode, encode } from "../../support/import-text.ts";
import { readLarge } from "../../support/read-large.ts";

function fixture(name: string): unknown {
  const file = join(import.meta.dirname, "../../fixtures/importers", name);
  return JSON.parse(readFileSync(file, "utf8"));
}

function lines(name: string): unknown[] {
  const file = join(import.meta.dirname, "../../fixtures/importers", name);
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

/** A list so often one after the other: the first bytes of a file are looked at before it is taken apart. */
function many(list: readonly unknown[]): unknown[] {
  return Array.from({ length: 12 }, () => list).flat();
}

const withMany = (document: unknown, key: string): object => {
  const record = document as Record<string, unknown>;
  return { ...record, [key]: many(record[key] as unknown[]) };
};

const trajectory = fixture("openhands/trajectory.json") as { trajectory: unknown[] };
const log = fixture("inspect/log.json") as { samples: unknown[] };
const items = fixture("openai-responses/items.json") as unknown[];
const [evaluation] = lines("openhands/evaluation.jsonl");

/** Recordings as one document that is too large to be held: what is taken apart gives what the whole gives. */
const CASES: readonly (readonly [what: string, document: unknown])[] = [
  ["a list of OpenAI messages", many(fixture("openai-chat/messages.json") as unknown[])],
  ["an OpenAI request", { model: "m", messages: many(fixture("openai-chat/messages.json") as unknown[]) }],
  ["an Anthropic request", withMany(fixture("anthropic-messages/request.json"), "messages")],
  ["a list of items of the Responses API", many(items)],
  ["a Responses request", { instructions: "Be brief.", input: many(items) }],
  ["a list of Gemini contents", many(fixture("gemini/contents.json") as unknown[])],
  ["a Gemini request", { contents: many(fixture("gemini/contents.json") as unknown[]) }],
  ["a trajectory of ATIF", withMany(fixture("atif/trajectory.json"), "steps")],
  ["a list of ATIF trajectories", many(lines("atif/lines.jsonl").slice(0, 2))],
  ["a list of OpenHands events", many(trajectory.trajectory)],
  ["a trajectory of OpenHands", withMany(trajectory, "trajectory")],
  ["an evaluation of OpenHands", withMany(evaluation, "history")],
  ["traces of OpenTelemetry", withMany(fixture("otel-genai/agents.json"), "resourceSpans")],
  ["a list of spans", many(fixture("otel-genai/rows.json") as unknown[])],
  ["a trace of Langfuse", withMany(fixture("langfuse/api.json"), "observations")],
  ["a list of Langfuse traces", many(lines("langfuse/traces.jsonl").slice(0, 4))],
  ["a chat of LangChain", withMany(fixture("langchain/constructors.json"), "messages")],
  ["a list of states of LangGraph", many(fixture("langchain/states.json") as unknown[])],
  ["a list of runs of LangSmith", many(lines("langsmith/runs.jsonl").slice(0, 6))],
  ["a log of Inspect", withMany(log, "samples")],
  ["a list of samples of Inspect", many(log.samples)],
];

describe("a recording that is too large to be held", () => {
  it.each(CASES)("gives the threads that it gives as a whole: %s", (_, document) => {
    const text = JSON.stringify(document);
    const large = Math.floor(text.length * 0.6);
    const whole = readAll(encode(text), decode);
    const read = readLarge(text, large, 97);
    expect(read.format).toBe(whole.format);
    expect(read.threads).toEqual(whole.threads);
  });

  it.each(CASES)("is taken apart: %s", (_, document) => {
    const text = JSON.stringify(document);
    const large = Math.floor(text.length * 0.6);
    const pieces: number[] = [];
    const measured = (bytes: Uint8Array): string => {
      pieces.push(bytes.length);
      return decode(bytes);
    };
    const reader = createReader({ sink: new ArraySink(), decode: measured, large });
    for (let at = 0; at < text.length; at += 97) reader.push(encode(text.slice(at, at + 97)));
    reader.end();
    expect(pieces.length).toBeGreaterThan(2);
    expect(Math.max(...pieces), "never all of it").toBeLessThan(encode(text).length);
  });
});
