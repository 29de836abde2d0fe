import { expect, test } from "vitest";
import { readText } from "../../support/import-text.ts";

/** Sessions that put spans together read their calls after the last record: what one holds must not end them. */
const answer = (content: unknown) => ({ choices: [{ message: { role: "assistant", content } }] });
const asked = [{ role: "user", content: "Row." }];

const recordings: Record<string, (content: unknown) => unknown> = {
  langsmith: (content) =>
    ["a", "b"].map((id, at) => ({
      id,
      run_type: "llm",
      start_time: 1_772_532_000_000 + at,
      inputs: { messages: [{ role: "user", content: `Row, ${id}.` }] },
      outputs: answer(at === 0 ? content : "Rowed."),
    })),
  langfuse: (content) => ({
    trace: { id: "t" },
    observations: ["a", "b"].map((id, at) => ({
      id,
      type: "GENERATION",
      startTime: `2026-01-01T00:00:0${at}Z`,
      input: at === 0 ? asked : [{ role: "user", content: "Row again." }],
      output: answer(at === 0 ? content : "Rowed."),
    })),
  }),
};

test.each(Object.keys(recordings))(
  "%s: an answer that cannot be read is told, and the others are read",
  (name) => {
    for (const content of [5, true, { deep: [] }]) {
      const { format, threads, report } = readText(JSON.stringify(recordings[name]?.(content)));
      expect(format).toBe(name);
      expect(JSON.stringify(threads)).toContain("Rowed.");
      const dropped = report.notes.filter(({ kind }) => kind === "dropped");
      expect(dropped).toEqual([
        {
          kind: "dropped",
          what: "an answer that cannot be read: content: text, null or parts are needed",
          count: 1,
          line: 1,
        },
      ]);
    }
  },
);
