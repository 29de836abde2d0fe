import { counted } from "../lib/counted.ts";
import { nearestName } from "../lib/nearest.ts";
import { field, isJsonObject } from "../model/json.ts";
import type { DeadSetting, ProfileError, ProfileProblems } from "../model/problem.ts";
import {
  COUNTER_NAMES,
  type PolicyConfig,
  type PolicyInput,
  type PolicyKind,
  type Profile,
  type ProfileInput,
  RESULT_FORMS,
} from "../model/profile.ts";
import type { Thread } from "../model/thread.ts";
import { withResults } from "../model/seen.ts";
import { deadSettings } from "./dead-settings.ts";
import { effectiveProfile, withDefaults } from "./defaults.ts";
import { POLICY_KINDS, POLICY_SPECS, type ParamSpec, valueAt } from "./parameters.ts";
import { deadInThread } from "./thread-settings.ts";

/** A profile that passed, or what is wrong with it. `profile` is absent when there are errors. */
export interface CheckedProfile {
  readonly profile?: Profile;
  readonly problems: ProfileProblems;
}

/** Bounds of a profile's own numbers. */
const OWN_NUMBERS = { maxPromptSectionTokens: 0, contextWindow: 1, mediaTokens: 0 } as const;
const OWN_KEYS = ["name", "tokenCounter", "results", ...Object.keys(OWN_NUMBERS), "policies"];

function unknownKey(policy: string, key: string, known: readonly string[]): ProfileError {
  const nearest = nearestName(key, known);
  const hint = nearest ? `did you mean ${nearest}?` : `known are ${known.join(", ")}`;
  return { policy, param: key, reason: `no such key: ${hint}`, ...(nearest ? { nearest } : {}) };
}

function numberError(
  policy: string,
  param: string,
  value: unknown,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): ProfileError | undefined {
  if (typeof value !== "number" || !Number.isSafeInteger(value))
    return { policy, param, reason: `a whole number is needed, not ${shown(value)}` };
  if (value < min)
    return {
      policy,
      param,
      reason: `${counted(value)} is below the least, ${counted(min)}`,
      fix: { param, value: min },
    };
  return value > max
    ? {
        policy,
        param,
        reason: `${counted(value)} is above the most, ${counted(max)}`,
        fix: { param, value: max },
      }
    : undefined;
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? "nothing";
  return json.length > 40 ? `${json.slice(0, 40)}…` : json;
}

function valueError(kind: string, param: ParamSpec, value: unknown): ProfileError | undefined {
  const reason = (what: string): ProfileError => ({
    policy: kind,
    param: param.key,
    reason: `${what} is needed, not ${shown(value)}`,
  });
  switch (param.type) {
    case "integer":
      return numberError(
        kind,
        param.key,
        value,
        param.zeroIsDefault ? Number.MIN_SAFE_INTEGER : (param.min ?? 0),
        param.max,
      );
    case "boolean":
      return typeof value === "boolean" ? undefined : reason("true or false");
    case "choice":
      return param.choices?.includes(value as string)
        ? undefined
        : reason(`one of ${param.choices?.join(", ")}`);
    case "text":
      return typeof value === "string" ? undefined : reason("a text");
    case "names":
      return Array.isArray(value) && value.every((name) => typeof name === "string")
        ? undefined
        : reason("a list of names");
  }
}

/** Every key of a policy must be a parameter, or lead to one. */
function keyErrors(kind: PolicyKind, value: object, prefix: string): ProfileError[] {
  const keys = POLICY_SPECS[kind].params.map((param) => param.key);
  return Object.keys(value).flatMap((key) => {
    const path = prefix + key;
    if (path === "kind" || keys.includes(path)) return [];
    const inner: unknown = (value as Record<string, unknown>)[key];
    if (!keys.some((known) => known.startsWith(`${path}.`))) return [unknownKey(kind, path, keys)];
    return isJsonObject(inner)
      ? keyErrors(kind, inner, `${path}.`)
      : [{ policy: kind, param: path, reason: `an object is needed, not ${shown(inner)}` }];
  });
}

function policyErrors(kind: PolicyKind, policy: object): ProfileError[] {
  const errors = keyErrors(kind, policy, "");
  for (const param of POLICY_SPECS[kind].params) {
    const value = valueAt(policy, param.key);
    if (value === undefined) continue;
    const error = valueError(kind, param, value);
    if (error) errors.push(error);
    if (param.instead !== undefined && param.default !== null && valueAt(policy, param.instead) !== undefined)
      errors.push({
        policy: kind,
        param: param.key,
        reason: `only one of ${param.key} and ${param.instead} can be set`,
      });
  }
  return errors;
}

