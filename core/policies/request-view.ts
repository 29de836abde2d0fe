import type { Message } from "../model/message.ts";
import { COLUMN, type Size, type TextSize } from "../model/size.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { NeutralRequest } from "../model/request.ts";
import type { History } from "../lib/history.ts";
import type { SentUnit } from "../model/recording.ts";

/** A message with its size. */
export interface SizedMessage {
  readonly message: Message;
  readonly size: Size;
}

/** A list of tools with its size. */
export interface ToolOffer {
  readonly tools: readonly ToolDefinition[];
  readonly size: TextSize;
}

/**
 * An outgoing request that is not built: the system prompt and tools, messages put before the rest (a summary and
 * a lifted message), and a range of the sent form of history, which may have holes and cleared results. Measuring it costs a few additions however long the
 * history is; the messages are joined only when someone looks.
 */
export interface RequestView {
  readonly system: string | null;
  readonly systemSize: TextSize;
  readonly tools: readonly ToolDefinition[];
  readonly toolSize: TextSize;
  /** The same tools with the one that reads results back, for the requests that name it; absent where none is offered. */
  readonly reader?: ToolOffer;
  /** Sent straight after the system prompt, in the place of the messages before `from`. */
  readonly summary: SizedMessage | undefined;
  /** The newest user message, when a policy lifted it out of the covered ones: sent after the summary. */
  readonly lifted: (SizedMessage & { readonly index: number }) | undefined;
  readonly sent: History<SentUnit>;
  /** Stored index of the first message that is sent as itself, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** A beginning of history in which older tool results are cleared. */
  readonly cleared?: ClearedPrefix;
  /** Stretches of history between `from` and `to` that are left out, ascending and apart. */
  readonly holes?: readonly Hole[];
}

/** What is sent in the place of one stored message, with its size. */
export interface SizedUnit {
  readonly unit: SentUnit;
  readonly size: Size;
}

/**
 * History with results cleared: before `to` as `history` has it, then `own`, then as it is sent otherwise. `key` names
 * the last cleared result: the same key means the same messages.
 */
export interface ClearedPrefix {
  readonly key: string;
  readonly history: History<SentUnit>;
  readonly to: number;
  readonly own: readonly SizedUnit[];
}

/** Stored messages [from, to). */
export interface Hole {
  readonly from: number;
  readonly to: number;
}

function sumWhole({ sent, cleared }: RequestView, column: number, from: number, to: number): number {
  if (!cleared || from >= cleared.to + cleared.own.length) return sent.sum(column, from, to);
  const end = cleared.to + cleared.own.length;
  let total = from < cleared.to ? cleared.history.sum(column, from, Math.min(to, cleared.to)) : 0;
  for (let i = Math.max(from, cleared.to); i < Math.min(to, end); i++)
    total += cleared.own[i - cleared.to]?.size[column] ?? 0;
  return to > end ? total + sent.sum(column, end, to) : total;
}

/** Sum of one column over the stored messages [from, to) as a view sends them; what it leaves out is nothing. */
export function sumRange(view: RequestView, column: number, from: number, to: number): number {
  if (from >= to) return 0;
  const { holes } = view;
  let total = sumWhole(view, column, from, to);
  if (!holes) return total;
  for (const hole of holes) {
    const begins = Math.max(from, hole.from);
    const ends = Math.min(to, hole.to);
    if (begins < ends) total -= sumWhole(view, column, begins, ends);
  }
  return total;
}

/** What a view sends in the place of a stored message, wherever the view begins. */
export function unitAt({ sent, cleared }: RequestView, index: number): SentUnit {
  if (!cleared || index >= cleared.to + cleared.own.length) return sent.at(index);
  return index < cleared.to ? cleared.history.at(index) : (cleared.own[index - cleared.to] as SizedUnit).unit;
}

/** Whether a view leaves a stored message out. */
export function isPruned({ holes }: RequestView, index: number): boolean {
  return holes?.some(({ from, to }) => index >= from && index < to) ?? false;
}

/** Whether two views leave the same stretches out. */
export function sameHoles(a: RequestView["holes"], b: RequestView["holes"]): boolean {
  return a === b || JSON.stringify(a ?? []) === JSON.stringify(b ?? []);
}

/** The stretches of history that a view sends, ascending. */
export function sentRanges({ from, to, holes }: RequestView): Hole[] {
  const ranges: Hole[] = [];
  let begins = from;
  for (const hole of holes ?? []) {
    if (hole.from > begins) ranges.push({ from: begins, to: Math.min(hole.from, to) });
    begins = Math.max(begins, hole.to);
  }
  if (to > begins) ranges.push({ from: begins, to });
  return ranges;
}

/** Sum of one column over the messages of a view. */
export function measureMessages(view: RequestView, column: number): number {
  let total = sumRange(view, column, view.from, view.to);
  if (view.summary) total += view.summary.size[column] as number;
  if (view.lifted) total += view.lifted.size[column] as number;
  return total;
}

/** Whether a view offers the tool that reads results back: when its own messages name it. */
export function offersReader(view: RequestView): boolean {
  return view.reader !== undefined && measureMessages(view, COLUMN.readers) > 0;
}

/** The tools that a view offers. */
export function toolsOf(view: RequestView): readonly ToolDefinition[] {
  return view.reader && offersReader(view) ? view.reader.tools : view.tools;
}

/** Size of the tools that a view offers. */
export function toolSizeOf(view: RequestView): TextSize {
  return view.reader && offersReader(view) ? view.reader.size : view.toolSize;
}

/** Tokens of a view, system prompt and tools included. */
export function measureTokens(view: RequestView): number {
  return view.systemSize.tokens + toolSizeOf(view).tokens + measureMessages(view, COLUMN.tokens);
}

/** Bytes of a view, system prompt and tools included. */
export function measureBytes(view: RequestView): number {
  return view.systemSize.bytes + toolSizeOf(view).bytes + measureMessages(view, COLUMN.bytes);
}

/** Messages of a view: the summary is one, each tool message one, the system prompt none. */
export function measureCount(view: RequestView): number {
  return measureMessages(view, COLUMN.messages);
}

/** Builds the messages of a view. */
export function viewMessages(view: RequestView): Message[] {
  const messages: Message[] = [];
  if (view.summary) messages.push(view.summary.message);
  if (view.lifted) messages.push(view.lifted.message);
  for (const { from, to } of sentRanges(view))
    for (let i = from; i < to; i++) messages.push(...unitAt(view, i));
  return messages;
}

/** Builds the request of a view. */
export function buildRequest(view: RequestView): NeutralRequest {
  return { system: view.system, tools: toolsOf(view), messages: viewMessages(view) };
}
