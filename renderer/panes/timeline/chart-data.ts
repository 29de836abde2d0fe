import type { ThreadOutline } from "../../../core/contract/rows.ts";
import { CATEGORIES, type Category, type RunView } from "../../../core/contract/run-view.ts";
import { CATEGORY_LOOKS } from "../../data/vocabulary.ts";
import type { ChartData, ChartLine } from "../../widgets/chart/chart-data.ts";
import { markerStrips } from "./markers.ts";

/** The total lines over the stack. */
export const TOTAL_LINES = [
  { id: "raw", label: "Raw", colour: "var(--text-3)" },
  { id: "outgoing", label: "Outgoing", colour: "var(--text)" },
] as const;

/** The categories that occur in a run, in stacking order. */
export function occurring(run: RunView): readonly Category[] {
  return CATEGORIES.filter((_, at) => run.steps.some((step) => (step.categories[at] ?? 0) > 0));
}

/** A run as the chart draws it. */
export function chartData(
  run: RunView,
  outline: ThreadOutline | undefined,
  hiddenCategories: readonly Category[],
  hiddenLines: readonly string[],
): ChartData {
  const shown = occurring(run).filter((category) => !hiddenCategories.includes(category));
  const places = shown.map((category) => CATEGORIES.indexOf(category));
  return {
    count: run.steps.length,
    series: shown.map((category) => ({ id: category, ...CATEGORY_LOOKS[category] })),
    value: (at, series) => run.steps[at]?.categories[places[series] ?? -1] ?? 0,
    lines: totalLines(run).filter((line) => !hiddenLines.includes(line.id)),
    strips: markerStrips(run.steps, outline),
  };
}

function totalLines(run: RunView): ChartLine[] {
  const [raw, outgoing] = TOTAL_LINES;
  return [
    { ...raw, dashed: true, loose: true, value: (at) => run.steps[at]?.raw.tokens ?? 0 },
    { ...outgoing, value: (at) => run.steps[at]?.request.tokens ?? 0 },
  ];
}
