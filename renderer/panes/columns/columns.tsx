import { useCurrent } from "../../data/current.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { ColumnsView } from "./columns-view.tsx";
import { useShown } from "./use-shown.ts";
import "./columns.css";

/** Raw history beside the outgoing request of the step, row by row. */
export function Columns() {
  const { transcript, outline, steps, run } = useCurrent();
  const { shown, stale, error, retry } = useShown();
  if (!transcript) {
    return (
      <EmptyState icon="columns" title="No transcript is open">
        Open one from the library, or drop a file onto the window.
      </EmptyState>
    );
  }
  if (error && !shown)
    return <ErrorState title="The request cannot be shown" error={error} onRetry={retry} />;
  if (outline.data && steps === 0) {
    return (
      <EmptyState icon="columns" title="This lane has no steps">
        It holds no assistant message, so no request was ever made from it.
      </EmptyState>
    );
  }
  if (!shown)
    return <Skeleton rows={8} label={run.loading ? "Running the profile" : "Loading the request"} />;
  return (
    <ColumnsView key={`${shown.outline.transcript}/${shown.outline.thread.id}`} shown={shown} stale={stale} />
  );
}
