import type { ReactNode } from "react";
import type { RunStepRow } from "../../../core/contract/run-view.ts";
import { IconButton } from "../../widgets/button.tsx";
import { Keys } from "../../widgets/keys.tsx";
import {
  Bytes,
  formatCount,
  formatDelta,
  formatShare,
  formatShort,
  plural,
} from "../../widgets/quantity.tsx";

/** Height in pixels of the columns' header. */
export const HEADER_HEIGHT = 44;

interface TotalsProps {
  readonly title: ReactNode;
  readonly counter: string;
  readonly of: Amounts;
  /** The same of the pinned step. */
  readonly pinned: (Amounts & { readonly step: number }) | undefined;
}

interface Amounts {
  readonly messages: number;
  readonly tokens: number;
  readonly bytes: number;
}

function Totals({ title, counter, of, pinned }: TotalsProps) {
  return (
    <div className="columns__totals">
      <h2 className="columns__title ellipsis">{title}</h2>
      <p className="columns__sums number ellipsis">
        <span className="columns__count">{plural(of.messages, "message")} · </span>
        <b title={`${formatCount(of.tokens)} tokens, estimated (${counter})`}>{formatShort(of.tokens)} tok</b>
        <span className="columns__weight">
          {" "}
          · <Bytes value={of.bytes} />
        </span>
        {pinned ? (
          <span
            className="columns__delta"
            title={`Against step ${formatCount(pinned.step)}: ${formatDelta(of.messages - pinned.messages)} messages, ${formatDelta(of.tokens - pinned.tokens)} tokens, ${formatDelta(of.bytes - pinned.bytes)} bytes`}
          >
            Δ{formatCount(pinned.step)} {of.tokens < pinned.tokens ? "−" : "+"}
            {formatShort(Math.abs(of.tokens - pinned.tokens))}
          </span>
        ) : null}
      </p>
    </div>
  );
}

/** How much smaller the request is than the history that it is made from. */
function Saved({ raw, request }: Pick<RunStepRow, "raw" | "request">) {
  if (raw.tokens === 0 || raw.tokens === request.tokens) return null;
  const share = (raw.tokens - request.tokens) / raw.tokens;
  return (
    <span
      className={share > 0 ? "columns__saving" : "columns__saving columns__saving--more"}
      title={`${formatCount(Math.abs(raw.tokens - request.tokens))} tokens ${share > 0 ? "fewer" : "more"} than raw history`}
    >
      {share > 0 ? "−" : "+"}
      {formatShare(Math.abs(share))}
    </span>
  );
}

interface HeaderProps {
  readonly step: RunStepRow;
  /** The step that the figures are compared with. */
  readonly pinned: RunStepRow | undefined;
  readonly counter: string;
  readonly stale: boolean;
  readonly pinnedToEnd: boolean;
  readonly foldedTurns: boolean;
  readonly onFoldTurns: () => void;
  readonly onPinToEnd: () => void;
}

/** The totals of both columns; stays in sight. */
export function ColumnsHeader(props: HeaderProps) {
  const { step, pinned, counter, stale, pinnedToEnd, foldedTurns, onPinToEnd, onFoldTurns } = props;
  const other = (side: "raw" | "request") => pinned && { ...pinned[side], step: pinned.step };
  return (
    <div
      className="columns__header"
      role="row"
      aria-rowindex={1}
      style={{ height: HEADER_HEIGHT }}
      data-stale={stale}
    >
      <div role="columnheader" className="columns__header-cell">
        <Totals title="Raw history" counter={counter} of={step.raw} pinned={other("raw")} />
        <IconButton
          small
          icon="turns"
          label={foldedTurns ? "Show every message" : "Fold the turns"}
          keys={<Keys combination="u" />}
          pressed={foldedTurns}
          onClick={onFoldTurns}
        />
      </div>
      <div className="columns__gutter" role="presentation" />
      <div role="columnheader" className="columns__header-cell">
        <Totals
          title={
            <>
              Outgoing<span className="columns__title-word"> request</span>, step {formatCount(step.step)}
            </>
          }
          counter={counter}
          of={step.request}
          pinned={other("request")}
        />
        <Saved raw={step.raw} request={step.request} />
        <IconButton
          small
          icon="end"
          label={pinnedToEnd ? "Stays at the end of the request" : "Stay at the end of the request"}
          keys={<Keys combination="e" />}
          pressed={pinnedToEnd}
          onClick={onPinToEnd}
        />
      </div>
    </div>
  );
}
