import fc from "fast-check";
import { expect, test } from "vitest";
import { askWindow } from "../../../core/analysis/ask-window.ts";
import { parseFind } from "../../../core/analysis/find-query.ts";
import { find } from "../../../core/analysis/find.ts";
import { countInMessage, needleOf } from "../../../core/analysis/needle.ts";
import { previewReport } from "../../../core/analysis/preview.ts";
import { readBack } from "../../../core/analysis/read-back.ts";
import { storeReport } from "../../../core/analysis/store-report.ts";
import { summaryReport } from "../../../core/analysis/summary-report.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import { utf8Length } from "../../../core/lib/utf8.ts";
import { resultsOf } from "../../../core/model/message.ts";
import { resultText } from "../../../core/model/part.ts";
import { offloadEntries } from "../../../core/policies/offload.ts";
import { checkpointBytes } from "../../../core/policies/offload-store.ts";
import { randomRun } from "../../support/random-run.ts";
import { LONG } from "../../support/long.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 120);

/** A step of a run, if it has any. */
function stepsOf(run: Run): number[] {
  return Array.from({ length: run.stepCount }, (_, at) => at + 1);
}

/** Texts worth asking for: stretches of what results, calls and summaries hold. */
function samplesOf(run: Run): string[] {
  const texts = run.recording.thread.messages.flatMap((message) =>
    message.parts.flatMap((part) =>
      part.type === "text" ? [part.text] : part.type === "tool-result" ? [resultText(part)] : [],
    ),
  );
  const cut = texts.flatMap((text) => [
    text.slice(0, 12),
    text.slice(-12),
    text.slice(text.length >> 1, (text.length >> 1) + 9),
  ]);
  return ["/large_tool_results/", "the", ...cut.filter((text) => text.trim() !== "").slice(0, 6)];
}

