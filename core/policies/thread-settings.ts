import { countedIn } from "../lib/counted.ts";
import { counterNamed } from "../model/counter.ts";
import type { Unit } from "../model/event.ts";
import { type Message, resultsOf } from "../model/message.ts";
import type { ToolResultPart } from "../model/part.ts";
import type { DeadSetting } from "../model/problem.ts";
import type { PagingConfig, PolicyConfig, PolicyKind, Profile, SummarizeConfig } from "../model/profile.ts";
import { COLUMN, type Counting, sizeOf, sizeOfText, sizeOfTools } from "../model/size.ts";
import { metricsOf } from "../model/text-metrics.ts";
import type { Thread } from "../model/thread.ts";
import { responseBytes } from "./response-size.ts";
import { readingTools } from "./stack.ts";

/** The largest figure of a thread's results, worked out when it is asked for first. */
class Largest {
  readonly #thread: Thread;
  readonly #figure: (result: ToolResultPart) => number;
  #known: number | undefined;

  constructor(thread: Thread, figure: (result: ToolResultPart) => number) {
    this.#thread = thread;
    this.#figure = figure;
  }

  get value(): number {
    this.#known ??= this.#thread.messages.reduce(
      (most, message) => resultsOf(message).reduce((so, result) => Math.max(so, this.#figure(result)), most),
      0,
    );
    return this.#known;
  }
}

/**
 * What a thread holds at most, for settings that nothing in it reaches. A figure costs a pass over all results: only
 * those that a profile asks for are worked out, and each once.
 */
class Extremes {
  readonly resultTokens: Largest;
  readonly resultBytes: Largest;
  readonly resultLines: Largest;
  /** As `respond-limit` measures results that are no failures. */
  readonly responseBytes: Largest;
  readonly #thread: Thread;
  readonly #counting: Counting;
  readonly #tokens: number[] = [];

  constructor(thread: Thread, counting: Counting) {
    this.#thread = thread;
    this.#counting = counting;
    this.resultTokens = new Largest(thread, ({ parts }) => metricsOf(parts).tokens);
    this.resultBytes = new Largest(thread, ({ parts }) => metricsOf(parts).bytes);
    this.resultLines = new Largest(thread, ({ parts }) => metricsOf(parts).lines);
    this.responseBytes = new Largest(thread, ({ isError, parts }) => (isError ? 0 : responseBytes(parts)));
  }

  /** The last messages, so many at most, in words. */
  recentMessages(count: number): string {
    const { length } = this.#thread.messages;
    return length > count
      ? `the last ${countedIn(count, "messages")}`
      : "all messages, which are kept as they are,";
  }

  /** Tokens of the last messages, of the system prompt and of the tools. */
  recentTokens(count: number): number {
    const { messages, system, tools } = this.#thread;
    let sum = sizeOfText(system ?? "", this.#counting).tokens + sizeOfTools(tools, this.#counting).tokens;
    for (let at = Math.max(0, messages.length - count); at < messages.length; at++) sum += this.#tokensOf(at);
    return sum;
  }

  #tokensOf(at: number): number {
    this.#tokens[at] ??= sizeOf(this.#thread.messages[at] as Message, this.#counting)[
      COLUMN.tokens
    ] as number;
    return this.#tokens[at];
  }
}

const known = new WeakMap<Thread, Map<string, Extremes>>();

function extremesOf(thread: Thread, { tokenCounter, mediaTokens }: Profile): Extremes {
  const key = `${tokenCounter} ${mediaTokens}`;
  const all = known.get(thread) ?? new Map<string, Extremes>();
  known.set(thread, all);
  const found = all.get(key) ?? new Extremes(thread, { counter: counterNamed(tokenCounter), mediaTokens });
  all.set(key, found);
  return found;
}

