import type { ReactNode } from "react";
import { useCurrent } from "../../data/current.tsx";
import type { RunPlace } from "../../data/queries.ts";
import { useOtherRow } from "../../data/use-other-row.ts";
import { useSelection } from "../../state/selection.ts";
import { formatCount } from "../../widgets/quantity.tsx";

/**
 * The pinned step, to ask of it what is asked of the shown one; undefined where none is pinned, at that step itself,
 * and in a run that does not have it.
 *
 * Held against it are all figures of the shown step: the header's total, the columns' headers, the timeline's tooltip,
 * table and weights, and in the inspector the form and size of the message (Why), the summary, the diff, categories,
 * reported input, cache and money, the stores, the body for a provider, and what a search finds that asks of a request
 * (`is:`). Not held against it is what a step does not change:
 * - before and after of a decision, and the parts of a preview: they are of the one act that made them;
 * - the ledger of a step: what happened in it, not an amount;
 * - other searches, and the answer to a text that is asked for: they are of all steps at once;
 * - the sums at the bottom, the ground truth, a message over its lifetime, what the drawer tells: of the whole run.
 * And rows and chips of the columns are not, each by itself: there are thousands, and Why tells it of the chosen one.
 */
export function usePinnedPlace(): RunPlace | undefined {
  const { place } = useCurrent();
  const row = useOtherRow(useSelection((state) => state.pinned));
  return place && row && { run: place.run, step: row.step };
}

interface DeltaProps {
  /** The pinned step. */
  readonly step: number;
  /** The same in full. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A difference to the pinned step. */
export function Delta({ step, title, children }: DeltaProps) {
  return (
    <span className="inspector__delta number" title={title}>
      Δ{formatCount(step)} {children}
    </span>
  );
}
