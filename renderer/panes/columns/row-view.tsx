import { type MouseEvent, memo, type ReactNode } from "react";
import type { MessageAddress } from "../../../core/contract/run-view.ts";
import type { Side } from "../../state/selection.ts";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import { Icon } from "../../widgets/icon.tsx";
import { formatCount } from "../../widgets/quantity.tsx";
import { RoleIcon } from "../../widgets/role-icon.tsx";
import { CellLines, Excerpt, MessageHead, PairButtons } from "./cell.tsx";
import { Gutter } from "./gutter.tsx";
import { OpenBodies } from "./open-bodies.tsx";
import type { FixedRow, InsertedMessageRow, MessageRow, Row } from "./row.ts";
import { DispositionChip, SentCell } from "./sent-cell.tsx";
import { Sizes } from "./sizes.tsx";

/** What can be done with a row. The object stays the same, so that rows that did not change are not drawn again. */
export interface RowActions {
  select(row: number, side: Side): void;
  toggle(row: number): void;
  jump(address: MessageAddress, side: Side): void;
  inspect(row: number, side: Side): void;
}

export interface RowViewProps {
  readonly at: number;
  readonly row: Row;
  readonly counter: string;
  /** The side that is selected, if this row is. */
  readonly selected: Side | undefined;
  readonly open: boolean;
  readonly actions: RowActions;
}

interface CellBoxProps {
  readonly side: Side;
  readonly selected: boolean;
  readonly state?: string | undefined;
  readonly onSelect: (() => void) | undefined;
  readonly onInspect: (() => void) | undefined;
  readonly children: ReactNode;
}

/** One side of a row. The keys are the grid's: a cell alone is never focused. */
export function CellBox({ side, selected, state, onSelect, onInspect, children }: CellBoxProps) {
  const click = (event: MouseEvent) => {
    // A button in the cell has an action of its own, and a click that ends a selection of text is none.
    const onButton = event.target instanceof Element && event.target.closest("button") !== null;
    const selecting = getSelection()?.isCollapsed === false && event.detail === 1;
    if (!onButton && !selecting) onSelect?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus
    <div
      role="gridcell"
      aria-selected={selected}
      className="columns__cell"
      data-side={side}
      data-state={state}
      onClick={click}
      onDoubleClick={onInspect}
    >
      {children}
    </div>
  );
}

function FixedSide({
  row,
  side,
  counter,
}: {
  readonly row: FixedRow;
  readonly side: Side;
  readonly counter: string;
}) {
  const size = side === "raw" ? row.raw : row.sent;
  const system = row.kind === "system";
  const label = system ? "System prompt" : "Tools";
  const text = system ? "Sent with every request" : row.names.slice(0, 40).join(", ").slice(0, 200);
  return (
    <CellLines
      head={
        <>
          <span className="columns__role" data-role={row.kind}>
            <RoleIcon role={row.kind} />
            {label}
          </span>
          {row.names.length > 0 ? <span className="columns__index number">{row.names.length}</span> : null}
        </>
      }
      text={
        <span className="muted">{size ? text : system ? "None was recorded" : "None were recorded"}</span>
      }
      sizes={size ? <Sizes size={size} counter={side === "raw" ? "chars4" : counter} /> : null}
    />
  );
}

function InsertedSide({ row, counter }: { readonly row: InsertedMessageRow; readonly counter: string }) {
  return (
    <CellLines
      head={
        <>
          <span className="columns__role" data-role="tool">
            <RoleIcon role="engine" />
            Result
          </span>
          <DispositionChip disposition="repaired" />
        </>
      }
      text={<span className="columns__change">Put in: no result of this call was recorded</span>}
      sizes={<Sizes size={row.inserted} counter={counter} />}
    />
  );
}

function RawMessage({ row, actions }: { readonly row: MessageRow; readonly actions: RowActions }) {
  return (
    <CellLines
      head={
        <>
          <MessageHead message={row.raw} index={row.index} />
          <PairButtons message={row.raw} onJump={(index) => actions.jump({ index }, "raw")} />
        </>
      }
      text={<Excerpt message={row.raw} />}
      sizes={<Sizes size={row.raw} counter="chars4" />}
    />
  );
}

function LiftedFrom({ row, actions }: { readonly row: MessageRow; readonly actions: RowActions }) {
  return (
    <p className="columns__absent">
      Message {formatCount(row.index + 1)}, the newest of the user’s{" "}
      <button
        type="button"
        tabIndex={-1}
        className="columns__link"
        onClick={() => actions.jump({ index: row.index }, "raw")}
      >
        go there
      </button>
    </p>
  );
}

function RawSide({ row, actions, counter }: Pick<RowViewProps, "row" | "actions" | "counter">) {
  switch (row.kind) {
    case "system":
    case "tools":
      return <FixedSide row={row} side="raw" counter={counter} />;
    case "message":
    case "answer":
      return <RawMessage row={row} actions={actions} />;
    case "lifted":
      return <LiftedFrom row={row} actions={actions} />;
    case "inserted":
    case "divider":
    case "summary":
      return null;
  }
}

function SentSide({ row, actions, counter }: Pick<RowViewProps, "row" | "actions" | "counter">) {
  switch (row.kind) {
    case "system":
    case "tools":
      return <FixedSide row={row} side="sent" counter={counter} />;
    case "message":
    case "lifted":
    case "answer":
      return (
        <SentCell
          row={row}
          counter={counter}
          onJumpToLifted={() => actions.jump({ index: row.index }, "sent")}
        />
      );
    case "inserted":
      return <InsertedSide row={row} counter={counter} />;
    case "divider":
    case "summary":
      return null;
  }
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
    >
      <Icon name="down" size={12} />
    </button>
  );
}

/** One row: the raw message, the ribbon, the outgoing form. */
export const RowView = memo(function RowView(props: RowViewProps) {
  const { at, row, selected, open, actions } = props;
  if (row.kind === "divider") return <Divider step={row.step} />;
  const state = sentState(row);
  const cell = (side: Side) => ({
    side,
    selected: selected === side,
    onSelect: () => actions.select(at, side),
    onInspect: () => actions.inspect(at, side),
  });
  const toggle = <ToggleButton open={open} onToggle={() => actions.toggle(at)} />;
  return (
    <div className="columns__row" data-kind={row.kind} data-sent={state} data-open={open}>
      <CellBox {...cell("raw")} state={state === "covered" || state === "lifted" ? "covered" : undefined}>
        {toggleSide(row) === "raw" ? toggle : null}
        <RawSide {...props} />
        {open ? <OpenBodies row={row} side="raw" onOpen={() => actions.inspect(at, "raw")} /> : null}
      </CellBox>
      <Gutter row={row} />
      <CellBox {...cell("sent")} state={tint(row) ?? state}>
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
