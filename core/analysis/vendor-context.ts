import type { Mark } from "../model/mark.ts";
import { resultsOf } from "../model/message.ts";
import type { Thread } from "../model/thread.ts";

/** A result by its message and the position of its part, from 0. */
export interface ResultAt {
  readonly message: number;
  readonly part: number;
  readonly callId: string;
}

/** What a vendor had taken out of the context when a mark was made. */
export interface VendorState {
  readonly of: "results" | "messages";
  readonly assumed: boolean;
  /** What could have been taken out: what was still there after the compaction before. */
  readonly results: readonly ResultAt[];
  readonly messages: readonly number[];
  readonly isOut: (message: number, callId?: string) => boolean;
}

/** Marks that say that something was taken out of the context, and can be held against a run. */
export function isCompared(mark: Mark): boolean {
  if (mark.kind === "compaction" || mark.kind === "condensation") return true;
  return (mark.kind === "clearing" || mark.kind === "cut") && named(mark);
}

function named({ callIds, messageIds }: Mark): boolean {
  return (callIds?.length ?? 0) > 0 || (messageIds?.length ?? 0) > 0;
}

/** Follows a thread's marks and knows what its vendor's context held at each. */
export class VendorContext {
  private readonly thread: Thread;
  private readonly indexOfId: ReadonlyMap<string, number>;
  /** Messages that were summarised or dropped, and results that were cleared: by index, and by call and index. */
  private readonly gone = new Set<number>();
  private readonly cleared = new Set<string>();

  constructor(thread: Thread) {
    this.thread = thread;
    this.indexOfId = new Map(thread.messages.map((message, index) => [message.id, index]));
  }

  /** The next mark, in order. Gives the state that it left behind. */
  take(mark: Mark): VendorState {
    return mark.kind === "clearing" || mark.kind === "cut" ? this.clear(mark) : this.compact(mark);
  }

  private clear({ at, callIds = [], messageIds = [] }: Mark): VendorState {
    const results = this.resultsBefore(at);
    const calls = new Set(callIds);
    const messages = new Set(messageIds.flatMap((id) => this.indexOfId.get(id) ?? []));
    for (const { message, callId } of results)
      if (calls.has(callId) || messages.has(message)) this.cleared.add(clearedKey(message, callId));
    const out = new Set(this.cleared);
    return {
      of: "results",
      assumed: false,
      results,
      messages: [],
      isOut: (message, callId = "") => out.has(clearedKey(message, callId)),
    };
  }

  private compact({ at, messageIds }: Mark): VendorState {
    const messages = this.indices(at).filter((index) => !this.gone.has(index));
    const assumed = messageIds === undefined || messageIds.length === 0;
    const out = assumed ? messages : messageIds.flatMap((id) => this.indexOfId.get(id) ?? []);
    for (const index of out) if (index < at) this.gone.add(index);
    const now = new Set(out);
    return { of: "messages", assumed, results: [], messages, isOut: (message) => now.has(message) };
  }

  private indices(at: number): number[] {
    return Array.from({ length: Math.min(at, this.thread.messages.length) }, (_, index) => index);
  }

  private resultsBefore(at: number): ResultAt[] {
    return this.indices(at).flatMap((message) => {
      const recorded = this.thread.messages[message];
      if (!recorded || this.gone.has(message)) return [];
      const all = resultsOf(recorded);
      return all.map((result) => ({ message, part: recorded.parts.indexOf(result), callId: result.callId }));
    });
  }
}

function clearedKey(message: number, callId: string): string {
  return `${message} ${callId}`;
}
