import fc from "fast-check";
import { expect, test } from "vitest";
import { requestLayout } from "../../../core/analysis/layout.ts";
import { type Sight, sightOf } from "../../../core/analysis/sight.ts";
import { replay } from "../../../core/engine/replay.ts";
import { COLUMN, sizeOf } from "../../../core/model/size.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { viewMessages } from "../../../core/policies/request-view.ts";
import { randomProfile } from "../../support/random-profile.ts";
import { randomThread } from "../../support/random-thread.ts";
import { LONG } from "../../support/long.ts";

test("what the model could see is what the request holds", LONG, () => {
  fc.assert(
    fc.property(randomThread, randomProfile, (thread, input) => {
      const { profile } = checkProfile(input);
      if (!profile) return;
      const run = replay(thread, profile);
      for (const { step, view } of run.steps) {
        const { spans, counts } = sightOf(requestLayout(run, "r", step));
        expect(spans.map(({ from }) => from)).toEqual(
          [0, ...spans.slice(0, -1).map(({ to }) => to)].slice(0, spans.length),
        );
        expect(spans.at(-1)?.to ?? 0).toBe(view.to);
        expect(counts.whole + counts.changed + counts.summary + counts.gone).toBe(view.to);
        const sent = new Map(viewMessages(view).map((message) => [message.id, message]));
        for (const { from, to, sight } of spans)
          for (let i = from; i < to; i++) {
            const raw = thread.messages[i];
            if (!raw) throw new Error("no message");
            const form = sent.get(raw.id);
            // Of a message whose last text is gone, and that held none before, there is nothing to see either way.
            const empty = form && sizeOf(form, run.recording.counting)[COLUMN.bytes] === 0;
            const seen: Sight[] = empty
              ? ["whole", "changed", "gone"]
              : form
                ? JSON.stringify(form) === JSON.stringify(raw)
                  ? ["whole", "changed"]
                  : ["changed"]
                : ["summary", "gone", "changed"];
            expect(seen).toContain(sight);
          }
      }
    }),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 100) },
  );
});

test("a lifted message is seen though a summary covers what stands around it", () => {
  const { spans, counts } = sightOf({
    end: 10,
    coveredEnd: 6,
    lifted: 3,
    changes: [
      { index: 7, disposition: "previewed", tokens: 3, bytes: 12 },
      { index: 8, disposition: "pruned", tokens: 0, bytes: 0 },
      { index: 9, disposition: "cut", tokens: 0, bytes: 0 },
    ],
  });
  expect(spans).toEqual([
    { from: 0, to: 3, sight: "summary" },
    { from: 3, to: 4, sight: "whole" },
    { from: 4, to: 6, sight: "summary" },
    { from: 6, to: 7, sight: "whole" },
    { from: 7, to: 8, sight: "changed" },
    { from: 8, to: 9, sight: "gone" },
    { from: 9, to: 10, sight: "changed" },
  ]);
  expect(counts).toEqual({ whole: 2, changed: 2, summary: 5, gone: 1 });
});
