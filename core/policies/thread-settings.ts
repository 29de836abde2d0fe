import { counted } from "../lib/counted.ts";
import { counterNamed } from "../model/counter.ts";
import type { Unit } from "../model/event.ts";
import { resultsOf } from "../model/message.ts";
import type { DeadSetting } from "../model/problem.ts";
import type { PagingConfig, PolicyConfig, PolicyKind, Profile, SummarizeConfig } from "../model/profile.ts";
import { COLUMN, sizeOf, sizeOfText, sizeOfTools } from "../model/size.ts";
import { metricsOf } from "../model/text-metrics.ts";
import type { Thread } from "../model/thread.ts";
import { responseBytes } from "./response-size.ts";
import { readingTools } from "./stack.ts";

/** What a thread holds at most, for settings that nothing in it reaches. */
interface Extremes {
  readonly resultTokens: number;
  readonly resultBytes: number;
  readonly resultLines: number;
  /** As `respond-limit` measures results that are no failures. */
  readonly responseBytes: number;
  /** Tokens of each message, and of the system prompt with the tools. */
  readonly tokens: readonly number[];
  readonly fixed: number;
}

const known = new WeakMap<Thread, Map<string, Extremes>>();

function measure(thread: Thread, profile: Profile): Extremes {
  const counting = { counter: counterNamed(profile.tokenCounter), mediaTokens: profile.mediaTokens };
  let resultTokens = 0;
  let resultBytes = 0;
  let resultLines = 0;
  let mostResponse = 0;
  for (const message of thread.messages)
    for (const result of resultsOf(message)) {
      const metrics = metricsOf(result.parts);
      resultTokens = Math.max(resultTokens, metrics.tokens);
      resultBytes = Math.max(resultBytes, metrics.bytes);
      resultLines = Math.max(resultLines, metrics.lines);
      if (!result.isError) mostResponse = Math.max(mostResponse, responseBytes(result.parts));
    }
  const tokens = thread.messages.map((message) => sizeOf(message, counting)[COLUMN.tokens] as number);
  const fixed = sizeOfText(thread.system ?? "", counting).tokens + sizeOfTools(thread.tools, counting).tokens;
  return { resultTokens, resultBytes, resultLines, responseBytes: mostResponse, tokens, fixed };
}

function extremesOf(thread: Thread, profile: Profile): Extremes {
  const key = `${profile.tokenCounter} ${profile.mediaTokens}`;
  const all = known.get(thread) ?? new Map<string, Extremes>();
  known.set(thread, all);
  const found = all.get(key) ?? measure(thread, profile);
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
      : `no result of this transcript is over it: the largest has ${counted(largest)} ${unit}`;
  return [{ policy, param, reason, ...(largest > Math.max(1, least) ? { liveFrom: largest - 1 } : {}) }];
}

/** Pages need a result over the threshold, and one that is over a page. */
function unpaged({ thresholdBytes, pageBytes }: PagingConfig, largest: number): DeadSetting[] {
  return largest > thresholdBytes
    ? unreached("paging", "pageBytes", pageBytes, largest, "bytes")
    : unreached("paging", "thresholdBytes", thresholdBytes, largest, "bytes");
}

function summarizeIn(config: SummarizeConfig, extremes: Extremes): DeadSetting[] {
  const { tokens, fixed } = extremes;
  if (!("tokens" in config.trigger)) return [];
  const trigger = config.trigger.tokens;
  const recent = tokens.slice(-config.keepRecent).reduce((sum, count) => sum + count, fixed);
  if (recent <= trigger) return [];
  return [
    {
      policy: "summarize",
      param: "keepRecent",
      reason: `the last ${counted(config.keepRecent)} messages alone are ${counted(recent)} tokens: a summary cannot bring the request under the trigger`,
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
        return unreached("offload", "thresholdTokens", policy.thresholdTokens, resultTokens, "tokens", 1000);
      case "spill":
        return policy.spillBytes === 0
          ? unreached("spill", "maxToolOutputBytes", policy.maxToolOutputBytes, resultBytes, "bytes")
          : unreached("spill", "spillBytes", policy.spillBytes, resultBytes, "bytes");
      case "respond-limit":
        return unreached(
          "respond-limit",
          "maxResponseBytes",
          policy.maxResponseBytes,
          extremes.responseBytes,
          "bytes",
          policy.maxSummaryBytes,
        );
      case "attachments":
        return [];
      case "runtime-limit":
        return [
          ...unreached("runtime-limit", "maxBytes", policy.maxBytes, resultBytes, "bytes"),
          ...unreached("runtime-limit", "maxLines", policy.maxLines, resultLines, "lines"),
        ];
      case "paging":
        return unpaged(policy, resultBytes);
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
