import { useCurrent } from "../../data/current.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { useAfter } from "../../widgets/use-after.ts";

/** How the run stands: running, of the draft, or of an earlier one because the draft cannot run. */
export function RunStatus() {
  const { transcript, run } = useCurrent();
  if (!transcript) return null;
  if (run.error) {
    return (
      <span className="run-status run-status--error" role="status" title={run.error.message}>
        <Icon name="warning" size={12} />
        {run.run ? "Shown: the last profile that ran" : "The run failed"}
      </span>
    );
  }
  if (run.loading) return <Running key={run.run?.run ?? "first"} />;
  return (
    <span className="run-status" role="status">
      <Icon name="check" size={12} />
      Up to date
    </span>
  );
}

/** Silent at first: most runs are over before one could read it. */
function Running() {
  const late = useAfter(200);
  return (
    <span className="run-status" role="status">
      <span className={`run-status__dot${late ? " run-status__dot--busy" : ""}`} />
      {late ? "Running…" : "Up to date"}
    </span>
  );
}
