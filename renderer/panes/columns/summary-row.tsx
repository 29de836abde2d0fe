import type { Side } from "../../state/selection.ts";
import { Button } from "../../widgets/button.tsx";
import { formatCount, formatShare, plural } from "../../widgets/quantity.tsx";
import { RoleIcon } from "../../widgets/role-icon.tsx";
import { CellLines } from "./cell.tsx";
import { RiverMouth } from "./gutter.tsx";
import type { SummaryRow } from "./row.ts";
import { CellBox } from "./cell-box.tsx";
import type { RowActions } from "./row-actions.ts";
import { DispositionChip } from "./sent-cell.tsx";
import { Sizes } from "./sizes.tsx";

/** Height in pixels of the summary's row. */
export const SUMMARY_HEIGHT = 64;

/** `stands for 132 messages, 1,900 of 94,000 tokens (2 %)`. */
export function standsFor(row: SummaryRow): string {
  const { covered, from, to } = row;
  const of = from.tokens ?? 0;
  const part = of > 0 ? (to.tokens ?? 0) / of : 0;
  const share = of > 0 ? ` (${part < 0.001 ? "under 0.1 %" : formatShare(part)})` : "";
  return `stands for ${plural(covered, "message")}, ${formatCount(to.tokens ?? 0)} of ${formatCount(of)} tokens${share}`;
}

interface SummaryRowProps {
  readonly at: number;
  readonly row: SummaryRow;
  readonly counter: string;
  readonly selected: Side | undefined;
  readonly actions: RowActions;
  readonly onFold: () => void;
  readonly onSkip: () => void;
}

function Covered({ row, onFold, onSkip }: Pick<SummaryRowProps, "row" | "onFold" | "onSkip">) {
  return (
    <CellLines
      head={
        <span className="columns__role">
          {row.coveredEnd === 1 ? "Message 1" : `Messages 1–${formatCount(row.coveredEnd)}`}
        </span>
      }
      text={
        <span className="columns__covered-actions">
          <Button small tone="quiet" tabIndex={-1} onClick={onFold}>
            {row.folded ? "Unfold" : "Fold"}
          </Button>
          {row.folded ? null : (
            <Button small tone="quiet" tabIndex={-1} title="Skip to what is sent" onClick={onSkip}>
              Skip<span className="columns__long"> to what is sent</span>
            </Button>
          )}
        </span>
      }
      sizes={<Sizes size={row.from} counter="chars4" />}
    />
  );
}

/** The head of the covered messages: it stays in sight for as long as one of them does. */
export function SummaryRowView(props: SummaryRowProps) {
  const { at, row, selected, actions, counter } = props;
  const cell = (side: Side) => ({
    side,
    selected: selected === side,
    onSelect: () => actions.select(at, side),
    onInspect: () => actions.inspect(at, side),
  });
  return (
    <div
      className="columns__row columns__row--summary"
      style={{ height: SUMMARY_HEIGHT }}
      data-kind="summary"
    >
      <CellBox {...cell("raw")} state="covered">
        <Covered row={row} onFold={props.onFold} onSkip={props.onSkip} />
      </CellBox>
      <div className="columns__gutter" role="presentation">
        <RiverMouth height={SUMMARY_HEIGHT} folded={row.folded} />
      </div>
      <CellBox {...cell("sent")} state="summarised">
        <CellLines
          head={
            <>
              <span className="columns__role" data-role="summary">
                <RoleIcon role="summary" />
                Summary
              </span>
              <DispositionChip disposition="summarised" />
            </>
          }
          text={
            <span className="columns__change" title={standsFor(row)}>
              {standsFor(row)}
            </span>
          }
          sizes={<Sizes size={row.to} counter={counter} />}
        />
      </CellBox>
    </div>
  );
}
