import { useCurrent } from "../../data/current.tsx";
import { formatCount, formatShare, formatShort } from "../../widgets/quantity.tsx";
import { Tooltip } from "../../widgets/tooltip.tsx";

/** Raw against outgoing tokens of the step, and what is saved. */
export function Totals() {
  const { stepRow, run } = useCurrent();
  if (!stepRow || !run.run) return <div className="totals totals--empty" aria-hidden="true" />;
  const { raw, request } = stepRow;
  const share = raw.tokens === 0 ? 0 : 1 - request.tokens / raw.tokens;
  const words = `Step ${stepRow.step}: ${formatCount(raw.tokens)} tokens raw, ${formatCount(request.tokens)} outgoing. Estimated, ${run.run.profile.tokenCounter}.`;
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
        <span className="visually-hidden">. {words}</span>
      </button>
    </Tooltip>
  );
}
