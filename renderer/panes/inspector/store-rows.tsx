import type { ReactNode } from "react";
import type { StoreRow } from "../../../core/model/run-answers.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatBytes, formatCount, plural } from "../../widgets/quantity.tsx";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";
import { StepLink } from "./event-card.tsx";
import { MessageButton } from "./message-button.tsx";

const ROW_HEIGHT = 58;
/** Up to this many rows are drawn as they are; more scroll in a box of their own. */
const PLAIN_ROWS = 12;
/** References that are named one by one. */
const NAMED = 3;

const LEFT: ReadonlyMap<string, string> = new Map([
  ["evicted", "evicted: the store was over its bound"],
  ["summary-covers", "dropped: a summary covers the result that named it"],
  ["restored", "gone: restored to before a blocked turn"],
  ["replaced", "replaced: the call was run again"],
]);

function References({ indices }: { readonly indices: readonly number[] }) {
  if (indices.length === 0) return <span className="store__none">nobody points at it</span>;
  return (
    <span>
      named by{" "}
      {indices.slice(0, NAMED).map((index) => (
        <MessageButton key={index} index={index} />
      ))}
      {indices.length > NAMED ? ` and ${formatCount(indices.length - NAMED)} more` : null}
    </span>
  );
}

function Path({ row }: { readonly row: StoreRow }) {
  return (
    <code className="store__path" title={row.path.slice(0, 400)}>
      <PlainText text={row.path.slice(-120)} />
    </code>
  );
}

function Sizes({ row }: { readonly row: StoreRow }) {
  const cut = row.storedBytes < row.bytes;
  return (
    <span
      className="number"
      title={`${formatCount(row.storedBytes)} of ${formatCount(row.bytes)} bytes kept`}
    >
      {formatBytes(row.storedBytes)}
      {cut ? <span className="muted"> of {formatBytes(row.bytes)}</span> : null}
    </span>
  );
}

function Live({ row, step }: { readonly row: StoreRow; readonly step: number }) {
  return (
    <div className="store__row" data-victim={row.nextVictim}>
      <div className="store__line">
        <Path row={row} />
        {row.nextVictim ? (
          <span className="store__victim" title="The oldest: it leaves first when the bound is reached">
            next to go
          </span>
        ) : null}
        <Sizes row={row} />
      </div>
      <div className="store__line store__line--small">
        <span className="muted">
          {row.step === 0 ? (
            "from the start state"
          ) : (
            <>
              since <StepLink step={row.step} /> {plural(Math.max(0, step - row.step), "step")} old
            </>
          )}
        </span>
        <References indices={row.references} />
      </div>
    </div>
  );
}

function Left({ row }: { readonly row: StoreRow }) {
  const because = row.leftBecause ?? "";
  return (
    <div className="store__row" data-pointed={row.references.length > 0}>
      <div className="store__line">
        <Path row={row} />
        <Sizes row={row} />
      </div>
      <div className="store__line store__line--small">
        <span className="muted">
          {row.leftAtStep === undefined ? null : <StepLink step={row.leftAtStep} />}{" "}
          {LEFT.get(because) ?? because}
          {row.because?.detail?.because === undefined
            ? ""
            : `, for event ${formatCount(row.because.detail.because)}`}
        </span>
        <References indices={row.references} />
      </div>
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly StoreRow[];
  readonly label: string;
  readonly draw: (row: StoreRow) => ReactNode;
}

function Rows({ rows, label, draw }: RowsProps) {
  if (rows.length <= PLAIN_ROWS) {
    return (
      <ul aria-label={label}>
        {rows.map((row, at) => (
          <li key={at}>{draw(row)}</li>
        ))}
      </ul>
    );
  }
  return (
    <div className="store__rows">
      <VirtualList
        count={rows.length}
        estimate={() => ROW_HEIGHT}
        keyOf={String}
        container={{ role: "list", "aria-label": label, tabIndex: 0 }}
        row={(at) => ({ role: "listitem", "aria-setsize": rows.length, "aria-posinset": at + 1 })}
        render={(at) => {
          const row = rows[at];
          return row ? draw(row) : null;
        }}
      />
    </div>
  );
}

/** What a store holds, the oldest first. */
export function LiveRows({ rows, step }: { readonly rows: readonly StoreRow[]; readonly step: number }) {
  if (rows.length === 0) return <p className="muted store__empty">Nothing is in it at this step.</p>;
  return <Rows rows={rows} label="In the store" draw={(row) => <Live row={row} step={step} />} />;
}

/** What left a store up to this step, and who still points at it. */
export function LeftRows({ rows, count }: { readonly rows: readonly StoreRow[]; readonly count: number }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h4 className="inspector__heading">
        Left the store{rows.length < count ? `: the newest ${rows.length} of ${formatCount(count)}` : null}
      </h4>
      <Rows rows={rows} label="Left the store" draw={(row) => <Left row={row} />} />
    </>
  );
}
