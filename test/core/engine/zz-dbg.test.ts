import fc from "fast-check";
import { test } from "vitest";
import { replay } from "../../../core/engine/replay.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { calmThread } from "../../support/random-thread.ts";
test("dbg", () => {
  const threads = fc.sample(calmThread, { numRuns: 8, seed: 3 });
  for (const t of threads) {
    const run = replay(t, checkProfile({ policies: [{ kind: "clear-tool-uses", triggerTokens: 1500, keep: 2, clearAtLeast: 300, clearToolInputs: true }] }).profile as never);
    console.log(run.stepCount, run.stretches.map((s) => s.kind === "quiet" ? `q${s.steps.from}-${s.steps.to}${s.record(s.steps.from).view.cleared ? "C" : ""}` : `p${s.steps.length}`).join(" "), run.happenings.filter((e) => e.action === "cleared").length, run.recording.figures.nextRepair[0]);
  }
});
