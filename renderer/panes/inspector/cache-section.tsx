import { cacheWords } from "../../../core/analysis/cache-words.ts";
import type { MessageAddress, Parting } from "../../../core/contract/run-view.ts";
import { useCurrent } from "../../data/current.tsx";
import { useLayout } from "../../data/queries.ts";
import { selection } from "../../state/selection.ts";
import { visualOrder } from "../../state/visual-order.ts";
import { formatCount, formatDelta, formatShare } from "../../widgets/quantity.tsx";
import { Pair } from "./reported-section.tsx";
import type { TokensProps } from "./tokens-tab.tsx";

/** What the first difference lies in. */
function divergenceOf({
  place,
  at,
}: Parting): { readonly label: string; readonly to: MessageAddress } | null {
  switch (place) {
    case "end":
      return null;
    case "tools":
    case "reader":
      return { label: "the tool definitions", to: { special: "tools" } };
    case "system":
      return { label: "the system prompt", to: { special: "system" } };
    case "summary":
      return { label: "the summary", to: { special: "summary" } };
    case "lifted":
    case "history":
      return { label: `message ${formatCount(at + 1)}`, to: { index: at } };
  }
}

function go(to: MessageAddress): void {
  selection.getState().select(to, "sent");
  visualOrder()?.reveal(to);
}

/** Tokens of a request that no cache has from the one before. */
function anewOf({ cache, request }: TokensProps["row"]): number {
  return Math.max(0, request.tokens - cache.prefixTokens);
}

/** What of the request a provider can read from its cache, where that ends and why. */
export function CacheSection({ row, other }: TokensProps) {
  const { place } = useCurrent();
  const { data, stale } = useLayout(place);
  const parting = stale ? undefined : data?.parting;
  const { prefixTokens, breakReason } = row.cache;
  const prefix = Math.min(prefixTokens, row.request.tokens);
  const share = row.request.tokens === 0 ? 0 : prefix / row.request.tokens;
  return (
    <section aria-label="Cache">
      <h3 className="tokens__title">
        Cache <span className="muted">derived from estimates</span>
      </h3>
      <div className="tokens__strip" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <dl className="tokens__pairs number">
        <Pair
          label="Shared with the request before"
          value={`${formatCount(prefix)} (${formatShare(share)})`}
        />
        <Pair label="To be read anew" value={formatCount(row.request.tokens - prefix)} />
        {other ? (
          <Pair
            label={`Δ step ${formatCount(other.step)}`}
            value={formatDelta(anewOf(row) - anewOf(other))}
          />
        ) : null}
      </dl>
      {parting ? <Divergence parting={parting} reason={breakReason} /> : null}
      {parting === null ? (
        <p className="tokens__note">The first request: nothing was sent before it.</p>
      ) : null}
    </section>
  );
}

function Divergence({ parting, reason }: { readonly parting: Parting; readonly reason: string | null }) {
  const found = divergenceOf(parting);
  return (
    <>
      <p className="tokens__note">
        {found ? (
          <>
            First difference:{" "}
            <button type="button" className="inspector__link" onClick={() => go(found.to)}>
              {found.label}
            </button>
            , as {reason}.
          </>
        ) : (
          "It begins with the whole of the request before."
        )}
      </p>
      <dl className="tokens__words">
        {cacheWords(parting).map(({ provider, says }) => (
          <div key={provider}>
            <dt>{provider}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
