import { useMemo } from "react";
import type { LanePlace } from "../../../core/contract/rows.ts";
import type { ShownRun } from "../../../core/contract/step-columns.ts";
import { CATEGORIES, type RunStepRow } from "../../../core/contract/run-view.ts";
import { sentenceOf } from "../../../core/ledger/sentences.ts";
import type { Outline } from "../../data/message-table.ts";
import { useMessage } from "../../data/use-message.ts";
import { type RunPlace, useLayout } from "../../data/queries.ts";
import { CATEGORY_LOOKS } from "../../data/vocabulary.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, formatDelta, formatShare, plural } from "../../widgets/quantity.tsx";
import { countedText } from "./chart-data.ts";
import { ACTION_LOOKS, lanesAt, marksAt } from "./markers.ts";
import { SightBar } from "./sight-bar.tsx";

interface StepTooltipProps {
  readonly run: ShownRun;
  readonly outline: Outline | undefined;
  readonly at: number;
  /** The step that figures are compared with. */
  readonly pinned?: number | undefined;
  readonly lanes?: readonly LanePlace[] | undefined;
}

/** The numbers of a step, each with its kind. */
export function StepTooltip({ run, outline, at, pinned, lanes }: StepTooltipProps) {
  const row = run.steps.at(at);
  if (!row) return null;
  const counted = countedText(run, at);
  const other = pinned === undefined || pinned === row.step ? undefined : run.steps.at(pinned - 1);
  return (
    <div className="step-tooltip">
      <p className="step-tooltip__title">
        Step {formatCount(row.step)} <span className="muted">turn {formatCount(row.turn)}</span>
        {other ? <span className="muted"> · Δ against step {formatCount(other.step)}</span> : null}
      </p>
      <p className="step-tooltip__kind">estimated tokens, {run.profile.tokenCounter}</p>
      <Categories row={row} other={other} />
      <dl className="step-tooltip__rows step-tooltip__rows--totals">
        <Row label="Outgoing" value={row.request.tokens} other={other?.request.tokens} />
        <Row label="Raw" value={row.raw.tokens} other={other?.raw.tokens} />
        <Row label="Saved" text={saved(row)} />
        <Row label="In cache" text={cached(row)} />
        {counted === undefined ? null : <Row label="Messages" text={counted} />}
      </dl>
      <Reported outline={outline} row={row} />
      <SightBar run={run.run} step={row.step} />
      <Happened row={row} />
      <Recorded outline={outline} lanes={lanes} at={at} />
      {row.actions.includes("alarm") ? <Alarms run={run.run} step={row.step} /> : null}
    </div>
  );
}

function Categories({ row, other }: { readonly row: RunStepRow; readonly other: RunStepRow | undefined }) {
  return (
    <dl className="step-tooltip__rows">
      {CATEGORIES.map((category, i) => {
        const value = row.categories[i] ?? 0;
        const before = other?.categories[i];
        if (value === 0 && (before ?? 0) === 0) return null;
        const { label, colour } = CATEGORY_LOOKS[category];
        return <Row key={category} label={label} value={value} other={before} colour={colour} />;
      })}
    </dl>
  );
}

/** What a step saves against the raw history, in per cent. */
export function saved({ raw, request }: Pick<RunStepRow, "raw" | "request">): string {
  return raw.tokens === 0 ? "0 %" : formatShare(1 - request.tokens / raw.tokens);
}

/** How much of a request a provider can take from its cache, in per cent. */
export function cached({ cache, request }: Pick<RunStepRow, "cache" | "request">): string {
  return request.tokens === 0 ? "0 %" : formatShare(cache.prefixTokens / request.tokens);
}

interface RowProps {
  readonly label: string;
  readonly value?: number;
  readonly text?: string;
  readonly other?: number | undefined;
  readonly colour?: string;
}

function Row({ label, value = 0, text, other, colour }: RowProps) {
  return (
    <div className="step-tooltip__row">
      <dt>
        {colour ? <span className="swatch" style={{ background: colour }} /> : null}
        {label}
      </dt>
      <dd className="number">
        {text ?? formatCount(value)}
        {other === undefined ? null : (
          <span className="step-tooltip__delta">{formatDelta(value - other)}</span>
        )}
      </dd>
    </div>
  );
}

/** What the provider reported is another kind of figure and stands apart. */
function Reported({ outline, row }: { readonly outline: Outline | undefined; readonly row: RunStepRow }) {
  const input = useMessage(outline?.messages, row.message)?.usage?.input;
  if (input === undefined) return null;
  return <p className="step-tooltip__note">Recording: {formatCount(input)} input tokens (reported)</p>;
}

/** What is lost, by every alarm of the step: the run's row knows only that there was one. */
function Alarms({ run, step }: RunPlace) {
  const place = useMemo(() => ({ run, step }), [run, step]);
  const { data, stale } = useLayout(place);
  const alarms = stale ? [] : (data?.events ?? []).filter((event) => event.action === "alarm");
  return alarms.map((event) => (
    <p key={event.seq} className="step-tooltip__note step-tooltip__note--alarm">
      {sentenceOf(event)}
    </p>
  ));
}

function Happened({ row }: { readonly row: RunStepRow }) {
  const told = row.actions.filter((action) => ACTION_LOOKS[action]);
  const { breakReason } = row.cache;
  if (told.length === 0 && breakReason === null) return null;
  return (
    <>
      {told.length > 0 ? <p className="step-tooltip__note">{told.join(", ")}</p> : null}
      {breakReason === null ? null : (
        <p className="step-tooltip__note">The cache breaks off: {breakReason}</p>
      )}
    </>
  );
}

/** How many words of a recording one tooltip holds. */
const MOST_NOTES = 3;

/** What the recording's own agent did there, and the lanes that begin there. */
function Recorded({
  outline,
  lanes,
  at,
}: {
  readonly outline: Outline | undefined;
  readonly lanes: readonly LanePlace[] | undefined;
  readonly at: number;
}) {
  const marks = marksAt(outline, at).map(({ label }) => `Recorded: ${label}`);
  const beside = lanesAt(outline, lanes, at).map(
    ({ thread }) =>
      `Lane: ${thread.lane}, ${plural(thread.steps, "step")}, est. ${formatCount(thread.tokens)} tokens`,
  );
  return [...marks, ...beside].slice(0, MOST_NOTES).map((text, i) => (
    <p key={i} className="step-tooltip__note">
      <PlainText text={text.slice(0, 200)} />
    </p>
  ));
}
