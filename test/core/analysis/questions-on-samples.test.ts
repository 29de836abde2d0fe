import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askWindow } from "../../../core/analysis/ask-window.ts";
import { parseFind } from "../../../core/analysis/find-query.ts";
import { find } from "../../../core/analysis/find.ts";
import { textsOf } from "../../../core/analysis/needle.ts";
import { previewReport } from "../../../core/analysis/preview.ts";
import { readBack } from "../../../core/analysis/read-back.ts";
import { storeReport } from "../../../core/analysis/store-report.ts";
import { summaryReport } from "../../../core/analysis/summary-report.ts";
import { wireReport } from "../../../core/analysis/wire-report.ts";
import { replay } from "../../../core/engine/replay.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import { readAll } from "../../../core/importers/read-all.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { decode } from "../../support/import-text.ts";
import { LONG } from "../../support/long.ts";

// Real transcripts, where they exist: the folder is not part of the project.
const FOLDER = process.env["ULLAGE_SAMPLES"] ?? join(import.meta.dirname, "../../../../shared/samples");
const MOST_BYTES = 5_000_000;

/** Profiles under which short sessions too are managed. */
const PROFILES: readonly ProfileInput[] = [
  {
    policies: [
      { kind: "offload", thresholdTokens: 1000, maxResultBytes: 20_000, maxTotalBytes: 60_000, tailLines: 3 },
      { kind: "summarize", trigger: { tokens: 8000 }, keepRecent: 4, maxSummaryTokens: 300 },
    ],
  },
  { policies: [{ kind: "spill", spillBytes: 2000, headBytes: 300, tailBytes: 300 }] },
  {
    policies: [
      { kind: "runtime-limit", maxBytes: 9000 },
      { kind: "paging", thresholdBytes: 2000, pageBytes: 900 },
    ],
  },
  {
    policies: [
      { kind: "clear-tool-uses", triggerTokens: 3000, keep: 1 },
      { kind: "respond-limit", maxResponseBytes: 3000 },
    ],
  },
];

function threadsOf(file: string): readonly Thread[] {
  try {
    return readAll(readFileSync(file), decode, file).threads.slice(0, 2);
  } catch {
    return [];
  }
}

/** Previews that were looked at: none would mean that nothing was tried. */
let previews = 0;

/** Every preview of a step must be what its bytes give. */
function previewsThatDiffer(run: Run, step: number): string[] {
  const { to } = run.stepAt(step).view;
  return Array.from({ length: to }, (_, index) => previewReport(run, step, index))
    .flatMap(({ parts, index }) => parts.map((part) => ({ index, part, at: ++previews })))
    .filter(({ part }) => !part.verdict.holds)
    .map(({ index, part }) => `message ${index}: ${JSON.stringify(part.verdict)}`);
}

/** A line that a request holds must be visible in it when it is asked for. */
function linesNotSeen(run: Run, step: number): string[] {
  const texts = requestAt(run, step)
    .messages.flatMap(textsOf)
    .filter((text) => text.trim() !== "");
  const lines = [texts[0], texts.at(-1)].flatMap(
    (text) => text?.split("\n").find((line) => line.length > 5) ?? [],
  );
  return lines
    .map((line) => line.slice(0, 40))
    .filter((line) => !askWindow(run, step, line).visible.some(({ from, to }) => step >= from && step <= to));
}

function checkStep(run: Run, step: number): void {
  expect(previewsThatDiffer(run, step)).toEqual([]);
  const inserted = requestAt(run, step).messages.some(({ id }) => id.includes(":no-result:"));
  if (!inserted) expect(linesNotSeen(run, step)).toEqual([]);
  const { stores, dangling } = storeReport(run, step);
  for (const { path } of dangling) expect(readBack(run, step, path).isError).toBe(true);
  for (const { live, bound } of stores) {
    expect(bound === undefined || bound.held <= bound.value).toBe(true);
    for (const { path } of live.slice(0, 5)) expect(readBack(run, step, path).isError, path).toBe(false);
  }
  const summary = summaryReport(run, step);
  for (const { total, kept, sent, lost } of summary.survival) expect(kept + sent + lost).toBe(total);
  expect(find(run, step, parseFind("kind:tool").terms).total).toBe(
    run.recording.thread.messages.filter(({ role }) => role === "tool").length,
  );
  expect(wireReport(run, step, "anthropic").bytes).toBeGreaterThan(0);
}

describe.skipIf(!existsSync(FOLDER))("real transcripts", () => {
  const files = globSync("**/*.{json,jsonl,traj}", { cwd: FOLDER }).filter(
    (file) => statSync(join(FOLDER, file)).size <= MOST_BYTES,
  );
  test.each(files)("%s is asked everything, and its answers agree", LONG, (file) => {
    for (const thread of threadsOf(join(FOLDER, file)))
      for (const input of PROFILES) {
        const { profile } = checkProfile(input);
        if (!profile) throw new Error("a profile has errors");
        const run = replay(thread, profile);
        for (const step of new Set([1, Math.ceil(run.stepCount / 2), run.stepCount]))
          if (step >= 1 && step <= run.stepCount) checkStep(run, step);
      }
  });
  test("previews were among them", () => {
    expect(previews).toBeGreaterThan(100);
  });
});