/** One size that must not be more than another of the same policy. */
function largerThan(policy: PolicyConfig, param: string, most: string): ProfileError[] {
  const value = valueAt(policy, param) as number;
  const limit = valueAt(policy, most) as number;
  if (value <= limit) return [];
  const reason = `${counted(value)} is more than ${most}, ${counted(limit)}`;
  return [{ policy: policy.kind, param, reason, fix: { param, value: limit } }];
}

/** What one field alone cannot show; defaults are filled in. */
function jointErrors(policy: PolicyConfig): ProfileError[] {
  if (policy.kind === "offload") return largerThan(policy, "maxResultBytes", "maxTotalBytes");
  if (policy.kind === "respond-limit") return largerThan(policy, "maxSummaryBytes", "maxResponseBytes");
  if (
    policy.kind === "summarize" &&
    policy.compressor.kind === "fixed" &&
    typeof policy.compressor.text !== "string"
  )
    return [{ policy: "summarize", param: "compressor.text", reason: "the fixed compressor needs its text" }];
  return [];
}

/** Policies that do not go together. */
function pairErrors(policies: readonly unknown[]): ProfileError[] {
  const kinds = policies.map((policy) => field(policy, "kind"));
  if (!kinds.includes("summarize") || !kinds.includes("window")) return [];
  const reason = "summarize and window both shape the older messages: take one of them out";
  return [{ policy: "window", param: "kind", reason }];
}

function listErrors(policies: readonly unknown[]): ProfileError[] {
  const seen = new Set<string>();
  return policies.flatMap((policy): ProfileError[] => {
    const kind = isJsonObject(policy) && Object.hasOwn(policy, "kind") ? policy["kind"] : undefined;
    if (!isJsonObject(policy) || typeof kind !== "string")
      return [{ policy: "profile", param: "policies", reason: "each policy is an object with a kind" }];
    if (!(POLICY_KINDS as readonly string[]).includes(kind)) {
      const nearest = nearestName(kind, POLICY_KINDS);
      const hint = nearest ? `did you mean ${nearest}?` : `there are ${POLICY_KINDS.join(", ")}`;
      return [
        { policy: kind, param: "kind", reason: `no such policy: ${hint}`, ...(nearest ? { nearest } : {}) },
      ];
    }
    if (seen.has(kind))
      return [{ policy: kind, param: "kind", reason: "two policies of one kind: take one out" }];
    seen.add(kind);
    const errors = policyErrors(kind as PolicyKind, policy);
    return errors.length > 0 ? errors : jointErrors(withDefaults(policy as unknown as PolicyInput));
  });
}

function ownErrors(input: Record<string, unknown>): ProfileError[] {
  const errors: ProfileError[] = [];
  for (const key of Object.keys(input))
    if (!OWN_KEYS.includes(key)) errors.push(unknownKey("profile", key, OWN_KEYS));
  for (const [key, min] of Object.entries(OWN_NUMBERS)) {
    const error = input[key] === undefined ? undefined : numberError("profile", key, input[key], min);
    if (error) errors.push(error);
  }
  const { name, tokenCounter, results } = input;
  if (name !== undefined && typeof name !== "string")
    errors.push({ policy: "profile", param: "name", reason: "a text is needed" });
  if (tokenCounter !== undefined && !(COUNTER_NAMES as readonly unknown[]).includes(tokenCounter))
    errors.push({
      policy: "profile",
      param: "tokenCounter",
      reason: `one of ${COUNTER_NAMES.join(", ")} is needed, not ${shown(tokenCounter)}`,
    });
  if (results !== undefined && !(RESULT_FORMS as readonly unknown[]).includes(results))
    errors.push({
      policy: "profile",
      param: "results",
      reason: `one of ${RESULT_FORMS.join(", ")} is needed, not ${shown(results)}`,
    });
  return errors;
}

/** Checks what people wrote as a profile (policies, section 4). With a thread, also what only the thread can show. */
export function checkProfile(input: unknown, thread?: Thread): CheckedProfile {
  if (!isJsonObject(input))
    return failed([
      { policy: "profile", param: "profile", reason: `an object is needed, not ${shown(input)}` },
    ]);
  const { policies } = input as { policies?: unknown };
  const listed = Array.isArray(policies)
    ? [...listErrors(policies), ...pairErrors(policies)]
    : [{ policy: "profile", param: "policies", reason: "a list of policies is needed" }];
  const errors = [...ownErrors(input as Record<string, unknown>), ...listed];
  if (errors.length > 0) return failed(errors);
  const profile = effectiveProfile(input as unknown as ProfileInput);
  const dead: DeadSetting[] = [
    ...deadSettings(profile),
    ...(thread ? deadInThread(profile, withResults(thread, profile.results)) : []),
  ];
  return { profile, problems: { errors, dead } };
}

function failed(errors: readonly ProfileError[]): CheckedProfile {
  return { problems: { errors, dead: [] } };
}
