import type { Run } from "../engine/run.ts";
import type { PriceTable } from "../model/price.ts";
import type { ThreadOutline } from "../model/rows.ts";
import type { Thread } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import { type Attribution, attributionOf } from "./attribution.ts";
import { runCost, type RunCost, type StepCost } from "./cost.ts";
import { outlineOf } from "./outline.ts";
import { stepRows } from "./run-view.ts";

/** What a step and its whole run cost (derived). `step` is null for one that the run did not come to. */
export interface MoneyReport extends Omit<RunCost, "steps"> {
  readonly step: StepCost | null;
  readonly steps: number;
}

const outlines = new WeakMap<Thread, ThreadOutline>();

/** The outline of a run's thread, made once: every step asks for it. */
function wholeOutline({ recording: { thread } }: Run): ThreadOutline {
  const known = outlines.get(thread) ?? outlineOf(thread, 0);
  outlines.set(thread, known);
  return known;
}

/** What a step of a run costs by a table of prices, and all steps together. */
export function moneyReport(run: Run, step: number, table: PriceTable): MoneyReport {
  const { steps, ...sums } = runCost(stepRows(run), wholeOutline(run).messages, table);
  return { ...sums, step: steps[step - 1] ?? null, steps: steps.length };
}

/** What a provider reported of a recorded step: against the estimate, and as it stands. */
export interface ReportedStep {
  readonly attribution: Attribution;
  readonly usage: Usage;
}

/** The provider's figures of the recorded step; null where it reported no input. */
export function reportedStep(run: Run, step: number): ReportedStep | null {
  const { thread } = run.recording;
  const attribution = attributionOf(wholeOutline(run), stepRows(run), step);
  const usage = thread.meta?.[stepRows(run)[step - 1]?.message ?? -1]?.usage;
  return attribution && usage ? { attribution, usage } : null;
}
