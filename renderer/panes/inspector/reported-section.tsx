import { useReported } from "../../data/run-queries.ts";
import { formatCount, formatDelta, formatShare } from "../../widgets/quantity.tsx";
import { Skeleton } from "../../widgets/state-view.tsx";
import type { TokensProps } from "./tokens-tab.tsx";

/** The provider's own figure for the recorded step beside the estimate of what was sent then. */
export function ReportedSection({ run, place, other }: TokensProps) {
  const { data, stale } = useReported(place);
  const before = useReported(other && { run: place.run, step: other.step });
  if (data === undefined || stale) return <Skeleton rows={3} />;
  const found = data?.attribution;
  const usage = data?.usage;
  const compared = before.stale ? undefined : before.data?.attribution?.reported;
  return (
    <section aria-label="Estimate against reported">
      <h3 className="tokens__title">Estimate against reported</h3>
      {found ? (
        <>
          <dl className="tokens__pairs number">
            <Pair label="Reported input, recorded request" value={formatCount(found.reported)} />
            {other && compared !== undefined ? (
              <Pair
                label={`Δ step ${formatCount(other.step)}`}
                value={formatDelta(found.reported - compared)}
              />
            ) : null}
            <Pair
              label={`Estimated of it, ${run.profile.tokenCounter}`}
              value={formatCount(found.estimated)}
            />
            <Pair
              label="Not attributed"
              value={`${formatDelta(found.rest)} (${formatShare(found.rest / Math.max(1, found.reported))})`}
            />
            {usage?.cacheRead === undefined ? null : (
              <Pair label="Reported from cache" value={formatCount(usage.cacheRead)} />
            )}
            {usage?.output === undefined ? null : (
              <Pair label="Reported output" value={formatCount(usage.output)} />
            )}
          </dl>
          <p className="tokens__note">The rest may be: {found.causes.join("; ")}.</p>
          {found.doubt === undefined ? null : (
            <p className="tokens__note">The reported figure is doubtful: {found.doubt}.</p>
          )}
        </>
      ) : (
        <p className="tokens__note">The recording reports no input tokens for this step.</p>
      )}
    </section>
  );
}

/** A figure with its name. */
export function Pair({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="tokens__pair">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
