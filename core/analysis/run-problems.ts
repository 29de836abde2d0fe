import { countedIn } from "../lib/counted.ts";
import type { Run } from "../engine/run.ts";
import type { DeadSetting, ProfileProblems } from "../model/problem.ts";
import type { PolicyConfig } from "../model/profile.ts";
import { type RequestView, measureCount, measureTokens } from "../policies/request-view.ts";

/** A limit on requests: which parameter, what it is held against, and from which value on it acts. */
interface RequestLimit {
  readonly param: string;
  readonly value: number;
  readonly unit: "tokens" | "messages";
  /** Whether a request of exactly the limit is acted on. */
  readonly inclusive: boolean;
}

function limitOf(policy: PolicyConfig): RequestLimit | undefined {
  switch (policy.kind) {
    case "summarize": {
      const inclusive = policy.comparator === ">=";
      return "tokens" in policy.trigger
        ? { param: "trigger.tokens", value: policy.trigger.tokens, unit: "tokens", inclusive }
        : { param: "trigger.messages", value: policy.trigger.messages, unit: "messages", inclusive };
    }
    case "clear-tool-uses":
      return { param: "triggerTokens", value: policy.triggerTokens, unit: "tokens", inclusive: false };
    case "window":
      return policy.maxMessages === undefined
        ? { param: "maxTokens", value: policy.maxTokens ?? 0, unit: "tokens", inclusive: false }
        : { param: "maxMessages", value: policy.maxMessages, unit: "messages", inclusive: false };
    default:
      return undefined;
  }
}

const MEASURE: { readonly [U in RequestLimit["unit"]]: (view: RequestView) => number } = {
  tokens: measureTokens,
  messages: measureCount,
};

/** The largest request of a run in a unit. */
function peakOf(run: Run, unit: RequestLimit["unit"]): number {
  let peak = 0;
  for (const { view } of run.records()) peak = Math.max(peak, MEASURE[unit](view));
  return peak;
}

/** A limit that no request of the run is past: what the other policies leave is what counts. */
function neverReached(run: Run, policy: PolicyConfig): DeadSetting[] {
  const limit = limitOf(policy);
  const acted = (): boolean =>
    run.happenings.some(
      (event) =>
        event.policy === policy.kind && event.action !== "passed" && event.action !== "summary-applied",
    );
  if (!limit || acted()) return [];
  const peak = peakOf(run, limit.unit);
  if (limit.inclusive ? peak >= limit.value : peak > limit.value) return [];
  const reason = `no request of this transcript is past it: the largest has ${countedIn(peak, limit.unit)}`;
  const liveFrom = limit.inclusive ? peak : peak - 1;
  return [{ policy: policy.kind, param: limit.param, reason, ...(liveFrom >= 1 ? { liveFrom } : {}) }];
}

/** The problems of a profile with what only its run on a thread shows: limits on requests that none of them reaches. */
export function runProblems(run: Run, problems: ProfileProblems): ProfileProblems {
  return {
    ...problems,
    dead: [...problems.dead, ...run.profile.policies.flatMap((policy) => neverReached(run, policy))],
  };
}
