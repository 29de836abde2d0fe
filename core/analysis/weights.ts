import { type Run, type StepRecord, stepOf } from "../engine/run.ts";
import type { MessageWeight, RunWeights, StepPair } from "../model/weights.ts";
import { COLUMN } from "../model/size.ts";
import { type Hole, type RequestView, isPruned, sumRange, toolSizeOf } from "../policies/request-view.ts";
import { cachedEnd } from "./cache.ts";
import { WeightBetween } from "./weight-between.ts";

/** Tokens that a view sends of one stored message; nothing where it leaves the message out. */
function tokensIn(view: RequestView, index: number): number {
  if (index < view.from || index >= view.to || isPruned(view, index)) return 0;
  return sumRange(view, COLUMN.tokens, index, index + 1);
}

/** The stretches that one list of holes leaves out and the other does not. */
export function holesApart(a: readonly Hole[] = [], b: readonly Hole[] = []): Hole[] {
  const edges = [...a, ...b].flatMap(({ from, to }) => [from, to]).toSorted((x, y) => x - y);
  const inside = (holes: readonly Hole[], at: number): boolean =>
    holes.some(({ from, to }) => at >= from && at < to);
  return edges.flatMap((from, at) => {
    const to = edges[at + 1] ?? from;
    return from < to && inside(a, from) !== inside(b, from) ? [{ from, to }] : [];
  });
}

function clearedEnd({ cleared }: RequestView): number {
  return cleared ? cleared.to + cleared.own.length : 0;
}

/** The stretches of history whose sent form may differ between two requests that follow each other. */
function apart(before: RequestView, after: RequestView): Hole[] {
  if (!before.sent.sharesItems(after.sent)) return [{ from: 0, to: after.to }];
  const ranges: Hole[] = [{ from: before.to, to: after.to }, ...holesApart(before.holes, after.holes)];
  if (before.from !== after.from)
    ranges.push({ from: Math.min(before.from, after.from), to: Math.max(before.from, after.from) });
  if (before.cleared?.key !== after.cleared?.key) {
    const from = Math.min(before.cleared?.to ?? 0, after.cleared?.to ?? 0);
    ranges.push({ from, to: Math.max(clearedEnd(before), clearedEnd(after)) });
  }
  return ranges;
}

/** Follows what each request sends of each message: it looks again only at what can have changed. */
class Weighing {
  readonly tokens: Float64Array;
  readonly requests: Float64Array;
  readonly read: Float64Array;
  readonly own: Float64Array;
  private readonly since: Int32Array;
  private readonly fresh: Float64Array;

  constructor(messages: number) {
    this.tokens = new Float64Array(messages);
    this.requests = new Float64Array(messages);
    this.read = new Float64Array(messages);
    this.own = new Float64Array(messages);
    this.since = new Int32Array(messages);
    this.fresh = new Float64Array(messages);
  }

  /** From this step on a message is sent with so many tokens. */
  turn(index: number, step: number, tokens: number): void {
    if (this.own[index] === tokens) return;
    this.settle(index, step);
    this.own[index] = tokens;
  }

  /** A message that the provider had to read anew in a step. */
  readAnew(index: number): void {
    this.fresh[index] = (this.fresh[index] as number) + (this.own[index] as number);
  }

  /** Adds what a message was since it last changed up to a step that no longer counts. */
  settle(index: number, step: number): void {
    const own = this.own[index] as number;
    const steps = step - (this.since[index] as number);
    this.since[index] = step;
    if (own === 0 || steps <= 0) return;
    this.tokens[index] = (this.tokens[index] as number) + own * steps;
    this.requests[index] = (this.requests[index] as number) + steps;
  }

  /** Tokens of each message in the requests up to and with the last that was followed. */
  upTo(step: number): Float64Array {
    const since = (index: number): number => step + 1 - (this.since[index] as number);
    return this.tokens.map((tokens, index) => tokens + (this.own[index] as number) * since(index));
  }

