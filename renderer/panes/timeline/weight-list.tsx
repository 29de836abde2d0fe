import { lifetimeCost } from "../../../core/analysis/cost.ts";
import type { OutlineMessage } from "../../../core/contract/rows.ts";
import { type PriceTable, priceOf } from "../../../core/model/price.ts";
import type { MessageWeight, RunWeights, StepPair } from "../../../core/model/weights.ts";
import type { Outline } from "../../data/message-table.ts";
import { useCurrent } from "../../data/current.tsx";
import { usePrices } from "../../data/prices.ts";
import { useWeights } from "../../data/queries.ts";
import { useMessageRows } from "../../data/use-message.ts";
import { useOtherRow } from "../../data/use-other-row.ts";
import { selection, useSelection } from "../../state/selection.ts";
import { visualOrder } from "../../state/visual-order.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, formatDelta, formatMoney, formatShort, plural } from "../../widgets/quantity.tsx";
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

/** The pinned step and the one that is shown; undefined where none is pinned. */
function useSteps(): StepPair | undefined {
  const { step } = useCurrent();
  const pinned = useOtherRow(useSelection((state) => state.pinned));
  return pinned && step !== undefined ? { from: pinned.step, to: step } : undefined;
}

/**
 * The messages of a run, those first that cost the most over all requests that sent them. A weight is of the whole
 * run; against a pinned step stands what a message weighs up to and with the shown step's request, less what it does
 * up to the pinned one's: the tokens that the requests between them sent of it. Whoever moves a threshold reads from
 * it what has filled the window since it acted.
 */
export function WeightList({ run, outline }: WeightListProps) {
  const { data, error, retry } = useWeights(run, MOST, useSteps());
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
  const { rows, between } = weights;
  return (
    <div className="weights" data-pinned={between !== undefined || undefined}>
      <VirtualList
        count={rows.length}
        estimate={rowHeight}
        fixed={isFixed}
        keyOf={(at) => rows[at]?.index ?? at}
        headerHeight={ROW}
        header={<Head between={between} />}
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
      <Foot weights={weights} />
    </div>
  );
}

/** What else was sent, and what the difference to a pinned step is. */
function Foot({ weights }: { readonly weights: RunWeights }) {
  const { fixed, rest, never, between } = weights;
  const tokens = fixed.system + fixed.tools + fixed.summary + rest.tokens;
  return (
    <p className="weights__foot muted" data-tokens={tokens} data-between={between?.besides}>
      Besides{between ? ` (Δ${formatCount(between.from)} ${formatDelta(between.besides)} tok)` : ""}: system
      prompt {formatShort(fixed.system)}, tools {formatShort(fixed.tools)}, summaries{" "}
      {formatShort(fixed.summary)} tok
      {rest.messages > 0
        ? `; ${plural(rest.messages, "lighter message")}, ${formatShort(rest.tokens)} tok`
        : ""}
      {never > 0 ? `; ${plural(never, "message")} never sent` : ""}.{between ? ` ${meaningOf(between)}` : ""}
    </p>
  );
}

/** What the difference to a pinned step says. */
function meaningOf({ from, to }: StepPair): string {
  const [after, last] = [Math.min(from, to), Math.max(from, to)];
  const sent = `what the requests after step ${formatCount(after)}, up to step ${formatCount(last)}, sent of a message`;
  return from < to ? `Δ step ${formatCount(from)}: ${sent}.` : `Δ step ${formatCount(from)}: less ${sent}.`;
}

const BEFORE = ["Message", "Over all requests", "Tokens"];
const AFTER = ["In cache", "Requests", "Recorded", "Cost"];

function Head({ between }: { readonly between: StepPair | undefined }) {
  const names = [...BEFORE, ...(between ? [`Δ step ${formatCount(between.from)}`] : []), ...AFTER];
  const title = between && meaningOf(between);
  return (
    <div className="weights__row weights__row--head" role="row" aria-rowindex={1}>
      {names.map((name) => (
        <span key={name} role="columnheader" title={name.startsWith("Δ") ? title : undefined}>
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
  const since = row.between === undefined ? [] : [formatDelta(row.between)];
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
      {[
        formatCount(row.tokens),
        ...since,
        ...[row.cachedTokens, row.requests, row.recorded].map(formatCount),
      ].map((text, at) => (
        <span key={at} role="cell">
          {text}
        </span>
      ))}
      <span role="cell">{cost}</span>
    </div>
  );
}
