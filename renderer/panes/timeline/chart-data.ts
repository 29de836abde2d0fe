import type { LanePlace } from "../../../core/contract/rows.ts";
import { CATEGORIES, type Category, type ThresholdLine } from "../../../core/contract/run-view.ts";
import type { ShownRun, StepTable } from "../../../core/contract/step-columns.ts";
import { CATEGORY_LOOKS } from "../../data/vocabulary.ts";
import type { TimelineLine } from "../../state/layout.ts";
import type { ChartData, ChartLine, GaugeStrip, LineDash } from "../../widgets/chart/chart-data.ts";
import { formatCount } from "../../widgets/quantity.tsx";
import { laneStrip, markerStrips, type Placed } from "./markers.ts";

/** A line over the stack, and how it is drawn. */
export interface TotalLine {
  readonly id: TimelineLine;
  readonly label: string;
  readonly colour: string;
  readonly dash: LineDash;
  /** One sentence about it. */
  readonly means: string;
}

/** The total lines over the stack. */
export const TOTAL_LINES: readonly TotalLine[] = [
  {
    id: "raw",
    label: "Raw",
    colour: "var(--text-3)",
    dash: "dashed",
    means: "What the request would be without any policy",
  },
  { id: "outgoing", label: "Outgoing", colour: "var(--text)", dash: "solid", means: "The outgoing request" },
  {
    id: "recent",
    label: "Keep recent",
    colour: "var(--disp-summarised)",
    dash: "dotted",
    means: "What a summary at this step would keep beside itself: the fixed parts and the recent messages",
  },
  {
    id: "messages",
    label: "Messages",
    colour: "var(--disp-paged)",
    dash: "dash-dot",
    means: "Messages of the request as the trigger counts them, on the scale at the right",
  },
];

/** The run's threshold that is held against the count of messages; a profile has at most one that acts. */
export function messageLine({ lines }: Pick<ShownRun, "lines">): ThresholdLine | undefined {
  return lines.find(({ counted }) => counted !== undefined);
}

/** `38 of 40`: the messages that the trigger counted at a step, from 0, and its value; undefined in a run without. */
export function countedText(run: Pick<ShownRun, "lines">, at: number): string | undefined {
  const line = messageLine(run);
  return line && `${formatCount(line.counted?.[at] ?? 0)} of ${formatCount(line.value)}`;
}

/** The lines that a run has. */
export function linesOf(run: ShownRun): readonly TotalLine[] {
  const recent = some(run.steps, (at) => run.steps.recent(at) !== undefined);
  const messages = messageLine(run) !== undefined;
  return TOTAL_LINES.filter(({ id }) => (id === "recent" ? recent : id !== "messages" || messages));
}

/** The categories that occur in a run, in stacking order. */
export function occurring(run: ShownRun): readonly Category[] {
  return CATEGORIES.filter((_, category) => some(run.steps, (at) => run.steps.category(at, category) > 0));
}

function some(steps: StepTable, holds: (at: number) => boolean): boolean {
  for (let at = 0; at < steps.length; at++) if (holds(at)) return true;
  return false;
}

/** What of a run is drawn. */
export interface Drawn {
  readonly hiddenCategories: readonly Category[];
  readonly hiddenLines: readonly TimelineLine[];
  readonly lanes?: readonly LanePlace[] | undefined;
}

/** A run as the chart draws it. */
export function chartData(
  run: ShownRun,
  outline: Placed | undefined,
  { hiddenCategories, hiddenLines, lanes }: Drawn,
): ChartData {
  const shown = occurring(run).filter((category) => !hiddenCategories.includes(category));
  const places = shown.map((category) => CATEGORIES.indexOf(category));
  return {
    count: run.steps.length,
    series: shown.map((category) => ({ id: category, ...CATEGORY_LOOKS[category] })),
    value: (at, series) => run.steps.category(at, places[series] ?? 0),
    lines: linesOf(run)
      .filter((line) => !hiddenLines.includes(line.id))
      .map((line) => chartLine(run, line)),
    strips: [...markerStrips(run.steps, outline), ...laneStrip(outline, lanes)],
    gauges: run.steps.length > 1 ? [cacheGauge(run)] : [],
  };
}

function chartLine(run: ShownRun, { id, label, colour, dash }: TotalLine): ChartLine {
  const { steps } = run;
  const line = { id, label, colour, dash };
  switch (id) {
    case "raw":
      return { ...line, value: (at) => steps.rawTokens(at), loose: true };
    case "recent":
      return { ...line, value: (at) => steps.recent(at) ?? 0 };
    case "messages": {
      const counted = messageLine(run)?.counted;
      return { ...line, value: (at) => counted?.[at] ?? 0, scale: "second" };
    }
    default:
      return { ...line, value: (at) => steps.tokens(at) };
  }
}

/** How much of each request a provider's cache can hold from the one before, and where that breaks off. */
function cacheGauge({ steps }: ShownRun): GaugeStrip {
  return {
    id: "cache",
    label: "cache",
    colour: "var(--cat-thinking)",
    breakColour: "var(--danger)",
    share(at) {
      const tokens = steps.tokens(at);
      return tokens > 0 ? steps.prefixTokens(at) / tokens : 0;
    },
    breaks: (at) => steps.breakReason(at) !== null,
  };
}