  /** What a single request adds beside history: the lifted message. */
  once(index: number, tokens: number): void {
    this.tokens[index] = (this.tokens[index] as number) + tokens;
    this.requests[index] = (this.requests[index] as number) + 1;
  }

  anew(index: number, tokens: number): void {
    this.fresh[index] = (this.fresh[index] as number) + tokens;
  }

  cached(index: number): number {
    return (this.tokens[index] as number) - (this.fresh[index] as number);
  }
}

function follow(weighing: Weighing, before: StepRecord | undefined, { step, view }: StepRecord): void {
  const ranges = before ? apart(before.view, view) : [{ from: 0, to: view.to }];
  for (const { from, to } of ranges)
    for (let i = from; i < Math.min(to, view.to); i++) weighing.turn(i, step, tokensIn(view, i));
  const begins = cachedEnd(before?.view, view);
  for (let i = Math.max(begins, view.from); i < view.to; i++) weighing.readAnew(i);
  const { lifted } = view;
  if (!lifted || lifted.index >= view.from) return;
  const tokens = lifted.size[COLUMN.tokens] as number;
  weighing.once(lifted.index, tokens);
  if (begins <= view.from) weighing.anew(lifted.index, tokens);
}

function rowOf(run: Run, weighing: Weighing, index: number, between?: WeightBetween): MessageWeight {
  return {
    index,
    requests: weighing.requests[index] as number,
    tokens: weighing.tokens[index] as number,
    cachedTokens: weighing.cached(index),
    recorded: run.recording.raw.amount(COLUMN.tokens, index),
    ...(between ? { between: between.of(index) } : {}),
  };
}

interface Fixed {
  system: number;
  tools: number;
  summary: number;
}

function addFixed(fixed: Fixed, view: RequestView): void {
  fixed.system += view.systemSize.tokens;
  fixed.tools += toolSizeOf(view).tokens;
  fixed.summary += view.summary?.size[COLUMN.tokens] ?? 0;
}

/** Follows every request of a run. */
function weigh(run: Run, weighing: Weighing, between: WeightBetween | undefined): Fixed {
  const fixed: Fixed = { system: 0, tools: 0, summary: 0 };
  let before: StepRecord | undefined;
  for (const record of run.records()) {
    const { step, view } = record;
    follow(weighing, before, record);
    addFixed(fixed, view);
    const { system, tools, summary } = fixed;
    between?.note(step, () => ({ messages: weighing.upTo(step), fixed: system + tools + summary }));
    before = record;
  }
  const end = (before?.step ?? 0) + 1;
  for (let i = 0; i < run.recording.thread.messages.length; i++) weighing.settle(i, end);
  return fixed;
}

const sum = (rows: readonly MessageWeight[], key: "tokens" | "between"): number =>
  rows.reduce((total, row) => total + (row[key] ?? 0), 0);

/**
 * What each message weighed over a whole run: its tokens, estimated, in every request that sent it, added up. The
 * heaviest `most` come first; what is left is given as one sum. With two steps, what of it lies between them, too.
 * Cost: the messages that changed, once a change. Throws RangeError for steps that there are not.
 */
export function weightsOf(run: Run, runId: string, most: number, steps?: StepPair): RunWeights {
  if (steps) for (const step of [steps.from, steps.to]) stepOf(run, step);
  const count = run.recording.thread.messages.length;
  const weighing = new Weighing(count);
  const between = steps && new WeightBetween(steps);
  const fixed = weigh(run, weighing, between);
  const rows = Array.from({ length: count }, (_, index) => rowOf(run, weighing, index, between))
    .filter(({ tokens }) => tokens > 0)
    .toSorted((a, b) => b.tokens - a.tokens || a.index - b.index);
  const rest = rows.slice(most);
  return {
    run: runId,
    rows: rows.slice(0, most),
    rest: { messages: rest.length, tokens: sum(rest, "tokens") },
    never: count - rows.length,
    fixed,
    ...(steps && between ? { between: { ...steps, besides: between.fixed() + sum(rest, "between") } } : {}),
  };
}
