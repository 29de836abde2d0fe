import { selection, type StepSpan, useSelection } from "../../state/selection.ts";
import { fitSpan, moveSpan, scaleSpan, type Span } from "../../widgets/chart/zoomed.ts";

/** The positions that a timeline of so many steps shows. */
export function spanOf(zoom: StepSpan | undefined, steps: number): Span {
  return zoom && steps > 0 ? fitSpan({ from: zoom.from - 1, to: zoom.to }, steps) : { from: 0, to: steps };
}

/** Shows these positions; all of them is no zoom. */
export function showSpan(span: Span | undefined, steps: number): void {
  const all = !span || (span.from <= 0 && span.to >= steps);
  selection.getState().zoomTo(all ? undefined : { from: span.from + 1, to: span.to });
}

/** The positions that the timeline shows now. */
export function useSpan(steps: number): Span {
  return spanOf(
    useSelection((state) => state.zoom),
    steps,
  );
}

/** Shows more (by > 1) or fewer steps around a position; around the chosen step unless told. */
export function scaleZoom(by: number, steps: number, around?: number): void {
  const { zoom, step } = selection.getState();
  const span = spanOf(zoom, steps);
  const chosen = step - 1 >= span.from && step - 1 < span.to ? step - 0.5 : (span.from + span.to) / 2;
  showSpan(scaleSpan(span, by, around ?? chosen, steps), steps);
}

/** Moves what is shown by a share of its own length. */
export function panZoom(share: number, steps: number): void {
  const span = spanOf(selection.getState().zoom, steps);
  showSpan(moveSpan(span, Math.round((span.to - span.from) * share), steps), steps);
}
