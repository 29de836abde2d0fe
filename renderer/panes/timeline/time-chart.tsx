import { useMemo } from "react";
import type { LanePlace } from "../../../core/contract/rows.ts";
import type { ShownRun } from "../../../core/contract/step-columns.ts";
import { useCurrent } from "../../data/current.tsx";
import { useFindState } from "../../state/find.ts";
import { useLayoutState } from "../../state/layout.ts";
import { selection, useSelection } from "../../state/selection.ts";
import type { ChartData } from "../../widgets/chart/chart-data.ts";
import { Minimap } from "../../widgets/chart/minimap.tsx";
import { plotInset, StackedChart } from "../../widgets/chart/stacked-chart.tsx";
import { zoomed } from "../../widgets/chart/zoomed.ts";
import { formatCount, formatShort } from "../../widgets/quantity.tsx";
import { chartData } from "./chart-data.ts";
import { foundStrip } from "./markers.ts";
import { StepTooltip } from "./step-tooltip.tsx";
import { useShownLanes } from "./use-shown-lanes.ts";
import { useThresholds } from "./thresholds.ts";
import { useZoomCommands } from "./use-zoom-commands.ts";
import { scaleZoom, showSpan, useSpan } from "./zoom.ts";

/** With fewer steps than this all of them are easily seen at once. */
const MINIMAP_FROM = 24;

/** A run as the chart draws it, with the lanes that lie beside it. */
function useChartData(run: ShownRun): { data: ChartData; lanes: readonly LanePlace[] | undefined } {
  const { outline } = useCurrent();
  const lanes = useShownLanes();
  const { hiddenCategories, hiddenLines } = useLayoutState((state) => state);
  const drawn = useMemo(
    () => chartData(run, outline.data, { hiddenCategories, hiddenLines, lanes }),
    [run, outline.data, hiddenCategories, hiddenLines, lanes],
  );
  const found = useFindState((state) => state.steps);
  const data = useMemo(
    () => (found.length === 0 ? drawn : { ...drawn, strips: [...drawn.strips, ...foundStrip(found)] }),
    [drawn, found],
  );
  return { data, lanes };
}

/** The stack of each step in time, and below it all steps in little. */
export function TimeChart({ run }: { readonly run: ShownRun }) {
  const { outline, step, run: query } = useCurrent();
  const mode = useLayoutState((state) => state.timelineMode);
  const pinned = useSelection((state) => state.pinned);
  const steps = run.steps.length;
  const { data: all, lanes } = useChartData(run);
  const span = useSpan(steps);
  const data = useMemo(
    () => (span.from === 0 && span.to === steps ? all : zoomed(all, span)),
    // A span is told apart by its ends: it is another object each time.
    // oxlint-disable-next-line react/exhaustive-deps
    [all, span.from, span.to, steps],
  );
  useZoomCommands(steps);
  const row = step === undefined ? undefined : run.steps.at(step - 1);
  const said = row
    ? `step ${row.step} of ${steps}, ${formatCount(row.request.tokens)} of ${formatCount(row.raw.tokens)} tokens sent, estimated`
    : "no step";
  return (
    <div className="time-chart">
      <div className="time-chart__stack">
        <StackedChart
          data={data}
          total={steps}
          thresholds={useThresholds(run)}
          mode={mode}
          label="Step"
          formatValue={formatShort}
          selected={step === undefined ? undefined : step - 1 - span.from}
          selectedText={said}
          pinned={pinned === undefined ? undefined : pinned - 1 - span.from}
          onSelect={(at) => selection.getState().goToStep(at + 1 + span.from)}
          describe={(at) => (
            <StepTooltip run={run} outline={outline.data} at={at + span.from} pinned={pinned} lanes={lanes} />
          )}
          dimmed={query.error !== undefined}
          onScale={(by, around) => scaleZoom(by, steps, around + span.from + 0.5)}
        />
      </div>
      {steps < MINIMAP_FROM ? null : (
        <div className="time-chart__minimap" data-zoomed={data !== all}>
          <Minimap
            data={all}
            span={span}
            selected={step === undefined ? undefined : step - 1}
            inset={plotInset(data, mode)}
            labels={{ group: "Minimap", from: "First step shown", to: "Last step shown" }}
            describe={(at) => `step ${at + 1} of ${steps}`}
            onZoom={(next) => showSpan(next, steps)}
          />
        </div>
      )}
    </div>
  );
}
