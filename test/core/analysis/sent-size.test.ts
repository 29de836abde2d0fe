import fc from "fast-check";
import { expect, test } from "vitest";
import { requestLayout } from "../../../core/analysis/layout.ts";
import { sentSize } from "../../../core/analysis/sent-size.ts";
import { why } from "../../../core/analysis/why.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import { COLUMN, sizeOf } from "../../../core/model/size.ts";
import { LONG } from "../../support/long.ts";
import { randomRun } from "../../support/random-run.ts";

/** Tokens and bytes of a message of the request that is really built, by the message's id. */
function built(run: Run, step: number): Map<string, { tokens: number; bytes: number }> {
  return new Map(
    requestAt(run, step).messages.map((message) => {
      const size = sizeOf(message, run.recording.counting);
      return [message.id, { tokens: size[COLUMN.tokens] as number, bytes: size[COLUMN.bytes] as number }];
    }),
  );
}

test("what is told to be sent of a message is what the request that is built holds of it", LONG, () => {
  fc.assert(
    fc.property(randomRun, (run) => {
      const { messages } = run.recording.thread;
      for (const { step, view } of run.records()) {
        const held = built(run, step);
        messages.forEach(({ id }, index) => {
          const told = sentSize(run, step, { index });
          expect(told).toEqual(index < view.to ? (held.get(id) ?? { tokens: 0, bytes: 0 }) : null);
          expect(why(run, step, { index }).sent).toEqual(told);
        });
        const { summary, inserted } = requestLayout(run, "r", step);
        const { tokens, bytes } = summary ?? {};
        expect(sentSize(run, step, { special: "summary" })).toEqual(summary ? { tokens, bytes } : null);
        for (const { id, tokens: put } of inserted)
          expect(sentSize(run, step, { inserted: id })?.tokens).toBe(put);
      }
    }),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 60) },
  );
});
