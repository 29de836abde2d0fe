import { memo } from "react";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import type { Side } from "../../state/selection.ts";
import { formatCount } from "../../widgets/quantity.tsx";
import { CellBox } from "./cell-box.tsx";
import { Gutter } from "./gutter.tsx";
import { OpenBodies } from "./open-bodies.tsx";
import type { Row } from "./row.ts";
import type { RowActions } from "./row-actions.ts";
import { RawSide, SentSide } from "./row-sides.tsx";
import { TurnRowView } from "./turn-row.tsx";

export interface RowViewProps {
  readonly at: number;
  readonly row: Row;
  readonly counter: string;
  /** The side that is selected, if this row is. */
  readonly selected: Side | undefined;
  readonly open: boolean;
  /** A search that is under way found its message. */
  readonly found: boolean;
  readonly actions: RowActions;
}

/** The state of the right side of a row, for its colours. */
function sentState(row: Row): string | undefined {
  if (row.kind === "inserted") return "repaired";
  if (!("sent" in row) || row.sent === null || !("state" in row.sent)) return undefined;
  const { sent } = row;
  return sent.state === "sent" ? sent.disposition : sent.state;
}

function tint(row: Row): string | undefined {
  const state = sentState(row);
  return state !== undefined && Object.hasOwn(DISPOSITION_LOOKS, state) ? state : undefined;
}

/** Whether the words of the row's message are still to come. */
function isBare(row: Row): boolean {
  return "raw" in row && row.raw !== null && "bare" in row.raw;
}

/** The side that the button which opens a row stands on: the one that has something to show. */
function toggleSide(row: Row): Side {
  return row.kind === "inserted" || row.kind === "lifted" ? "sent" : "raw";
}

function ToggleButton({ open, onToggle }: { readonly open: boolean; readonly onToggle: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="columns__toggle"
      aria-expanded={open}
      aria-label={open ? "Close this row" : "Open this row"}
      title={open ? "Close (Space)" : "Open here (Space)"}
      onClick={onToggle}
    />
  );
}

/** One row: the raw message, the ribbon, the outgoing form. */
export const RowView = memo(function RowView(props: RowViewProps) {
  const { at, row, selected, open, found, actions } = props;
  if (row.kind === "divider") return <Divider step={row.step} />;
  if (row.kind === "turn") return <TurnRowView {...props} row={row} />;
  const state = sentState(row);
  const cell = (side: Side) => ({
    side,
    selected: selected === side,
    onSelect: () => actions.select(at, side),
    onInspect: () => actions.inspect(at, side),
  });
  const toggle = <ToggleButton open={open} onToggle={() => actions.toggle(at)} />;
  return (
    <div
      className="columns__row"
      data-kind={row.kind}
      data-sent={state}
      data-open={open}
      data-found={found}
      data-bare={isBare(row) || undefined}
    >
      <CellBox {...cell("raw")} state={state === "covered" || state === "lifted" ? "covered" : undefined}>
        {toggleSide(row) === "raw" ? toggle : null}
        <RawSide {...props} />
        {open ? <OpenBodies row={row} side="raw" onOpen={() => actions.inspect(at, "raw")} /> : null}
      </CellBox>
      <Gutter row={row} />
      <CellBox
        {...cell("sent")}
        state={tint(row) ?? state}
        label={state === "covered" ? "The summary stands for it" : undefined}
      >
        {toggleSide(row) === "sent" ? toggle : null}
        <SentSide {...props} />
        {open ? <OpenBodies row={row} side="sent" onOpen={() => actions.inspect(at, "sent")} /> : null}
      </CellBox>
    </div>
  );
});

function Divider({ step }: { readonly step: number }) {
  return (
    <div className="columns__divider" role="gridcell" aria-colspan={2}>
      <span>End of the request. The answer of step {formatCount(step)}:</span>
    </div>
  );
}
