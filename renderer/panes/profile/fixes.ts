import { isJsonObject, type Json } from "../../../core/model/json.ts";
import type { PolicyInput, ProfileInput } from "../../../core/model/profile.ts";
import { valueAt, withValueAt } from "../../../core/policies/parameters.ts";
import type { Problem } from "./problems.ts";
import { said } from "./values.ts";

/** A change that mends a problem, as a button shows it. */
export interface Fix {
  readonly label: string;
  apply(profile: ProfileInput): ProfileInput;
}

type Config = Record<string, unknown>;

/** The kind of a policy as it was typed, which may be none that there is. */
export function kindOf(policy: unknown): string | undefined {
  const kind = isJsonObject(policy) && Object.hasOwn(policy, "kind") ? policy["kind"] : undefined;
  return typeof kind === "string" ? kind : undefined;
}

/** Position of the policy that a problem is about: of two of a kind the second is the one too many. */
export function policyIndex(profile: ProfileInput, problem: Problem): number {
  const { policies } = profile;
  return problem.param === "kind"
    ? policies.findLastIndex((policy) => kindOf(policy) === problem.policy)
    : policies.findIndex((policy) => kindOf(policy) === problem.policy);
}

/** Changes the config that a problem is about: a policy, or the profile itself. */
function changing(problem: Problem, change: (config: Config) => Config): Fix["apply"] {
  return (profile) => {
    if (problem.policy === "profile") return change(profile as unknown as Config) as unknown as ProfileInput;
    const at = policyIndex(profile, problem);
    const policy = profile.policies[at];
    if (!policy) return profile;
    const changed = change(policy as unknown as Config) as unknown as PolicyInput;
    return { ...profile, policies: profile.policies.with(at, changed) };
  };
}

function setting(problem: Problem, param: string, value: Json): Fix {
  return {
    label: `Set ${param} to ${said(value)}`,
    apply: changing(problem, (config) => withValueAt(config, param, value)),
  };
}

/** Renames the last key of a dotted path, in its place among its neighbours. */
function renamed(config: Config, path: string, to: string): Config {
  const parent = path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "";
  const holder = parent === "" ? config : valueAt(config, parent);
  if (!isJsonObject(holder)) return config;
  const from = path.slice(parent === "" ? 0 : parent.length + 1);
  const target = to.includes(".") && parent !== "" ? to.slice(parent.length + 1) : to;
  const next = Object.fromEntries(
    Object.entries(holder).map(([key, value]) => [key === from ? target : key, value]),
  );
  return parent === "" ? next : withValueAt(config, parent, next);
}

function withoutPolicy(problem: Problem): Fix["apply"] {
  return (profile) => ({
    ...profile,
    policies: profile.policies.toSpliced(policyIndex(profile, problem), 1),
  });
}

function nearestFix(problem: Problem, nearest: string): Fix {
  if (problem.param === "kind") {
    return { label: `Use ${nearest}`, apply: changing(problem, (config) => ({ ...config, kind: nearest })) };
  }
  return {
    label: `Rename to ${nearest}`,
    apply: changing(problem, (config) => renamed(config, problem.param, nearest)),
  };
}

/** One click that mends a problem, where there is one. */
export function fixOf(problem: Problem): Fix | undefined {
  if (problem.level === "dead") {
    return problem.liveFrom === undefined ? undefined : setting(problem, problem.param, problem.liveFrom);
  }
  if (problem.fix) return setting(problem, problem.fix.param, problem.fix.value);
  if (problem.nearest !== undefined) return nearestFix(problem, problem.nearest);
  if (problem.param === "kind") return { label: `Take ${problem.policy} out`, apply: withoutPolicy(problem) };
  return undefined;
}
