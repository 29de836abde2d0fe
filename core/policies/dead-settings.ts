import { counted } from "../lib/counted.ts";
import type { DeadSetting } from "../model/problem.ts";
import type {
  OffloadConfig,
  PolicyConfig,
  PolicyKind,
  Profile,
  SpillConfig,
  SummarizeConfig,
} from "../model/profile.ts";
import { stackOrder } from "./stack-order.ts";

/** A UTF-16 unit is at most this many bytes of UTF-8. */
const UNIT_BYTES = 3;

/** The lowest values that offload.thresholdTokens and summarize.maxSummaryTokens may have. */
const LEAST_OFFLOAD = 1000;
const LEAST_SUMMARY = 32;

/** A setting with the value from which it would act, where it is one that the parameter may have: `least` or more. */
function dead(policy: PolicyKind, param: string, reason: string, liveFrom: number, least = 1): DeadSetting {
  return { policy, param, reason, ...(liveFrom >= least ? { liveFrom } : {}) };
}

function offloadAlone(config: OffloadConfig): DeadSetting[] {
  const most = config.thresholdTokens * 4;
  const lines = config.previewLines + config.tailLines;
  if (lines * config.previewLineChars <= most) return [];
  const reason = `a preview of ${counted(lines)} lines of ${counted(config.previewLineChars)} characters can be larger than the threshold (${counted(most)} characters): it is cut short`;
  return [
    dead("offload", "previewLines", reason, Math.floor(most / config.previewLineChars) - config.tailLines, 0),
  ];
}

function spillAlone(config: SpillConfig): DeadSetting[] {
  const kept = config.headBytes + config.tailBytes;
  if (config.spillBytes === 0 || kept < config.spillBytes) return [];
  const reason = `head and tail together (${counted(kept)}) hold all that spillBytes (${counted(config.spillBytes)}) lets through: just above it nothing is gained`;
  return [dead("spill", "headBytes", reason, config.spillBytes - config.tailBytes - 1, 0)];
}

function summarizeAlone(config: SummarizeConfig): DeadSetting[] {
  const { trigger, keepRecent, maxSummaryTokens } = config;
  if ("messages" in trigger && keepRecent >= trigger.messages)
    return [
      dead(
        "summarize",
        "keepRecent",
        `the last ${counted(keepRecent)} messages are always kept: at a trigger of ${counted(trigger.messages)} messages hardly one can be covered`,
        trigger.messages - 1,
      ),
    ];
  if ("tokens" in trigger && maxSummaryTokens >= trigger.tokens)
    return [
      dead(
        "summarize",
        "maxSummaryTokens",
        `a summary of up to ${counted(maxSummaryTokens)} tokens can itself pass the trigger of ${counted(trigger.tokens)}`,
        trigger.tokens - 1,
        LEAST_SUMMARY,
      ),
    ];
  return [];
}

/** Bytes that a paging trailer may have: identities are as long as their thread's id. */
const TRAILER_BYTES = 1024;

/** The most bytes of plain text that a policy leaves in a result; undefined where it sets no bound. */
function leaves(policy: PolicyConfig): number | undefined {
  switch (policy.kind) {
    case "runtime-limit":
      return policy.maxBytes;
    case "respond-limit":
      return policy.maxResponseBytes;
    case "paging":
      return Math.max(policy.thresholdBytes, policy.pageBytes + TRAILER_BYTES);
    case "spill":
      return policy.spillBytes === 0 ? policy.maxToolOutputBytes : policy.spillBytes;
    case "offload":
      return policy.thresholdTokens * 4 * UNIT_BYTES;
    default:
      return undefined;
  }
}

/** Where a policy that acts on results begins to act. */
interface Threshold {
  readonly param: string;
  /** The bytes of text that it needs more than, to act. */
  readonly bytes: number;
  /** The lowest value that the parameter may have. */
  readonly least: number;
  live(bound: number): number;
}

