import type { StepTable } from "../../core/contract/step-columns.ts";
import type { RunState } from "./run-driver.ts";

/**
 * The step, from 1, that says most of a run: the first whose request is not raw history, else the last. Undefined for
 * a run without steps.
 */
export function tellingStep(steps: Pick<StepTable, "length" | "rawTokens" | "tokens">): number | undefined {
  for (let at = 0; at < steps.length; at++) if (steps.tokens(at) !== steps.rawTokens(at)) return at + 1;
  return steps.length > 0 ? steps.length : undefined;
}

/** The step at which a thread is opened for the first time; undefined until its run, or its failure, tells. */
export function arrivalStep({ run, stale, error }: RunState): number | undefined {
  if (run && !stale) return tellingStep(run.steps) ?? 1;
  return error ? 1 : undefined;
}
