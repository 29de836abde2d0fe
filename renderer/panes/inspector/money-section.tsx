import { lifetimeCost } from "../../../core/analysis/cost.ts";
import type { MoneyReport } from "../../../core/analysis/money-report.ts";
import { priceOf } from "../../../core/model/price.ts";
import { useMoney } from "../../data/run-queries.ts";
import { usePrices } from "../../data/prices.ts";
import { useWeights } from "../../data/queries.ts";
import { useSelection } from "../../state/selection.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, formatMoney, formatShare, plural } from "../../widgets/quantity.tsx";
import { Skeleton } from "../../widgets/state-view.tsx";
import { PriceEditor } from "./price-editor.tsx";
import { Pair } from "./reported-section.tsx";
import type { TokensProps } from "./tokens-tab.tsx";

/** How many messages are weighed for the one that is chosen. */
const MOST = 100_000;

/** What the step and the run cost, against no management, by a table of prices that can be edited. */
export function MoneySection({ run, place, model, other }: TokensProps) {
  const prices = usePrices();
  const { table } = prices;
  const costs = useMoney(place, table).data;
  const before = useMoney(other && { ...place, step: other.step }, table).data?.step?.cost;
  if (!costs) return <Skeleton rows={5} />;
  const { step } = costs;
  const money = (value: number | null | undefined) =>
    value === null || value === undefined ? "no price" : formatMoney(value, table.currency);
  return (
    <section aria-label="Money">
      <h3 className="tokens__title">
        Money <span className="muted">derived from estimates and prices</span>
      </h3>
      <dl className="tokens__pairs number">
        <Pair label="This step" value={money(step?.cost)} />
        {other && typeof before === "number" && typeof step?.cost === "number" ? (
          <Pair
            label={`Δ step ${formatCount(other.step)}`}
            value={`${step.cost < before ? "−" : "+"}${money(Math.abs(step.cost - before))}`}
          />
        ) : null}
        <Pair label="This step without management" value={money(step?.unmanaged)} />
        <Pair label={`All ${plural(costs.steps, "step")}`} value={money(costs.cost)} />
        <Pair label="All without management" value={money(costs.unmanaged)} />
        <Pair label="Saved" value={savedOf(costs, table.currency)} />
      </dl>
      <Lifetime run={run.run} model={model} />
      <Model model={step?.model} unpriced={costs.unpriced} />
      <PriceEditor prices={prices} />
    </section>
  );
}

function savedOf({ cost, unmanaged }: MoneyReport, currency: string): string {
  const saved = unmanaged - cost;
  if (unmanaged === 0) return formatMoney(0, currency);
  return `${formatMoney(saved, currency)} (${formatShare(saved / unmanaged)})`;
}

function Model({ model, unpriced }: { readonly model: string | undefined; readonly unpriced: number }) {
  return (
    <p className="tokens__note">
      {model === undefined ? (
        "The recording names no model for this step: the row for any model counts."
      ) : (
        <>
          Model: <PlainText text={model.slice(0, 100)} />.
        </>
      )}{" "}
      The prefix is taken to be in the cache still, and the rest to be written to it.
      {unpriced > 0 ? ` ${plural(unpriced, "step")} without a price count nothing.` : ""}
    </p>
  );
}

/** What the chosen message cost over all requests that sent it. */
function Lifetime({ run, model }: Pick<TokensProps, "model"> & { readonly run: string }) {
  const chosen = useSelection((state) => state.message);
  const index = chosen && "index" in chosen ? chosen.index : undefined;
  const weights = useWeights(index === undefined ? undefined : run, MOST);
  const { table } = usePrices();
  const price = priceOf(table, model);
  if (index === undefined)
    return <p className="tokens__note">Choose a message for what it cost over all requests.</p>;
  if (!weights.data || weights.stale) return <p className="tokens__note">Weighing message {index + 1} …</p>;
  const weight = weights.data.rows.find((row) => row.index === index);
  if (!weight) return <p className="tokens__note">Message {formatCount(index + 1)} was never sent.</p>;
  const cost = price ? formatMoney(lifetimeCost(weight, price), table.currency) : "no price";
  return (
    <dl className="tokens__pairs number">
      <Pair
        label={`Message ${formatCount(index + 1)} over its lifetime`}
        value={`${cost}, ${formatCount(weight.tokens)} tok in ${plural(weight.requests, "request")}`}
      />
    </dl>
  );
}
