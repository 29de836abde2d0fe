import { useMemo } from "react";
import type { RunView } from "../../../core/contract/run-view.ts";
import { useCurrent } from "../../data/current.tsx";
import { useLayoutState } from "../../state/layout.ts";
import { selection, useSelection } from "../../state/selection.ts";
import { IconButton } from "../../widgets/button.tsx";
import { StackedChart } from "../../widgets/chart/stacked-chart.tsx";
import { PaneHeader } from "../../widgets/pane-header.tsx";
import { formatCount, formatShort } from "../../widgets/quantity.tsx";
import { Segments } from "../../widgets/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { chartData } from "./chart-data.ts";
import { Legend } from "./legend.tsx";
import { StepTooltip } from "./step-tooltip.tsx";
import { useThresholds } from "./thresholds.ts";
import { TimelineTable } from "./timeline-table.tsx";
import "./timeline.css";

const MODES = [
  { value: "absolute", label: "Tokens" },
  { value: "share", label: "Share" },
] as const;

/** The context of every step, by category, with what the policies did. */
export function Timeline() {
  const { run } = useCurrent();
  const { timelineMode, timelineTable, set, toggle } = useLayoutState((state) => state);
  return (
    <section className="timeline" aria-label="Timeline">
      <PaneHeader
        title="Timeline"
        about={<About run={run.run} />}
        middle={run.run && run.run.steps.length > 0 ? <Legend run={run.run} /> : null}
      >
        <Segments
          label="Scale"
          options={MODES}
          value={timelineMode}
          onChange={(mode) => set({ timelineMode: mode })}
        />
        <IconButton
          icon={timelineTable ? "chart" : "table"}
          label={timelineTable ? "Show as a chart" : "Show as a table"}
          small
          onClick={() => toggle("timelineTable")}
        />
      </PaneHeader>
      <Content />
    </section>
  );
}

function About({ run }: { readonly run: RunView | undefined }) {
  if (!run) return null;
  const title = `Tokens of each outgoing request, estimated with the counter ${run.profile.tokenCounter}`;
  return <span title={title}>est. tokens, {run.profile.tokenCounter}</span>;
}

function Content() {
  const { run, step, steps, outline } = useCurrent();
  const table = useLayoutState((state) => state.timelineTable);
  if (outline.error)
    return <ErrorState title="The lane cannot be read" error={outline.error} onRetry={outline.retry} />;
  if (outline.data && steps === 0) {
    return (
      <EmptyState title="No steps in this lane">
        It holds no message of the assistant, so nothing was ever sent.
      </EmptyState>
    );
  }
  if (!run.run && run.error)
    return <ErrorState title="The run failed" error={run.error} onRetry={run.retry} />;
  if (!run.run) return <Skeleton rows={3} label="Running the profile" />;
  return (
    <div className="timeline__plot">
      {table ? <TimelineTable run={run.run} step={step} /> : <Chart run={run.run} />}
    </div>
  );
}

function Chart({ run }: { readonly run: RunView }) {
  const { outline, step, run: query } = useCurrent();
  const { timelineMode, hiddenCategories, hiddenLines } = useLayoutState((state) => state);
  const pinned = useSelection((state) => state.pinned);
  const data = useMemo(
    () => chartData(run, outline.data, hiddenCategories, hiddenLines),
    [run, outline.data, hiddenCategories, hiddenLines],
  );
  const row = step === undefined ? undefined : run.steps[step - 1];
  const said = row
    ? `step ${row.step} of ${run.steps.length}, ${formatCount(row.request.tokens)} of ${formatCount(row.raw.tokens)} tokens sent, estimated`
    : "no step";
  return (
    <StackedChart
      data={data}
      thresholds={useThresholds(run)}
      mode={timelineMode}
      label="Step"
      formatValue={formatShort}
      selected={step === undefined ? undefined : step - 1}
      selectedText={said}
      pinned={pinned === undefined ? undefined : pinned - 1}
      onSelect={(at) => selection.getState().goToStep(at + 1)}
      describe={(at) => <StepTooltip run={run} outline={outline.data} at={at} />}
      dimmed={query.error !== undefined}
    />
  );
}
