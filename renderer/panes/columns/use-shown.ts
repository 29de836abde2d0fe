import { useMemo, useState } from "react";
import type { RequestLayout, RunStepRow } from "../../../core/contract/run-view.ts";
import type { ShownRun } from "../../../core/contract/step-columns.ts";
import { useCurrent } from "../../data/current.tsx";
import type { Outline } from "../../data/message-table.ts";
import { useLayout } from "../../data/queries.ts";
import { useSelection } from "../../state/selection.ts";

/** An outline, a run and a layout that belong together. */
export interface Shown {
  readonly outline: Outline;
  readonly run: ShownRun;
  readonly layout: RequestLayout;
  readonly stepRow: RunStepRow;
  /** The pinned step of the same run, where it is another one. */
  readonly pinned?: RunStepRow | undefined;
}

function together(
  outline: Outline | undefined,
  run: ShownRun | undefined,
  layout: RequestLayout | undefined,
): Shown | undefined {
  if (!outline || !run || !layout || layout.run !== run.run) return undefined;
  if (run.transcript !== outline.transcript || run.thread !== outline.thread.id) return undefined;
  const stepRow = run.steps.at(layout.step - 1);
  return stepRow && { outline, run, layout, stepRow };
}

function same(a: Shown | undefined, b: Shown): boolean {
  return a?.outline === b.outline && a.run === b.run && a.layout === b.layout;
}

/**
 * What the columns show. While the next layout or run is under way the last one of the same thread stays, and is
 * never mixed with parts of another.
 */
export function useShown() {
  const { outline, run, place } = useCurrent();
  const layout = useLayout(place);
  const [held, setHeld] = useState<Shown>();
  const fresh = layout.stale ? undefined : together(outline.data, run.run, layout.data);
  const kept = held?.outline === outline.data ? held : undefined;
  const shown = fresh && !same(kept, fresh) ? fresh : kept;
  if (shown !== held) setHeld(shown);
  const error = outline.error ?? run.error ?? layout.error;
  const retry = outline.error ? outline.retry : run.error ? run.retry : layout.retry;
  const pinned = useSelection((state) => state.pinned);
  const other = pinned === shown?.stepRow.step ? undefined : shown?.run.steps.at((pinned ?? 0) - 1);
  const whole = useMemo(() => shown && { ...shown, pinned: other }, [shown, other]);
  return { shown: whole, stale: !fresh || run.stale, error, retry };
}
