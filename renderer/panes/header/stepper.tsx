import { commands } from "../../commands/registry.ts";
import { useCurrent } from "../../data/current.tsx";
import { IconButton } from "../../widgets/button.tsx";
import { Keys } from "../../widgets/keys.tsx";
import { formatCount } from "../../widgets/quantity.tsx";
import { Tooltip } from "../../widgets/tooltip.tsx";

/** Where in the thread one is, and the way to the steps around it. */
export function Stepper() {
  const { step, steps, stepRow, outline } = useCurrent();
  const turn = stepRow?.turn ?? turnOf(step, outline.data);
  return (
    <div className="stepper" role="group" aria-label="Step">
      <IconButton
        icon="back"
        label="Previous step"
        keys={<Keys combination="[" />}
        small
        disabled={step === undefined || step <= 1}
        onClick={() => commands.run("step.previous")}
      />
      <Tooltip text="Go to a step" keys={<Keys combination="g" />}>
        <button type="button" className="stepper__where number" onClick={() => commands.run("step.go")}>
          step <b>{step === undefined ? "…" : formatCount(step)}</b> / {formatCount(steps)}
          {turn === undefined ? null : <span className="stepper__turn">, turn {formatCount(turn)}</span>}
        </button>
      </Tooltip>
      <IconButton
        icon="forward"
        label="Next step"
        keys={<Keys combination="]" />}
        small
        disabled={step === undefined || step >= steps}
        onClick={() => commands.run("step.next")}
      />
    </div>
  );
}

function turnOf(
  step: number | undefined,
  outline: ReturnType<typeof useCurrent>["outline"]["data"],
): number | undefined {
  const at = step === undefined ? undefined : outline?.steps[step - 1];
  return at === undefined ? undefined : outline?.messages.turnOf(at);
}
