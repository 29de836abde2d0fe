import type { RunView } from "../../core/contract/run-view.ts";

/** How often a run did something, with the word for one and for many. */
export interface RunCount {
  readonly count: number;
  readonly one: string;
  readonly many: string;
}

/** The totals whose names are their words. */
const ALIKE = ["offloaded", "evicted", "spilled", "paged", "limited", "cut", "repaired"] as const;

/** What a run did, most telling first: nothing that it never did, but for summaries where one was to be expected. */
export function runCounts({ totals, profile }: Pick<RunView, "totals" | "profile">): readonly RunCount[] {
  const expected = profile.policies.some(({ kind }) => kind === "summarize");
  const fires = { count: totals.fires, one: "fire", many: "fires" };
  const rest = ALIKE.map((name) => ({ count: totals[name], one: name, many: name }));
  return [fires, ...rest].filter(({ count, one }) => count > 0 || (one === "fire" && expected));
}
