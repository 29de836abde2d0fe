import { type RequestView, measureTokens } from "../policies/request-view.ts";
import { COLUMN } from "../model/size.ts";

/** How much of a request a provider's prompt cache can take from the one before it (derived, in estimated tokens). */
export interface CacheReading {
  readonly prefixTokens: number;
  /** Why the request does not begin with all of the one before it; null when it does, or when it is the first. */
  readonly breakReason: string | null;
}

function messagePrefix(before: RequestView, after: RequestView): CacheReading {
  const fixed = after.toolSize.tokens + after.systemSize.tokens;
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
  return { prefixTokens: measureTokens(before), breakReason: null };
}

/** Reads the common prefix of a request with the one before it. Requests are sent as tools, system, messages. */
export function readCache(before: RequestView | undefined, after: RequestView): CacheReading {
  if (!before) return { prefixTokens: 0, breakReason: null };
  if (before.tools !== after.tools) return { prefixTokens: 0, breakReason: "the tool definitions changed" };
  if (before.system !== after.system)
    return { prefixTokens: after.toolSize.tokens, breakReason: "the system prompt changed" };
  return messagePrefix(before, after);
}
