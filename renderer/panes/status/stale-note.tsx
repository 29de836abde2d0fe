import { useCurrent } from "../../data/current.tsx";
import { Icon } from "../../widgets/icon.tsx";

/** Above the columns while they show another run than the draft's, because that one failed. */
export function StaleNote() {
  const { run } = useCurrent();
  if (!run.error || !run.run) return null;
  return (
    <div className="stale-note" role="status">
      <Icon name="warning" size={14} />
      <span className="stale-note__text">
        The columns and the timeline still show the last profile that ran. {run.error.message}
      </span>
    </div>
  );
}
