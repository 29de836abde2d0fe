import type { Side } from "../../state/selection.ts";
import type { Band } from "../../widgets/virtual-list/virtual-list.tsx";
import { HEADER_HEIGHT } from "./header.tsx";
import type { RowActions } from "./row-actions.ts";
import type { AlignedRows } from "./rows.ts";
import { SummaryRowView } from "./summary-row.tsx";

interface SummaryBandProps {
  readonly rows: AlignedRows;
  /** Id of the row's element. */
  readonly id: string;
  readonly counter: string;
  /** The side that is selected, if the summary is. */
  readonly selected: Side | undefined;
  readonly actions: RowActions;
  readonly onFold: () => void;
  /** Goes to the first row after the covered ones. */
  readonly onSkip: (row: number) => void;
}

/** The summary's row, in sight for as long as one of the messages is that it covers; none where nothing is covered. */
export function summaryBands(props: SummaryBandProps): Band[] {
  const { rows, id, counter, selected, actions, onFold } = props;
  const { from, to } = rows.coveredRows;
  const row = from < to ? rows.at(from) : undefined;
  if (row?.kind !== "summary") return [];
  const content = (
    <div
      className="columns__sticky"
      role="row"
      id={id}
      aria-rowindex={from + 2}
      aria-selected={selected !== undefined}
      style={{ top: HEADER_HEIGHT }}
    >
      <SummaryRowView
        at={from}
        row={row}
        counter={counter}
        selected={selected}
        actions={actions}
        onFold={onFold}
        onSkip={() => props.onSkip(Math.min(to, rows.count - 1))}
      />
    </div>
  );
  return [{ key: "summary", from, to, content }];
}
