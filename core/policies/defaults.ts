import type { PolicyConfig, PolicyInput, Profile, ProfileInput } from "../model/profile.ts";
import { POLICY_SPECS, valueAt, withValueAt } from "./parameters.ts";

/** A policy with every parameter that it leaves out set to its default. The input is not checked here. */
export function withDefaults(input: PolicyInput): PolicyConfig {
  let config: object = { ...input };
  for (const param of POLICY_SPECS[input.kind].params) {
    const taken = param.instead !== undefined && valueAt(config, param.instead) !== undefined;
    if (param.default === null || taken || valueAt(config, param.key) !== undefined) continue;
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
} as const;

/** A whole profile from a checked input. */
export function effectiveProfile(input: ProfileInput): Profile {
  const { policies, ...own } = input;
  return { ...PROFILE_DEFAULTS, ...own, policies: policies.map(withDefaults) };
}
