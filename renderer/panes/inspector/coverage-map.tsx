import { useMemo } from "react";
import type { SummaryReport } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import type { MessageTable } from "../../data/message-table.ts";
import { selection } from "../../state/selection.ts";
import { formatCount, formatShare, formatShort } from "../../widgets/quantity.tsx";

/** A stretch of the thread, [from, to). */
export interface Coverage {
  readonly kind: "summary" | "sent" | "later";
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  /** Number of the summary that first covered it, from 1. */
  readonly version?: number;
}

/** No more stretches than these are drawn: older summaries are drawn as one. */
const MOST = 24;

/** The thread in stretches: what each summary that is still part of the chain covered, what is sent, what comes later. */
export function coverageOf(report: SummaryReport, table: Pick<MessageTable, "sum">): Coverage[] {
  const { versions, inForce, coveredEnd, end, messages } = report;
  const weigh = (from: number, to: number) => table.sum(from, to).tokens;
  const now = versions[inForce];
  const chain = versions
    .map((version, at) => ({ ...version, at }))
    .filter(
      ({ at, step, restoredAtStep }) =>
        now && at <= inForce && step <= report.step && (restoredAtStep ?? Infinity) > report.step,
    );
  const covered = chain.slice(-MOST).map(({ from, to, at }, place): Coverage => {
    const begins = place === 0 ? 0 : from;
    return { kind: "summary", from: begins, to, tokens: weigh(begins, to), version: report.first + at + 1 };
  });
  const start: Coverage[] =
    covered.length === 0 && coveredEnd > 0
      ? [{ kind: "summary", from: 0, to: coveredEnd, tokens: weigh(0, coveredEnd) }]
      : covered;
  const rest: Coverage[] = [
    { kind: "sent", from: coveredEnd, to: end, tokens: weigh(coveredEnd, end) },
    { kind: "later", from: end, to: messages, tokens: weigh(end, messages) },
  ];
  return [...start, ...rest].filter(({ from, to }) => to > from);
}

function said({ kind, from, to, tokens, version }: Coverage): string {
  const range =
    to - from === 1
      ? `Message ${formatCount(from + 1)}`
      : `Messages ${formatCount(from + 1)}–${formatCount(to)}`;
  const what =
    kind === "sent"
      ? "sent by themselves"
      : kind === "later"
        ? "later than this request"
        : version === undefined
          ? "in the summary that the run began with"
          : `covered since summary ${version}`;
  return `${range}: ${what}, ${formatShort(tokens)} tokens`;
}

/** The newest stretches are told one by one, so many at most. */
const TOLD = 6;

/** A stretch in words: leads to its first message. */
function Told({ stretch }: { readonly stretch: Coverage }) {
  return (
    <li data-kind={stretch.kind}>
      <button
        type="button"
        className="inspector__link"
        onClick={() => selection.getState().select({ index: stretch.from })}
      >
        {said(stretch)}
      </button>
    </li>
  );
}

/** Which messages the summary stands for, over the whole thread, in proportion to their recorded tokens. */
export function CoverageMap({ report }: { readonly report: SummaryReport }) {
  const outline = useCurrent().outline.data;
  const stretches = useMemo(() => (outline ? coverageOf(report, outline.messages) : []), [report, outline]);
  const whole = stretches.reduce((sum, { tokens }) => sum + tokens, 0);
  const covered = stretches.reduce((sum, { kind, tokens }) => sum + (kind === "summary" ? tokens : 0), 0);
  return (
    <section className="summary__map" aria-label="What the summary covers">
      <h3 className="inspector__heading">
        Coverage{whole > 0 ? `: ${formatShare(covered / whole)} of the recorded tokens` : null}
      </h3>
      <div className="summary__strip" aria-hidden="true">
        {stretches.map((stretch) => (
          <span
            key={stretch.from}
            data-kind={stretch.kind}
            style={{ flexGrow: Math.max(stretch.tokens, whole * 0.01) }}
            title={said(stretch)}
          >
            {stretch.version === undefined ? "" : stretch.version}
          </span>
        ))}
      </div>
      <ol className="summary__key">
        {stretches.slice(-TOLD).map((stretch) => (
          <Told key={stretch.from} stretch={stretch} />
        ))}
      </ol>
    </section>
  );
}
