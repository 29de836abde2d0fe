import type { PolicyConfig, PolicyInput, Profile, ProfileInput } from "../model/profile.ts";
import { type ParamSpec, POLICY_SPECS, valueAt, withValueAt } from "./parameters.ts";

/** Whether a value stands for itself and not for the default. */
export function isGiven(param: ParamSpec, value: unknown): boolean {
  return value !== undefined && !(param.zeroIsDefault && typeof value === "number" && value <= 0);
}

/** A policy with every parameter that it leaves out set to its default. The input is not checked here. */
export function withDefaults(input: PolicyInput): PolicyConfig {
  let config: object = { ...input };
  for (const param of POLICY_SPECS[input.kind].params) {
    const taken = param.instead !== undefined && valueAt(config, param.instead) !== undefined;
    if (param.default === null || taken || isGiven(param, valueAt(config, param.key))) continue;
    config = withValueAt(config, param.key, param.default);
  }
  return config as PolicyConfig;
}

/** Defaults of a profile's own settings. */
export const PROFILE_DEFAULTS = {
  name: "",
  tokenCounter: "chars4",
  maxPromptSectionTokens: 8000,
  contextWindow: 200_000,
  mediaTokens: 1500,
  results: "full",
} as const;

/** A whole profile from a checked input. */
export function effectiveProfile(input: ProfileInput): Profile {
  const { policies, ...own } = input;
  return { ...PROFILE_DEFAULTS, ...own, policies: policies.map(withDefaults) };
}
