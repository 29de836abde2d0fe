import type { RunStepRow } from "../../core/contract/run-view.ts";
import { useCurrent } from "./current.tsx";

/** The row of another step, from 1, in the run that is shown; undefined without one, and of the step that is shown. */
export function useOtherRow(other: number | undefined): RunStepRow | undefined {
  const { run, step } = useCurrent();
  return other === undefined || other === step ? undefined : run.run?.steps.at(other - 1);
}
