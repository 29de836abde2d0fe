import type { Json } from "../model/json.ts";
import { field, numberField } from "../model/json.ts";
import type { Usage } from "../model/usage.ts";

/** One report of a response's tokens. */
export interface CodexTokens {
  readonly usage: Usage;
  /** Prompt and answer together. */
  readonly total: number | undefined;
}

/** How `token_count` lines stand to the answers that they report. */
export type TokenCount = "none" | "repeated" | "unknown";

/**
 * Reads `token_count` lines. The counter is cumulative, and a line may repeat the one before: only one that counts on
 * reports a response.
 */
export class CodexTokenCounter {
  #total = "";
  #sums: Json | undefined;

  /** The tokens of one response, or why there are none. */
  read(payload: Json): CodexTokens | TokenCount {
    const info = field(payload, "info");
    if (info === undefined || info === null) return "none";
    const sums = field(info, "total_token_usage");
    const last = field(info, "last_token_usage");
    const usage = usageOf(last ?? sums);
    if (!usage) return "unknown";
    const total = JSON.stringify(figures(sums ?? last));
    if (total === this.#total || !counts(usage)) return "repeated";
    const before = this.#sums;
    this.#total = total;
    this.#sums = sums;
    if (last !== undefined) return { usage, total: numberField(last, "total_tokens") };
    return { usage: difference(usage, usageOf(before)), total: undefined };
  }
}

const KEYS = [
  "input_tokens",
  "cached_input_tokens",
  "cache_write_input_tokens",
  "output_tokens",
  "reasoning_output_tokens",
] as const;

function figures(counted: Json | undefined): (number | null)[] {
  return KEYS.map((key) => numberField(counted, key) ?? null);
}

/** Codex counts the cached part in `input_tokens`, as we do. */
function usageOf(counted: Json | undefined): Usage | undefined {
  const [input, cacheRead, cacheWrite, output, reasoning] = figures(counted);
  const known = Object.entries({ input, output, cacheRead, cacheWrite, reasoning }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return known.length === 0 ? undefined : { kind: "reported", ...Object.fromEntries(known) };
}

function counts(usage: Usage): boolean {
  return (usage.input ?? 0) > 0 || (usage.output ?? 0) > 0;
}

/** What a cumulative counter counted since it was last read. */
function difference(now: Usage, before: Usage | undefined): Usage {
  const since = (key: "input" | "output" | "cacheRead" | "cacheWrite" | "reasoning") => {
    const value = now[key];
    return value === undefined ? {} : { [key]: Math.max(0, value - (before?.[key] ?? 0)) };
  };
  return {
    kind: "reported",
    ...since("input"),
    ...since("output"),
    ...since("cacheRead"),
    ...since("cacheWrite"),
    ...since("reasoning"),
    doubt: "the difference of a cumulative counter",
  };
}
