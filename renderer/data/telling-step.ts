import type { RunStepRow } from "../../core/contract/run-view.ts";

/**
 * The step, from 1, that says most of a run: the first whose request is not raw history, else the last. Undefined for
 * a run without steps.
 */
export function tellingStep(steps: readonly RunStepRow[]): number | undefined {
  const managed = steps.find(({ raw, request }) => request.tokens !== raw.tokens);
  return (managed ?? steps.at(-1))?.step;
}
