import type { Side } from "../../state/selection.ts";
import { formatCount } from "../../widgets/quantity.tsx";
import { RoleIcon } from "../../widgets/role-icon.tsx";
import { CellLines, Excerpt, MessageHead, MoreLinks, PairButtons } from "./cell.tsx";
import type { FixedRow, InsertedMessageRow, MessageRow, Row } from "./row.ts";
import type { RowActions } from "./row-actions.ts";
import { DispositionChip, SentCell } from "./sent-cell.tsx";
import { Sizes } from "./sizes.tsx";

interface SideProps {
  readonly row: Row;
  readonly counter: string;
  readonly actions: RowActions;
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
          {row.raw.calls ? (
            <MoreLinks
              links={[
                {
                  label: "definition",
                  title: "Go to the definitions of the tools",
                  onGo: () => actions.jump({ special: "tools" }, "raw"),
                },
              ]}
            />
          ) : null}
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

/** The left side of a row: what was recorded. */
export function RawSide({ row, actions, counter }: SideProps) {
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
    case "turn":
    case "summary":
      return null;
  }
}

/** The right side of a row: what is sent. */
export function SentSide({ row, actions, counter }: SideProps) {
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
          onJumpToSummary={() => actions.jump({ special: "summary" }, "sent")}
          onOpenStored={() => actions.openStored(row.index)}
        />
      );
    case "inserted":
      return <InsertedSide row={row} counter={counter} />;
    case "divider":
    case "turn":
    case "summary":
      return null;
  }
}
