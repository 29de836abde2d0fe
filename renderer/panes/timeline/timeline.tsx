import type { ShownRun } from "../../../core/contract/step-columns.ts";
import { useCurrent } from "../../data/current.tsx";
import { type TimelineView, useLayoutState } from "../../state/layout.ts";
import { PaneHeader } from "../../widgets/pane-header.tsx";
import { Segments } from "../../widgets/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { LaneFilter } from "./lane-filter.tsx";
import { Legend } from "./legend.tsx";
import { TimeChart } from "./time-chart.tsx";
import { TimelineTable } from "./timeline-table.tsx";
import { WeightList } from "./weight-list.tsx";
import "./timeline.css";

const VIEWS = [
  { value: "time", label: "Time" },
  { value: "weight", label: "Weight" },
  { value: "table", label: "Table" },
] as const;

const MODES = [
  { value: "absolute", label: "Tokens" },
  { value: "share", label: "Share" },
] as const;

/** The context of every step, by category, with what the policies did. */
export function Timeline() {
  const { run } = useCurrent();
  const { timelineView, timelineMode, set } = useLayoutState((state) => state);
  const drawn = run.run !== undefined && run.run.steps.length > 0;
  return (
    <section className="timeline" aria-label="Timeline">
      <PaneHeader
        title="Timeline"
        about={<About run={run.run} view={timelineView} />}
        middle={drawn && timelineView !== "weight" ? <Legend run={run.run as ShownRun} /> : null}
      >
        {drawn && timelineView === "time" ? <LaneFilter /> : null}
        {timelineView === "time" ? (
          <Segments
            label="Scale"
            options={MODES}
            value={timelineMode}
            onChange={(mode) => set({ timelineMode: mode })}
          />
        ) : null}
        <Segments
          label="Shown as"
          options={VIEWS}
          value={timelineView}
          onChange={(view) => set({ timelineView: view })}
        />
      </PaneHeader>
      <Content view={timelineView} />
    </section>
  );
}

function About({ run, view }: { readonly run: ShownRun | undefined; readonly view: TimelineView }) {
  if (!run) return null;
  const what = view === "weight" ? "of each message over all requests" : "of each outgoing request";
  const title = `Tokens ${what}, estimated with the counter ${run.profile.tokenCounter}`;
  return <span title={title}>est. tokens, {run.profile.tokenCounter}</span>;
}

function Content({ view }: { readonly view: TimelineView }) {
  const { run, step, steps, outline } = useCurrent();
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
      <View view={view} run={run.run} step={step} />
    </div>
  );
}

interface ViewProps {
  readonly view: TimelineView;
  readonly run: ShownRun;
  readonly step: number | undefined;
}

function View({ view, run, step }: ViewProps) {
  const { outline } = useCurrent();
  switch (view) {
    case "time":
      return <TimeChart run={run} />;
    case "weight":
      return outline.data ? <WeightList run={run.run} outline={outline.data} /> : null;
    case "table":
      return <TimelineTable run={run} step={step} />;
  }
}
