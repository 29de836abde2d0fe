import { useCurrent } from "../../data/current.tsx";
import type { RunQuery } from "../../data/use-run.ts";
import { Icon } from "../../widgets/icon.tsx";

/** Above the columns while they show another run than the draft's, or one that stopped on its way. */
export function StaleNote() {
  const { run } = useCurrent();
  const text = noteOf(run);
  if (text === undefined) return null;
  return (
    <div className="stale-note" role="status">
      <Icon name="warning" size={14} />
      <span className="stale-note__text">{text}</span>
    </div>
  );
}

function noteOf({ run, error }: RunQuery): string | undefined {
  if (!run) return undefined;
  if (error) return `The columns and the timeline still show the last profile that ran. ${error.message}`;
  if (run.failed) return `The run stopped at step ${run.failed.step}: ${run.failed.message}`;
  return undefined;
}