test("what the window is asked for is visible in exactly the requests that hold it", LONG, () => {
  fc.assert(
    fc.property(randomRun, (run) => {
      if (run.stepCount === 0) return;
      const requests = stepsOf(run).map((step) => requestAt(run, step));
      for (const text of samplesOf(run)) {
        const needle = needleOf(text);
        const answer = askWindow(run, run.stepCount, text);
        const held = requests.map(({ system, tools, messages }) => {
          const fixed = {
            id: "",
            role: "user",
            parts: [
              { type: "text", text: `${system ?? ""}` },
              { type: "text", text: JSON.stringify(tools) },
            ],
          } as const;
          return (
            countInMessage(fixed, needle) > 0 ||
            messages.some((message) => countInMessage(message, needle) > 0)
          );
        });
        const told = stepsOf(run).map((step) =>
          answer.visible.some(({ from, to }) => step >= from && step <= to),
        );
        // What repair put in is nobody's message: a text in it alone is not followed.
        const repaired = text !== "" && JSON.stringify(requests).includes("no-result");
        if (!repaired) expect(told, JSON.stringify(text)).toEqual(held);
        for (const { index, spans } of answer.places) {
          spans.forEach(({ from, to }, at) => {
            expect(from).toBeLessThanOrEqual(to);
            if (at > 0) expect(from).toBe((spans[at - 1]?.to ?? 0) + 1);
          });
          expect(spans.at(-1)?.to ?? run.stepCount).toBe(run.stepCount);
          expect(index).toBeLessThan(run.recording.thread.messages.length);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test(
  "a preview taken apart has every byte of the original once, and is what the stored bytes give",
  LONG,
  () => {
    let parts = 0;
    fc.assert(
      fc.property(randomRun, (run) => {
        const last = run.stepCount;
        if (last === 0) return;
        for (let index = 0; index < run.stepAt(last).view.to; index++)
          for (const part of previewReport(run, last, index).parts) {
            parts++;
            const where = JSON.stringify({ store: part.store, verdict: part.verdict, events: part.events });
            expect(part.verdict.holds, where).toBe(true);
            const shown = part.stretches.filter(({ kind }) => kind !== "omitted");
            if (
              part.events.every(({ detail }) =>
                detail?.pieces?.every((piece) => typeof piece === "string" || piece.as === undefined),
              )
            )
              expect(shown.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(part.shown.bytes);
            const result = resultsOf(run.recording.thread.messages[index]!)[0];
            expect(result).toBeDefined();
          }
      }),
      { numRuns: RUNS },
    );
    expect(parts).toBeGreaterThan(RUNS / 4);
  },
);

test(
  "the store report agrees with the state: entries, fill, references, and what can be read back",
  LONG,
  () => {
    fc.assert(
      fc.property(randomRun, (run) => {
        for (const step of stepsOf(run)) {
          const report = storeReport(run, step);
          const entries = offloadEntries(run.stepAt(step).state);
          const offload = report.stores.find(({ store }) => store === "offload");
          expect(offload?.live.map(({ path }) => path).toSorted() ?? []).toEqual(
            entries.map(({ path }) => path).toSorted(),
          );
          if (offload) expect(offload.fill[step - 1]).toBe(checkpointBytes(entries));
          if (offload?.bound) expect(offload.bound.held).toBe(checkpointBytes(entries));
          if (entries[0])
            expect(offload?.live.find(({ nextVictim }) => nextVictim)?.path).toBe(entries[0].path);
          for (const store of report.stores)
            for (const row of store.live) {
              const isMedia = run.files.some(
                ({ path, file }) => path === row.path && file.mediaType !== undefined,
              );
              if (!isMedia) expect(readBack(run, step, row.path).isError, row.path).toBe(false);
            }
          for (const { path } of report.dangling) expect(readBack(run, step, path).isError).toBe(true);
          for (const path of report.orphans)
            expect(
              report.stores.some(({ live }) =>
                live.some((row) => row.path === path && row.references.length === 0),
              ),
            ).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  },
);

test("the summary report covers what the request covers, and its counts add up", LONG, () => {
  fc.assert(
    fc.property(randomRun, (run) => {
      for (const step of stepsOf(run)) {
        const { view } = run.stepAt(step);
        const report = summaryReport(run, step);
        expect(report.coveredEnd).toBe(view.from);
        for (const { total, kept, sent, lost } of report.survival) expect(kept + sent + lost).toBe(total);
        expect(report.survival.reduce((sum, { total }) => sum + total, 0)).toBe(report.factCount);
        for (const version of report.versions) {
          expect(version.to).toBeLessThanOrEqual(Math.max(version.cutWanted, version.to));
          expect(version.from).toBeLessThan(version.to);
          expect(version.cutBytes > 0).toBe(
            run.events.some(
              ({ seq, step: at, action }) =>
                seq > version.seq && at === version.step && action === "summary-cut",
            ),
          );
          expect(utf8Length(version.text)).toBeGreaterThan(0);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test("what is found is what the terms say, one by one", LONG, () => {
  const queries = [
    "kind:tool",
    "size>200",
    "tokens<=40",
    "step:2..3",
    "is:previewed",
    "rule:offload",
    "-kind:user the",
    "action:spilled",
    "turn:1 kind:call",
    "name:bash",
  ];
  fc.assert(
    fc.property(randomRun, fc.constantFrom(...queries), (run, query) => {
      if (run.stepCount === 0) return;
      const { terms, problems } = parseFind(query);
      expect(problems).toEqual([]);
      const all = find(run, run.stepCount, terms);
      const sets = terms.map(
        (term) => new Set(find(run, run.stepCount, [term]).messages.map(({ index }) => index)),
      );
      const both = [...(sets[0] ?? [])].filter((index) => sets.every((set) => set.has(index)));
      expect(all.messages.map(({ index }) => index)).toEqual(both);
      expect(all.total).toBe(both.length);
      const [term] = terms;
      if (term && terms.length === 1) {
        const turned = find(run, run.stepCount, [{ ...term, not: true }]);
        expect(turned.total + all.total).toBe(run.recording.thread.messages.length);
      }
    }),
    { numRuns: RUNS * 2 },
  );
});
