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

/**
 * An outgoing request that is not built: the system prompt and tools, messages put before the rest (a summary and
 * a lifted message), and a range of the sent form of history. Measuring it costs a few additions however long the
 * history is; the messages are joined only when someone looks.
 */
export interface RequestView {
  readonly system: string | null;
  readonly systemSize: TextSize;
  readonly tools: readonly ToolDefinition[];
  readonly toolSize: TextSize;
  /** Sent straight after the system prompt, in the place of the messages before `from`. */
  readonly summary: SizedMessage | undefined;
  /** The newest user message, when a policy lifted it out of the covered ones: sent after the summary. */
  readonly lifted: (SizedMessage & { readonly index: number }) | undefined;
  readonly sent: History<SentUnit>;
  /** Stored index of the first message that is sent as itself, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** Sum of one column over the messages of a view. */
export function measureMessages(view: RequestView, column: number): number {
  let total = view.sent.sum(column, view.from, view.to);
  if (view.summary) total += view.summary.size[column] as number;
  if (view.lifted) total += view.lifted.size[column] as number;
  return total;
}

/** Tokens of a view, system prompt and tools included. */
export function measureTokens(view: RequestView): number {
  return view.systemSize.tokens + view.toolSize.tokens + measureMessages(view, COLUMN.tokens);
}

/** Bytes of a view, system prompt and tools included. */
export function measureBytes(view: RequestView): number {
  return view.systemSize.bytes + view.toolSize.bytes + measureMessages(view, COLUMN.bytes);
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
  for (let i = view.from; i < view.to; i++) messages.push(...view.sent.at(i));
  return messages;
}

/** Builds the request of a view. */
export function buildRequest(view: RequestView): NeutralRequest {
  return { system: view.system, tools: view.tools, messages: viewMessages(view) };
}
