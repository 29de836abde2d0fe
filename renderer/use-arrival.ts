import { useEffect } from "react";
import { useCurrent } from "./data/current.tsx";
import { arrivalStep } from "./data/telling-step.ts";
import { selection, UNCHOSEN, useSelection } from "./state/selection.ts";

/** Brings a thread that is opened for the first time to the step that says most, once its run is there. */
export function useArrival(): void {
  const { run } = useCurrent();
  const open = useSelection((state) => state.step === UNCHOSEN && state.transcript !== undefined);
  const step = arrivalStep(run);
  useEffect(() => {
    if (!open || step === undefined) return;
    // Somebody may have chosen a step since this was drawn.
    const { step: chosen, goToStep } = selection.getState();
    if (chosen === UNCHOSEN) goToStep(step);
  }, [open, step]);
}
