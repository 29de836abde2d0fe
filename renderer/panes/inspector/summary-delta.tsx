import type { FactKind, SummaryReport } from "../../../core/model/run-answers.ts";
import { useSummaries } from "../../data/run-queries.ts";
import { formatCount, formatDelta } from "../../widgets/quantity.tsx";
import { Delta, usePinnedPlace } from "./pinned.tsx";

/** The summaries as they were at the pinned step; undefined where none is pinned, and until they are known. */
export function usePinnedSummaries(): SummaryReport | undefined {
  const place = usePinnedPlace();
  const { data, stale } = useSummaries(place);
  return place && !stale ? data : undefined;
}

function tokensOf({ versions, inForce }: SummaryReport): number {
  return versions[inForce]?.tokens ?? 0;
}

interface SummaryDeltaProps {
  readonly report: SummaryReport;
  readonly pinned: SummaryReport | undefined;
}

/** How many more messages the summary in force stands for than that of the pinned step, and how much longer it is. */
export function SummaryDelta({ report, pinned }: SummaryDeltaProps) {
  if (!pinned) return null;
  const messages = formatDelta(report.coveredEnd - pinned.coveredEnd);
  const tokens = formatDelta(tokensOf(report) - tokensOf(pinned));
  const title = `Against step ${formatCount(pinned.step)}: covers ${messages} messages, is ${tokens} tokens long`;
  return (
    <Delta step={pinned.step} title={title}>
      {messages} messages, {tokens} tok
    </Delta>
  );
}

/** How many more facts of a kind were lost than at the pinned step. */
export function lostSince(report: SummaryReport, pinned: SummaryReport, kind: FactKind): number {
  const lost = ({ survival }: SummaryReport) => survival.find((one) => one.kind === kind)?.lost ?? 0;
  return lost(report) - lost(pinned);
}
