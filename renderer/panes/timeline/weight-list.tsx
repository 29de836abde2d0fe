import { lifetimeCost } from "../../../core/analysis/cost.ts";
import type { OutlineMessage } from "../../../core/contract/rows.ts";
import { type PriceTable, priceOf } from "../../../core/model/price.ts";
import type { MessageWeight, RunWeights } from "../../../core/model/weights.ts";
import type { Outline } from "../../data/message-table.ts";
import { usePrices } from "../../data/prices.ts";
import { useWeights } from "../../data/queries.ts";
import { useMessageRows } from "../../data/use-message.ts";
import { selection, useSelection } from "../../state/selection.ts";
import { visualOrder } from "../../state/visual-order.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, formatMoney, formatShort, plural } from "../../widgets/quantity.tsx";
import { RoleIcon } from "../../widgets/role-icon.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { stepAfter } from "./markers.ts";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";

const ROW = 26;
const rowHeight = () => ROW;
const isFixed = () => true;
/** How many messages are listed. */
const MOST = 1000;

interface WeightListProps {
  readonly run: string;
  readonly outline: Outline;
}

/** The messages of a run, those first that cost the most over all requests that sent them. */
export function WeightList({ run, outline }: WeightListProps) {
  const { data, error, retry } = useWeights(run, MOST);
  const { table } = usePrices();
  if (error && !data) return <ErrorState title="The weights cannot be shown" error={error} onRetry={retry} />;
  if (!data) return <Skeleton rows={4} label="Weighing the messages" />;
  return <Weights weights={data} outline={outline} table={table} />;
}

interface WeightsProps extends Omit<WeightListProps, "run"> {
  readonly weights: RunWeights;
  readonly table: PriceTable;
}

function Weights({ weights, outline, table }: WeightsProps) {
  const { messages, steps } = outline;
  useMessageRows(messages);
  const chosen = useSelection((state) => state.message);
  const index = chosen && "index" in chosen ? chosen.index : undefined;
  const heaviest = weights.rows[0]?.tokens ?? 1;
  const price = priceOf(table, outline.model);
  const { rows } = weights;
  return (
    <div className="weights">
      <VirtualList
        count={rows.length}
        estimate={rowHeight}
        fixed={isFixed}
        keyOf={(at) => rows[at]?.index ?? at}
        headerHeight={ROW}
        header={<Head />}
        container={{
          role: "table",
          "aria-label": "Messages by lifetime weight",
          "aria-rowcount": rows.length + 1,
          tabIndex: 0,
        }}
        row={(at) => ({ role: "row", "aria-rowindex": at + 2 })}
        render={(at) => {
          const row = rows[at];
          const message = row && messages.at(row.index);
          if (!row || !message) return null;
          const cost = price ? formatMoney(lifetimeCost(row, price), table.currency) : "–";
          return <Line {...{ row, message, heaviest, cost, steps }} current={row.index === index} />;
        }}
      />
      <p
        className="weights__foot muted"
        data-tokens={weights.fixed.system + weights.fixed.tools + weights.fixed.summary + weights.rest.tokens}
      >
        Besides: system prompt {formatShort(weights.fixed.system)}, tools {formatShort(weights.fixed.tools)},
        summaries {formatShort(weights.fixed.summary)} tok
        {weights.rest.messages > 0
          ? `; ${plural(weights.rest.messages, "lighter message")}, ${formatShort(weights.rest.tokens)} tok`
          : ""}
        {weights.never > 0 ? `; ${plural(weights.never, "message")} never sent` : ""}.
      </p>
    </div>
  );
}

function Head() {
  const names = ["Message", "Over all requests", "Tokens", "In cache", "Requests", "Recorded", "Cost"];
  return (
    <div className="weights__row weights__row--head" role="row" aria-rowindex={1}>
      {names.map((name) => (
        <span key={name} role="columnheader">
          {name}
        </span>
      ))}
    </div>
  );
}

/** Chooses a message; one that comes later than the step is gone to at the first request that can hold it. */
function choose(index: number, steps: readonly number[]): void {
  const { step, goToStep, select } = selection.getState();
  const shown = Math.min(step, steps.length);
  if (index >= (steps[shown - 1] ?? 0)) goToStep(Math.min(steps.length, stepAfter(steps, index + 1) + 1));
  select({ index });
  visualOrder()?.reveal({ index });
}

interface LineProps {
  readonly row: MessageWeight;
  readonly message: OutlineMessage;
  readonly heaviest: number;
  readonly cost: string;
  readonly current: boolean;
  /** Index of each step's assistant message. */
  readonly steps: readonly number[];
}

function Line({ row, message, heaviest, cost, current, steps }: LineProps) {
  const width = (tokens: number) => `${(100 * tokens) / Math.max(1, heaviest)}%`;
  return (
    <div className="weights__row number" data-current={current || undefined}>
      <span role="rowheader" className="weights__message">
        <button
          type="button"
          className="weights__open"
          aria-current={current ? "true" : undefined}
          onClick={() => choose(row.index, steps)}
        >
          <RoleIcon role={message.role} />
          <b>{formatCount(row.index + 1)}</b>
          <span className="ellipsis muted">
            <PlainText text={message.excerpt.slice(0, 120)} />
          </span>
        </button>
      </span>
      <span role="cell" className="weights__bar" data-role={message.role}>
        <span className="weights__all" style={{ width: width(row.tokens) }}>
          <span className="weights__cached" style={{ width: `${(100 * row.cachedTokens) / row.tokens}%` }} />
        </span>
      </span>
      {[row.tokens, row.cachedTokens, row.requests, row.recorded].map((value, at) => (
        <span key={at} role="cell">
          {formatCount(value)}
        </span>
      ))}
      <span role="cell">{cost}</span>
    </div>
  );
}