/** The threshold of a policy that acts on results; undefined where it has none. */
function threshold(policy: PolicyConfig): Threshold | undefined {
  const under = (bound: number): number => bound - 1;
  switch (policy.kind) {
    case "respond-limit": {
      const { maxResponseBytes: bytes, maxSummaryBytes: least } = policy;
      return { param: "maxResponseBytes", bytes, least, live: under };
    }
    case "paging":
      return { param: "thresholdBytes", bytes: policy.thresholdBytes, least: 0, live: under };
    case "spill":
      return policy.spillBytes === 0
        ? { param: "maxToolOutputBytes", bytes: policy.maxToolOutputBytes, least: 0, live: under }
        : { param: "spillBytes", bytes: policy.spillBytes, least: 1, live: under };
    case "offload":
      return {
        param: "thresholdTokens",
        bytes: policy.thresholdTokens * 4,
        least: LEAST_OFFLOAD,
        live: (bound) => Math.ceil(bound / 4) - 1,
      };
    default:
      return undefined;
  }
}

/** The policy that leaves the least of a text, and how much that is. */
interface Tightest {
  readonly kind: PolicyKind;
  readonly most: number;
}

/** Policies that let a tool's failure pass whole, and those that treat it like any other result. */
const PASS_FAILURES: readonly PolicyKind[] = ["offload", "respond-limit"];
const TREAT_FAILURES: readonly PolicyKind[] = ["spill", "paging"];

function tooLittle({ kind, most }: Tightest, policy: PolicyKind): string {
  const left = `${kind} acts before it and leaves at most ${counted(most)} bytes of a text`;
  return PASS_FAILURES.includes(kind) && TREAT_FAILURES.includes(policy)
    ? `${left} that is no failure: only failures can be over it`
    : `${left}: no such text is over it`;
}

/** A policy behind others that leave too little of a result for it ever to act: the tightest of them is named. */
function starved(policy: PolicyConfig, before: readonly PolicyConfig[]): DeadSetting[] {
  const own = threshold(policy);
  const bounds = before.map((one): Tightest => ({ kind: one.kind, most: leaves(one) ?? Infinity }));
  const tightest = bounds.toSorted((a, b) => a.most - b.most)[0];
  if (!own || !tightest) return [];
  const reason = tooLittle(tightest, policy.kind);
  if (own.bytes >= tightest.most)
    return [dead(policy.kind, own.param, reason, own.live(tightest.most), own.least)];
  // A page that holds all that is left is no page.
  return policy.kind === "paging" && policy.pageBytes >= tightest.most
    ? [dead("paging", "pageBytes", reason, tightest.most - 1)]
    : [];
}

/** Results come back in reverse order: media must be externalised before the size is measured. */
function wrongOrder(policies: readonly PolicyConfig[]): DeadSetting[] {
  const at = (kind: PolicyKind): number => policies.findIndex((policy) => policy.kind === kind);
  if (at("attachments") === -1 || at("respond-limit") < at("attachments")) return [];
  const reason =
    "respond-limit belongs before attachments in the list: results come back in reverse order, and inline media would be measured before they are externalised";
  return [dead("respond-limit", "policies", reason, 0)];
}

/** The last in the stack acts first on a result. */
function pairs(policies: readonly PolicyConfig[]): DeadSetting[] {
  const order = stackOrder(policies);
  return order.flatMap((policy, at) => starved(policy, order.slice(at + 1)));
}

function alone(policy: PolicyConfig): DeadSetting[] {
  switch (policy.kind) {
    case "offload":
      return offloadAlone(policy);
    case "spill":
      return spillAlone(policy);
    case "summarize":
      return summarizeAlone(policy);
    default:
      return [];
  }
}

/** Settings of a profile that can never act or that do harm, whatever the transcript (policies, section 4). */
export function deadSettings(profile: Profile): DeadSetting[] {
  return [...profile.policies.flatMap(alone), ...pairs(profile.policies), ...wrongOrder(profile.policies)];
}
