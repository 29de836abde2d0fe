import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportFailure } from "../../../core/importers/failure.ts";
import type { ReadFile } from "../../../core/importers/read-all.ts";
import { ArraySink, asThread, readAll } from "../../../core/importers/read-all.ts";
import { createReader } from "../../../core/importers/read.ts";
import { MAX_BAD_SPANS } from "../../../core/model/report.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { decode, encode } from "../../support/import-text.ts";
import { mutate, mutations } from "../../support/import-mutants.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures/importers");
const fixtures = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(?:jsonl?|ya?ml|har)$/.test(file) && !file.endsWith(".golden.json"))
  .toSorted();
const load = (file: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, file)));

/** What a file gives, or why it gives nothing. Anything but an ImportFailure is a fault of ours. */
function outcome(read: () => ReadFile): ReadFile | { readonly failure: string; readonly message: string } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
    return { failure: error.code, message: error.message };
  }
}

/** Reads the file in pieces that end at the given places, through one buffer that is used again for each. */
function readInPieces(bytes: Uint8Array, ends: readonly number[]): ReadFile {
  const sink = new ArraySink();
  const reader = createReader({ sink, decode });
  const buffer = new Uint8Array(bytes.length);
  let from = 0;
  for (const end of [...ends.toSorted((a, b) => a - b), bytes.length]) {
    buffer.set(bytes.subarray(from, end));
    reader.push(buffer.subarray(0, Math.max(0, end - from)));
    buffer.fill(0x7b);
    from = Math.max(from, end);
  }
  const { format, report, threads } = reader.end();
  return { format, report, threads: threads.map((thread) => asThread(thread, sink)) };
}

/** What every thread of every import keeps to. */
function expectSound({ threads, report }: ReadFile, bytes: number): void {
  expect(threads.length).toBeGreaterThan(0);
  expect(new Set(threads.map((thread) => thread.id)).size).toBe(threads.length);
  for (const thread of threads) expectSoundThread(thread);
  expect(report.bytes).toBe(bytes);
  expect(report.badSpans.length).toBe(Math.min(report.lines.bad, MAX_BAD_SPANS));
  for (const span of report.badSpans) expect(span.line > 0 && span.offset >= 0 && span.bytes >= 0).toBe(true);
}

function expectSoundThread({ messages, meta, marks }: Thread): void {
  expect(messages.length).toBeGreaterThan(0);
  expect(new Set(messages.map((message) => message.id)).size).toBe(messages.length);
  expect(messages.every((message) => message.id !== "")).toBe(true);
  if (meta) expect(meta.length).toBe(messages.length);
  for (const mark of marks ?? []) expect(mark.at >= 0 && mark.at <= messages.length).toBe(true);
  for (const { role, parts } of messages) {
    for (const part of parts) {
      expect(part.type === "tool-result").toBe(role === "tool");
      if (part.type === "tool-call" || part.type === "thinking") expect(role).toBe("assistant");
    }
  }
}

describe("any file", () => {
  it.each(fixtures)("is the same however its bytes are cut: %s", (file) => {
    const bytes = load(file);
    const whole = outcome(() => readAll(bytes, decode));
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 60 }), (ends) => {
        expect(outcome(() => readInPieces(bytes, ends))).toEqual(whole);
      }),
    );
    const everyByte = [...bytes.keys()];
    expect(outcome(() => readInPieces(bytes, everyByte))).toEqual(whole);
  });

  it.each(fixtures)("never breaks the reader, however it is damaged: %s", (file) => {
    const bytes = load(file);
    fc.assert(
      fc.property(mutations, (steps) => {
        const mutant = mutate(bytes, steps);
        const read = outcome(() => readAll(mutant, decode));
        if ("failure" in read) expect(read.message).not.toBe("");
        else expectSound(read, mutant.length);
      }),
    );
  });
});

describe("lines", () => {
  const clean = [
    "claude-code/compaction.jsonl",
    "openai-chat/log.jsonl",
    "anthropic-messages/trace.jsonl",
    "codex/rollout.jsonl",
    "pi/circle.jsonl",
    "openai-responses/chain.jsonl",
    "gemini/log.jsonl",
    "gemini-cli/patches.jsonl",
    "vercel-ai/v4.jsonl",
    "sharegpt/lines.jsonl",
    "atif/lines.jsonl",
    "openhands/events.jsonl",
    "otel-genai/logs.jsonl",
    "otel-genai/older.jsonl",
    "langfuse/traces.jsonl",
    "langchain/stored.jsonl",
    "langsmith/runs.jsonl",
    "inspect/entries.jsonl",
  ];
  it.each(clean)("may be glued together: %s", (file) => {
    const lines = decode(load(file)).trimEnd().split("\n");
    const { threads } = readAll(load(file), decode);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("\n", "", " ", "\r\n", "\n\n"), { minLength: lines.length }),
        (between) => {
          const text = lines.map((line, index) => line + (between[index] ?? "\n")).join("");
          expect(readAll(encode(text), decode).threads).toEqual(threads);
        },
      ),
    );
  });
});

describe("garbage", () => {
  const bits = [
    "{",
    "}",
    "[",
    "]",
    '"',
    ":",
    ",",
    "\\",
    "\n",
    " ",
    "1e",
    "null",
    '{"role":"user","content":"',
    "\0",
    "é",
    "\ud800",
  ];
  const text = fc.array(fc.constantFrom(...bits), { maxLength: 300 }).map((parts) => encode(parts.join("")));

  it("of JSON's own characters gives a thread or a failure", () => {
    fc.assert(
      fc.property(text, (bytes) => {
        const read = outcome(() => readAll(bytes, decode));
        if (!("failure" in read)) expectSound(read, bytes.length);
      }),
    );
  });

  it("of any bytes gives a failure that says why", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6000 }), (bytes) => {
        const read = outcome(() => readAll(bytes, decode));
        expect("failure" in read && read.message.length > 20).toBe(true);
      }),
    );
  });
});
