import { type FormEvent, useState } from "react";
import { useCurrent } from "../../data/current.tsx";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { Button } from "../../widgets/button.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { formatCount } from "../../widgets/quantity.tsx";

/** Takes a step's number and goes there. */
export function GoToStep() {
  const shown = useOverlay();
  const close = () => overlay.getState().show(undefined);
  return (
    <Dialog open={shown?.kind === "go-to-step"} onClose={close} title="Go to step" width={320}>
      <Form close={close} />
    </Dialog>
  );
}

function Form({ close }: { readonly close: () => void }) {
  const { step, steps } = useCurrent();
  const [typed, setTyped] = useState("");
  const value = Number(typed);
  const fits = /^\d+$/.test(typed.trim()) && value >= 1 && value <= steps;
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (!fits) return;
    close();
    selection.getState().goToStep(value);
  };
  return (
    <form className="go-to" onSubmit={go}>
      <input
        className="field number"
        inputMode="numeric"
        data-first
        aria-label={`Step, from 1 to ${steps}`}
        aria-invalid={typed !== "" && !fits}
        placeholder={String(step ?? 1)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <span className="muted number">of {formatCount(steps)}</span>
      <Button type="submit" tone="primary" disabled={!fits}>
        Go
      </Button>
    </form>
  );
}
