import type { PriceRow, PriceTable } from "../model/price.ts";
import { priceOf } from "../model/price.ts";
import type { OutlineMessage } from "../model/rows.ts";
import type { RunStepRow } from "../model/run-view.ts";
import type { MessageWeight } from "../model/weights.ts";

/** Tokens of one request as they are paid for. All estimated, but for an output that the recording reports. */
export interface PaidTokens {
  /** Read from the cache: what it shares with the request before. */
  readonly cached: number;
  readonly fresh: number;
  readonly output: number;
}

/** What a step costs (derived). Null where no price is known for its model. */
export interface StepCost {
  readonly step: number;
  readonly model: string | undefined;
  readonly tokens: PaidTokens;
  readonly cost: number | null;
  /** What it would cost without any management: all of raw history, of which all but the end was sent before. */
  readonly unmanaged: number | null;
}

/** The costs of a run added up. */
export interface RunCost {
  readonly steps: readonly StepCost[];
  readonly cost: number;
  readonly unmanaged: number;
  /** Steps whose model has no price. They count nothing. */
  readonly unpriced: number;
}

const MILLION = 1e6;

/** What tokens cost by one row of prices. */
export function costOf({ cached, fresh, output }: PaidTokens, price: PriceRow): number {
  const written = price.cacheWrite ?? price.input;
  return (cached * price.cacheRead + fresh * written + output * price.output) / MILLION;
}

function unmanagedTokens(row: RunStepRow, before: RunStepRow | undefined, output: number): PaidTokens {
  const cached = Math.min(before?.raw.tokens ?? 0, row.raw.tokens);
  return { cached, fresh: row.raw.tokens - cached, output };
}

function stepCost(
  row: RunStepRow,
  before: RunStepRow | undefined,
  answer: OutlineMessage | undefined,
  table: PriceTable,
): StepCost {
  const output = answer?.usage?.output ?? answer?.tokens ?? 0;
  const cached = Math.min(row.cache.prefixTokens, row.request.tokens);
  const tokens = { cached, fresh: row.request.tokens - cached, output };
  const price = priceOf(table, answer?.model);
  return {
    step: row.step,
    model: answer?.model,
    tokens,
    cost: price ? costOf(tokens, price) : null,
    unmanaged: price ? costOf(unmanagedTokens(row, before, output), price) : null,
  };
}

/**
 * What each step of a run costs by a table of prices. Every request's prefix is taken to be in the cache still, and
 * everything else to be written to it.
 */
export function runCost(
  steps: readonly RunStepRow[],
  messages: readonly OutlineMessage[],
  table: PriceTable,
): RunCost {
  const costs = steps.map((row, at) => stepCost(row, steps[at - 1], messages[row.message], table));
  const sum = (pick: (cost: StepCost) => number | null): number =>
    costs.reduce((total, cost) => total + (pick(cost) ?? 0), 0);
  return {
    steps: costs,
    cost: sum(({ cost }) => cost),
    unmanaged: sum(({ unmanaged }) => unmanaged),
    unpriced: costs.filter(({ cost }) => cost === null).length,
  };
}

/** What sending one message cost over a whole run, by one row of prices. */
export function lifetimeCost({ tokens, cachedTokens }: MessageWeight, price: PriceRow): number {
  return costOf({ cached: cachedTokens, fresh: tokens - cachedTokens, output: 0 }, price);
}

/** The model that made most of a lane's answers; undefined where none is recorded. */
export function mainModel(messages: Iterable<{ readonly model?: string } | undefined>): string | undefined {
  const counts = new Map<string, number>();
  for (const of of messages) {
    const model = of?.model;
    if (model !== undefined) counts.set(model, (counts.get(model) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
