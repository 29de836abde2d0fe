import { useMemo } from "react";
import type { RunView, ThresholdLine } from "../../../core/contract/run-view.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { POLICY_SPECS, valueAt } from "../../../core/policies/parameters.ts";
import { draft, useDraft } from "../../state/draft.ts";
import { useLayoutState } from "../../state/layout.ts";
import type { Threshold } from "../../widgets/chart/threshold.ts";
import { formatCount, formatShort, plural } from "../../widgets/quantity.tsx";

/** What of a run has levels. */
type Levelled = Pick<RunView, "lines" | "profile">;

/**
 * The run's threshold lines as levels that move the draft, and the context window as one that does not. A level in
 * messages goes with the line that it is held against.
 */
export function useThresholds(run: Levelled | undefined): readonly Threshold[] {
  const profile = useDraft((state) => state.profile);
  const hidden = useLayoutState(({ hiddenLines }) => hiddenLines.includes("messages"));
  return useMemo(() => {
    const all = run ? thresholds(run, profile) : [];
    return hidden ? all.filter(({ scale }) => scale === undefined) : all;
  }, [run, profile, hidden]);
}

/** The levels of a run under the draft: a line shows the draft's value at once, before the run has followed. */
export function thresholds(run: Levelled, profile: ProfileInput): readonly Threshold[] {
  const lines = run.lines.map((line) => movable(line, profile)).filter((one) => one !== undefined);
  return [...lines, contextWindow(profile.contextWindow ?? run.profile.contextWindow)];
}

function contextWindow(value: number): Threshold {
  return {
    id: "context-window",
    label: "context window",
    tag: `context window ${formatShort(value)}`,
    value,
    colour: "var(--danger)",
    valueText: `${formatCount(value)} tokens`,
  };
}

function movable(line: ThresholdLine, profile: ProfileInput): Threshold | undefined {
  const at = profile.policies.findIndex((policy) => policy.kind === line.policy);
  if (at < 0) return undefined;
  const drafted = valueAt(profile.policies[at], line.param);
  const value = typeof drafted === "number" ? drafted : line.value;
  const messages = line.unit === "messages";
  return {
    id: `${line.policy}.${line.param}`,
    label: line.label,
    tag: `${line.label} ${messages ? plural(value, "message") : formatShort(value)}`,
    value,
    colour: messages ? "var(--disp-paged)" : "var(--accent)",
    valueText: messages ? plural(value, "message") : `${formatCount(value)} tokens`,
    ...(messages ? { scale: "second" } : {}),
    min: smallest(line),
    onMove: (next) => draft.getState().editParam(at, line.param, next, { transient: true }),
    onSettle: () => draft.getState().settle(),
  };
}

function smallest(line: ThresholdLine): number {
  const spec = Object.values(POLICY_SPECS).find((one) => one.kind === line.policy);
  return spec?.params.find((param) => param.key === line.param)?.min ?? 1;
}
