import { counterNamed } from "../model/counter.ts";
import { resultsOf } from "../model/message.ts";
import type { DeadSetting } from "../model/problem.ts";
import type { OffloadConfig, Profile, SpillConfig, SummarizeConfig } from "../model/profile.ts";
import { COLUMN, sizeOf, sizeOfText, sizeOfTools } from "../model/size.ts";
import { metricsOf } from "../model/text-metrics.ts";
import type { Thread } from "../model/thread.ts";

/** What a thread holds at most, for settings that nothing in it reaches. */
interface Extremes {
  readonly resultTokens: number;
  readonly resultBytes: number;
  /** Tokens of each message, and of the system prompt with the tools. */
  readonly tokens: readonly number[];
  readonly fixed: number;
}

const known = new WeakMap<Thread, Map<string, Extremes>>();

function measure(thread: Thread, profile: Profile): Extremes {
  const counting = { counter: counterNamed(profile.tokenCounter), mediaTokens: profile.mediaTokens };
  let resultTokens = 0;
  let resultBytes = 0;
  for (const message of thread.messages)
    for (const result of resultsOf(message)) {
      const metrics = metricsOf(result.parts);
      resultTokens = Math.max(resultTokens, metrics.tokens);
      resultBytes = Math.max(resultBytes, metrics.bytes);
    }
  const tokens = thread.messages.map((message) => sizeOf(message, counting)[COLUMN.tokens] as number);
  const fixed = sizeOfText(thread.system ?? "", counting).tokens + sizeOfTools(thread.tools, counting).tokens;
  return { resultTokens, resultBytes, tokens, fixed };
}

function extremesOf(thread: Thread, profile: Profile): Extremes {
  const key = `${profile.tokenCounter} ${profile.mediaTokens}`;
  const all = known.get(thread) ?? new Map<string, Extremes>();
  known.set(thread, all);
  const found = all.get(key) ?? measure(thread, profile);
  all.set(key, found);
  return found;
}

function offloadIn(config: OffloadConfig, { resultTokens }: Extremes): DeadSetting[] {
  if (resultTokens > config.thresholdTokens) return [];
  const reason = `no result of this transcript is over it: the largest has ${resultTokens} tokens`;
  return [
    {
      policy: "offload",
      param: "thresholdTokens",
      reason,
      ...(resultTokens > 1000 ? { liveFrom: resultTokens - 1 } : {}),
    },
  ];
}

function spillIn(config: SpillConfig, { resultBytes }: Extremes): DeadSetting[] {
  if (config.spillBytes === 0 || resultBytes > config.spillBytes) return [];
  const reason = `no result of this transcript is over it: the largest has ${resultBytes} bytes`;
  return [
    {
      policy: "spill",
      param: "spillBytes",
      reason,
      ...(resultBytes > 1 ? { liveFrom: resultBytes - 1 } : {}),
    },
  ];
}

function summarizeIn(config: SummarizeConfig, { tokens, fixed }: Extremes): DeadSetting[] {
  if (!("tokens" in config.trigger)) return [];
  const trigger = config.trigger.tokens;
  const total = tokens.reduce((sum, count) => sum + count, fixed);
  if (total <= trigger) {
    const reason = `this transcript never reaches it: all of it is ${total} tokens`;
    return [
      { policy: "summarize", param: "trigger.tokens", reason, ...(total > 1 ? { liveFrom: total - 1 } : {}) },
    ];
  }
  const recent = tokens.slice(-config.keepRecent).reduce((sum, count) => sum + count, fixed);
  if (recent <= trigger) return [];
  return [
    {
      policy: "summarize",
      param: "keepRecent",
      reason: `the last ${config.keepRecent} messages alone are ${recent} tokens: a summary cannot bring the request under the trigger`,
    },
  ];
}

/** Settings that this thread can never bring to act, or that it makes harmful (policies, section 4). */
export function deadInThread(profile: Profile, thread: Thread): DeadSetting[] {
  const extremes = extremesOf(thread, profile);
  return profile.policies.flatMap((policy) => {
    switch (policy.kind) {
      case "offload":
        return offloadIn(policy, extremes);
      case "spill":
        return spillIn(policy, extremes);
      case "summarize":
        return summarizeIn(policy, extremes);
    }
  });
}
