import type { DeadSetting } from "../model/problem.ts";
import type {
  OffloadConfig,
  PolicyConfig,
  PolicyKind,
  Profile,
  SpillConfig,
  SummarizeConfig,
} from "../model/profile.ts";

/** A UTF-16 unit is at most this many bytes of UTF-8. */
const UNIT_BYTES = 3;

/** A setting with the value from which it would act, where there is one. */
function dead(policy: PolicyKind, param: string, reason: string, liveFrom: number): DeadSetting {
  return { policy, param, reason, ...(liveFrom > 0 ? { liveFrom } : {}) };
}

function offloadAlone(config: OffloadConfig): DeadSetting[] {
  const most = config.thresholdTokens * 4;
  const lines = config.previewLines + config.tailLines;
  if (lines * config.previewLineChars <= most) return [];
  const reason = `a preview of ${lines} lines of ${config.previewLineChars} characters can be larger than the threshold (${most} characters): it is cut short`;
  return [
    dead("offload", "previewLines", reason, Math.floor(most / config.previewLineChars) - config.tailLines),
  ];
}

function spillAlone(config: SpillConfig): DeadSetting[] {
  const kept = config.headBytes + config.tailBytes;
  if (config.spillBytes === 0 || kept < config.spillBytes) return [];
  const reason = `head and tail together (${kept}) hold all that spillBytes (${config.spillBytes}) lets through: just above it nothing is gained`;
  return [dead("spill", "headBytes", reason, config.spillBytes - config.tailBytes - 1)];
}

function summarizeAlone(config: SummarizeConfig): DeadSetting[] {
  const { trigger, keepRecent, maxSummaryTokens } = config;
  if ("messages" in trigger && keepRecent >= trigger.messages)
    return [
      dead(
        "summarize",
        "keepRecent",
        `the last ${keepRecent} messages are always kept: at a trigger of ${trigger.messages} messages hardly one can be covered`,
        trigger.messages - 1,
      ),
    ];
  if ("tokens" in trigger && maxSummaryTokens >= trigger.tokens)
    return [
      dead(
        "summarize",
        "maxSummaryTokens",
        `a summary of up to ${maxSummaryTokens} tokens can itself pass the trigger of ${trigger.tokens}`,
        trigger.tokens - 1,
      ),
    ];
  return [];
}

/** Offload behind spill: the last in the list acts first, so spill stands after it there. */
function offloadBehindSpill(offload: OffloadConfig, spill: SpillConfig): DeadSetting[] {
  const bound = spill.spillBytes === 0 ? spill.maxToolOutputBytes : spill.spillBytes;
  if (offload.thresholdTokens * 4 < bound) return [];
  const reason = `spill acts before it and leaves plain text of at most ${bound} bytes: no such text is over ${offload.thresholdTokens} tokens`;
  return [dead("offload", "thresholdTokens", reason, Math.ceil(bound / 4) - 1)];
}

function spillBehindOffload(spill: SpillConfig, offload: OffloadConfig): DeadSetting[] {
  const most = offload.thresholdTokens * 4 * UNIT_BYTES;
  if (spill.spillBytes === 0 || spill.spillBytes < most) return [];
  const reason = `offload acts before it and leaves at most ${offload.thresholdTokens} tokens, ${most} bytes`;
  return [dead("spill", "spillBytes", reason, most - 1)];
}

function pairs(policies: readonly PolicyConfig[]): DeadSetting[] {
  const offload = policies.find((policy) => policy.kind === "offload");
  const spill = policies.find((policy) => policy.kind === "spill");
  if (!offload || !spill) return [];
  return policies.indexOf(spill) > policies.indexOf(offload)
    ? offloadBehindSpill(offload, spill)
    : spillBehindOffload(spill, offload);
}

function alone(policy: PolicyConfig): DeadSetting[] {
  switch (policy.kind) {
    case "offload":
      return offloadAlone(policy);
    case "spill":
      return spillAlone(policy);
    case "summarize":
      return summarizeAlone(policy);
  }
}

/** Settings of a profile that can never act or that do harm, whatever the transcript (policies, section 4). */
export function deadSettings(profile: Profile): DeadSetting[] {
  return [...profile.policies.flatMap(alone), ...pairs(profile.policies)];
}
