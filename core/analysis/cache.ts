import {
  type RequestView,
  measureTokens,
  offersReader,
  sameHoles,
  sumRange,
  toolSizeOf,
  unitAt,
} from "../policies/request-view.ts";
import type { SentUnit } from "../model/recording.ts";
import { COLUMN } from "../model/size.ts";

/** How much of a request a provider's prompt cache can take from the one before it (derived, in estimated tokens). */
export interface CacheReading {
  readonly prefixTokens: number;
  /** Why the request does not begin with all of the one before it; null when it does, or when it is the first. */
  readonly breakReason: string | null;
}

function messagePrefix(before: RequestView, after: RequestView): CacheReading {
  const fixed = toolSizeOf(after).tokens + after.systemSize.tokens;
  if (before.summary !== after.summary) {
    const reason = before.summary
      ? "the summary was rewritten"
      : "a summary took the place of the first messages";
    return { prefixTokens: fixed, breakReason: reason };
  }
  const summary = after.summary ? (after.summary.size[COLUMN.tokens] as number) : 0;
  if (before.lifted?.message !== after.lifted?.message)
    return {
      prefixTokens: fixed + summary,
      breakReason: "another user message was lifted out of the summary",
    };
  if (before.from !== after.from || !before.sent.sharesItems(after.sent))
    return { prefixTokens: fixed + summary, breakReason: "the kept messages begin elsewhere" };
  if (!sameHoles(before.holes, after.holes))
    return partly(before, after, firstHole(before, after), "other messages are left out");
  if (before.cleared?.key !== after.cleared?.key)
    return partly(before, after, firstCleared(before, after), "older tool results were cleared");
  return { prefixTokens: measureTokens(before), breakReason: null };
}

/** The prefix up to a stored message. */
function partly(before: RequestView, after: RequestView, to: number, breakReason: string): CacheReading {
  const first = toolSizeOf(after).tokens + after.systemSize.tokens;
  const own = [after.summary, after.lifted].map((sized) => sized?.size[COLUMN.tokens] ?? 0);
  const prefix = sumRange(after, COLUMN.tokens, after.from, Math.min(to, before.to));
  return { prefixTokens: own.reduce((sum, tokens) => sum + tokens, first + prefix), breakReason };
}

/** The first stored message that one of two views leaves out and the other does not, or after which they differ. */
function firstHole({ holes: a = [], to }: RequestView, { holes: b = [] }: RequestView): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++)
    if (a[at]?.from !== b[at]?.from || a[at]?.to !== b[at]?.to)
      return Math.min(a[at]?.from ?? to, b[at]?.from ?? to);
  return to;
}

/** The first stored message that was cleared in one of two views and not in the other. */
function firstCleared(before: RequestView, after: RequestView): number {
  let at = Math.max(before.from, Math.min(before.cleared?.to ?? 0, after.cleared?.to ?? 0));
  const same = (a: SentUnit, b: SentUnit): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
  while (at < before.to && same(unitAt(before, at), unitAt(after, at))) at++;
  return at;
}

/** Reads the common prefix of a request with the one before it. Requests are sent as tools, system, messages. */
export function readCache(before: RequestView | undefined, after: RequestView): CacheReading {
  if (!before) return { prefixTokens: 0, breakReason: null };
  if (before.tools !== after.tools) return { prefixTokens: 0, breakReason: "the tool definitions changed" };
  const offers = offersReader(after);
  // The reader tool stands last among the tools: those before it are the same.
  if (offersReader(before) !== offers)
    return {
      prefixTokens: after.toolSize.tokens,
      breakReason: offers ? "the reader tool came to be offered" : "the reader tool is no longer offered",
    };
  if (before.system !== after.system)
    return { prefixTokens: toolSizeOf(after).tokens, breakReason: "the system prompt changed" };
  return messagePrefix(before, after);
}