/** A threshold that no result of the thread is over. `least` is the lowest value that the parameter may have. */
function unreached(
  policy: PolicyKind,
  param: string,
  threshold: number,
  largest: number,
  unit: Unit,
  least = 0,
): DeadSetting[] {
  if (largest > threshold) return [];
  const reason =
    largest === 0
      ? "this transcript has no tool result that it could act on"
      : `no result of this transcript is over it: the largest has ${countedIn(largest, unit)}`;
  return [{ policy, param, reason, ...(largest > Math.max(1, least) ? { liveFrom: largest - 1 } : {}) }];
}

/** Pages need a result over the threshold, and one that is over a page. */
function unpaged({ thresholdBytes, pageBytes }: PagingConfig, largest: number): DeadSetting[] {
  return largest > thresholdBytes
    ? unreached("paging", "pageBytes", pageBytes, largest, "bytes")
    : unreached("paging", "thresholdBytes", thresholdBytes, largest, "bytes");
}

function summarizeIn(config: SummarizeConfig, extremes: Extremes): DeadSetting[] {
  if (!("tokens" in config.trigger)) return [];
  const trigger = config.trigger.tokens;
  const recent = extremes.recentTokens(config.keepRecent);
  if (recent <= trigger) return [];
  return [
    {
      policy: "summarize",
      param: "keepRecent",
      reason: `${extremes.recentMessages(config.keepRecent)} with the system prompt and tools are ${countedIn(recent, "tokens")}: a summary cannot bring the request under the trigger`,
    },
  ];
}

/** The parameter to look at where a policy leaves pointers that only a reading tool can follow. */
function pointing(policy: PolicyConfig): string | undefined {
  if (policy.kind === "spill") return policy.spillBytes > 0 ? "readTools" : undefined;
  return policy.kind === "offload" || (policy.kind === "respond-limit" && policy.store) ? "kind" : undefined;
}

/** Pointers that the model cannot follow: the recorded request offers tools, but none that reads. */
function unreadable(policy: PolicyConfig, profile: Profile, { tools }: Thread): DeadSetting[] {
  const { readTools } = readingTools(profile);
  const param = pointing(policy);
  if (param === undefined || tools.length === 0 || tools.some(({ name }) => readTools.includes(name)))
    return [];
  const reason = `what it stores could not be read back: none of the reading tools (${readTools.join(", ")}) is among the tools of this transcript`;
  return [{ policy: policy.kind, param, reason }];
}

/** Settings that this thread can never bring to act, or that it makes harmful (policies, section 4). */
export function deadInThread(profile: Profile, thread: Thread): DeadSetting[] {
  const extremes = extremesOf(thread, profile);
  const { resultTokens, resultBytes, resultLines } = extremes;
  const unread = profile.policies.flatMap((policy) => unreadable(policy, profile, thread));
  const never = profile.policies.flatMap((policy) => {
    switch (policy.kind) {
      case "offload":
        return unreached(
          "offload",
          "thresholdTokens",
          policy.thresholdTokens,
          resultTokens.value,
          "tokens",
          1000,
        );
      case "spill":
        return policy.spillBytes === 0
          ? unreached("spill", "maxToolOutputBytes", policy.maxToolOutputBytes, resultBytes.value, "bytes")
          : unreached("spill", "spillBytes", policy.spillBytes, resultBytes.value, "bytes");
      case "respond-limit":
        return unreached(
          "respond-limit",
          "maxResponseBytes",
          policy.maxResponseBytes,
          extremes.responseBytes.value,
          "bytes",
          policy.maxSummaryBytes,
        );
      case "attachments":
        return [];
      case "runtime-limit":
        return [
          ...unreached("runtime-limit", "maxBytes", policy.maxBytes, resultBytes.value, "bytes"),
          ...unreached("runtime-limit", "maxLines", policy.maxLines, resultLines.value, "lines"),
        ];
      case "paging":
        return unpaged(policy, resultBytes.value);
      case "summarize":
        return summarizeIn(policy, extremes);
      // Limits on requests depend on what the other policies leave: a run shows them.
      case "window":
      case "clear-tool-uses":
        return [];
    }
  });
  return [...never, ...unread];
}
