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
import type { Parting } from "../model/run-view.ts";
import { COLUMN } from "../model/size.ts";

/** How much of a request a provider's prompt cache can take from the one before it (derived, in estimated tokens). */
export interface CacheReading {
  readonly prefixTokens: number;
  /** Why the request does not begin with all of the one before it; null when it does, or when it is the first. */
  readonly breakReason: string | null;
}

function partingInHistory(before: RequestView, after: RequestView): Parting {
  const history = (at: number, reason: string): Parting => ({
    place: "history",
    at: Math.min(at, before.to),
    reason,
  });
  if (before.from !== after.from || !before.sent.sharesItems(after.sent))
    return history(after.from, "the kept messages begin elsewhere");
  if (!sameHoles(before.holes, after.holes))
    return history(firstHole(before, after), "other messages are left out");
  if (before.cleared?.key !== after.cleared?.key)
    return history(firstCleared(before, after), "older tool results were cleared");
  return { place: "end", at: before.to, reason: null };
}

function partingInMessages(before: RequestView, after: RequestView): Parting {
  const at = after.from;
  if (before.summary !== after.summary) {
    const reason = before.summary
      ? "the summary was rewritten"
      : "a summary took the place of the first messages";
    return { place: "summary", at, reason };
  }
  if (before.lifted?.message !== after.lifted?.message)
    return { place: "lifted", at, reason: "another user message was lifted out of the summary" };
  return partingInHistory(before, after);
}

/** Where a request parts from the one before it. Requests are sent as tools, system, messages. */
export function partingOf(before: RequestView, after: RequestView): Parting {
  const at = after.from;
  if (before.tools !== after.tools) return { place: "tools", at, reason: "the tool definitions changed" };
  const offers = offersReader(after);
  if (offersReader(before) !== offers) {
    const reason = offers ? "the reader tool came to be offered" : "the reader tool is no longer offered";
    return { place: "reader", at, reason };
  }
  if (before.system !== after.system) return { place: "system", at, reason: "the system prompt changed" };
  return partingInMessages(before, after);
}

/** Tokens of what a request shares with the one before it, up to where they part. */
function prefixTokens(before: RequestView, after: RequestView, { place, at }: Parting): number {
  const tools = toolSizeOf(after).tokens;
  const system = tools + after.systemSize.tokens;
  const summary = system + (after.summary?.size[COLUMN.tokens] ?? 0);
  switch (place) {
    case "tools":
      return 0;
    // The reader tool stands last among the tools: those before it are the same.
    case "reader":
      return after.toolSize.tokens;
    case "system":
      return tools;
    case "summary":
      return system;
    case "lifted":
      return summary;
    case "history":
      return (
        summary +
        (after.lifted?.size[COLUMN.tokens] ?? 0) +
        sumRange(after, COLUMN.tokens, after.from, Math.min(at, before.to))
      );
    case "end":
      return measureTokens(before);
  }
}

/** Stored index of the first message that a provider has to read anew; a request without one before shares nothing. */
export function cachedEnd(before: RequestView | undefined, after: RequestView): number {
  return before ? partingOf(before, after).at : after.from;
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

/** Reads the common prefix of a request with the one before it. */
export function readCache(before: RequestView | undefined, after: RequestView): CacheReading {
  if (!before) return { prefixTokens: 0, breakReason: null };
  const parting = partingOf(before, after);
  return { prefixTokens: prefixTokens(before, after, parting), breakReason: parting.reason };
}
