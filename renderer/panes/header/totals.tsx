import type { RunStepRow } from "../../../core/contract/run-view.ts";
import { useCurrent } from "../../data/current.tsx";
import { useOtherRow } from "../../data/use-other-row.ts";
import { useSelection } from "../../state/selection.ts";
import { formatCount, formatDelta, formatShare, formatShort } from "../../widgets/quantity.tsx";
import { Tooltip } from "../../widgets/tooltip.tsx";

type Sums = Pick<RunStepRow, "step" | "raw" | "request">;

/** `Against step 5: +1,200 raw, −300 outgoing.` */
function against(now: Sums, pinned: Sums): string {
  const raw = formatDelta(now.raw.tokens - pinned.raw.tokens);
  const sent = formatDelta(now.request.tokens - pinned.request.tokens);
  return ` Against step ${formatCount(pinned.step)}: ${raw} raw, ${sent} outgoing.`;
}

/** How much larger the request is than that of the pinned step. */
function Delta({ now, pinned }: { readonly now: Sums; readonly pinned: Sums }) {
  const by = now.request.tokens - pinned.request.tokens;
  return (
    <span className="totals__delta">
      Δ{formatCount(pinned.step)} {by < 0 ? "−" : "+"}
      {formatShort(Math.abs(by))}
    </span>
  );
}

/** Raw against outgoing tokens of the step, what is saved, and the difference to the pinned step. */
export function Totals() {
  const { stepRow, run } = useCurrent();
  const pinned = useOtherRow(useSelection((state) => state.pinned));
  if (!stepRow || !run.run) return <div className="totals totals--empty" aria-hidden="true" />;
  const { raw, request } = stepRow;
  const share = raw.tokens === 0 ? 0 : 1 - request.tokens / raw.tokens;
  const words = `Step ${stepRow.step}: ${formatCount(raw.tokens)} tokens raw, ${formatCount(request.tokens)} outgoing. Estimated, ${run.run.profile.tokenCounter}.${pinned ? against(stepRow, pinned) : ""}`;
  return (
    <Tooltip text={words}>
      <button type="button" className="totals number" data-stale={run.stale || undefined}>
        <span className="totals__figure">
          <span className="muted">raw</span> {formatShort(raw.tokens)}
        </span>
        <span className="muted">→</span>
        <span className="totals__figure">
          <span className="muted">out</span> <b>{formatShort(request.tokens)}</b>
        </span>
        <span className={`totals__saving${share > 0.0005 ? " totals__saving--some" : ""}`}>
          {share > 0 ? "−" : share < 0 ? "+" : ""}
          {formatShare(Math.abs(share))}
        </span>
        {pinned ? <Delta now={stepRow} pinned={pinned} /> : null}
        <span className="visually-hidden">. {words}</span>
      </button>
    </Tooltip>
  );
}
