import type { Run } from "../engine/run.ts";
import type { PolicyConfig } from "../model/profile.ts";
import type { RunStepRow, ThresholdLine } from "../model/run-view.ts";

/** A threshold of a whole request, by policy. */
function lineOf(policy: PolicyConfig): ThresholdLine | undefined {
  const line = (
    param: string,
    value: number,
    label: string,
    unit: ThresholdLine["unit"] = "tokens",
  ): ThresholdLine => ({ policy: policy.kind, param, value, label, unit });
  switch (policy.kind) {
    case "summarize": {
      const { trigger } = policy;
      const label = policy.comparator === ">=" ? "summarize from" : "summarize past";
      return "tokens" in trigger
        ? line("trigger.tokens", trigger.tokens, label)
        : line("trigger.messages", trigger.messages, label, "messages");
    }
    case "window":
      if (policy.maxTokens !== undefined) return line("maxTokens", policy.maxTokens, "prune past");
      return policy.maxMessages === undefined
        ? undefined
        : line("maxMessages", policy.maxMessages, "prune past", "messages");
    case "clear-tool-uses":
      return line("triggerTokens", policy.triggerTokens, "clear past");
    default:
      return undefined;
  }
}

/**
 * The messages that a policy counted at each step before it acted. Its first event of a step says it; a step that was
 * jumped over is one that it let pass as it was, so that its request holds what was counted.
 */
function countedBy(policy: string, run: Run, steps: readonly RunStepRow[]): readonly number[] {
  const told = new Map<number, number>();
  for (const { policy: by, step, measured } of run.happenings)
    if (by === policy && measured?.unit === "messages" && !told.has(step)) told.set(step, measured.value);
  return steps.map(({ step, request }) => told.get(step) ?? request.messages);
}

/** The thresholds of a run's profile that are levels of its requests, in the profile's order. */
export function thresholdLines(run: Run, steps: readonly RunStepRow[]): ThresholdLine[] {
  return run.profile.policies.flatMap((policy) => {
    const line = lineOf(policy);
    if (!line) return [];
    return line.unit === "messages" ? [{ ...line, counted: countedBy(policy.kind, run, steps) }] : [line];
  });
}
