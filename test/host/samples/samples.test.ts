import { describe, expect, it } from "vitest";
import { replay } from "../../../core/engine/replay.ts";
import type { Run } from "../../../core/engine/run.ts";
import { readAll } from "../../../core/importers/read-all.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { effectiveProfile } from "../../../core/policies/defaults.ts";
import { presetNamed } from "../../../core/policies/presets.ts";
import { SAMPLES } from "../../../host/samples/samples.ts";
import { SAMPLE_FILES } from "../../../scripts/make-samples.mjs";
import { decode, encode } from "../../support/import-text.ts";

function sample(id: string): Thread {
  const found = SAMPLES.find((one) => one.id === id);
  const [thread] = readAll(encode(found?.text() ?? ""), decode).threads;
  if (!thread) throw new Error(`no sample ${id}`);
  return thread;
}

function run(id: string, preset: string): Run {
  return replay(sample(id), effectiveProfile(presetNamed(preset)?.profile ?? { policies: [] }));
}

const actions = (id: string, preset: string, action: string): number =>
  run(id, preset).events.filter((event) => event.action === action).length;

describe("built-in sessions", () => {
  it("are what their script writes", () => {
    const files: Readonly<Record<string, () => string>> = SAMPLE_FILES;
    expect(SAMPLES.map((one) => one.file).toSorted()).toEqual(Object.keys(files).toSorted());
    for (const { file, text } of SAMPLES) expect(text() === files[file]?.(), file).toBe(true);
  });

  it("import without a fault", () => {
    for (const { file, text } of SAMPLES) {
      const { report, threads } = readAll(encode(text()), decode);
      expect(report.lines.bad, file).toBe(0);
      expect(threads.length, file).toBe(1);
      expect(
        report.notes.filter((note) => note.kind === "dropped" || note.kind === "doubt"),
        file,
      ).toEqual([]);
    }
  });

  it("hold no path of a machine and no address", () => {
    for (const { file, text } of SAMPLES)
      expect(/\/root\/|\/work\/|https?:\/\//.exec(text()), file).toBe(null);
  });

  it("make both presets act, each in the way that its row says", () => {
    expect(actions("failing-tail", "llm4s", "offloaded")).toBe(1);
    expect(actions("failing-tail", "llm4s", "cut")).toBe(1);
    expect(actions("failing-tail", "synaps", "spilled")).toBe(2);
    expect(actions("long-session", "llm4s", "fired")).toBe(2);
    expect(actions("parallel-logs", "llm4s", "offloaded")).toBe(4);
    expect(actions("parallel-logs", "synaps", "spilled")).toBe(5);
  });

  it("leave one call unanswered and hold one error", () => {
    const { messages } = sample("failing-tail");
    const parts = messages.flatMap((message) => message.parts);
    const calls = parts.filter((part) => part.type === "tool-call").length;
    const results = parts.filter((part) => part.type === "tool-result");
    expect(calls - results.length).toBe(1);
    expect(results.filter((result) => result.isError).length).toBe(2);
  });
});
