import { useMemo } from "react";
import type { ThreadOutline } from "../../../core/contract/rows.ts";
import { CATEGORIES, type RunStepRow, type RunView } from "../../../core/contract/run-view.ts";
import { sentenceOf } from "../../../core/ledger/sentences.ts";
import { type RunPlace, useLayout } from "../../data/queries.ts";
import { CATEGORY_LOOKS } from "../../data/vocabulary.ts";
import { formatCount, formatShare } from "../../widgets/quantity.tsx";
import { ACTION_LOOKS } from "./markers.ts";

interface StepTooltipProps {
  readonly run: RunView;
  readonly outline: ThreadOutline | undefined;
  readonly at: number;
}

/** The numbers of a step, each with its kind. */
export function StepTooltip({ run, outline, at }: StepTooltipProps) {
  const row = run.steps[at];
  if (!row) return null;
  return (
    <div className="step-tooltip">
      <p className="step-tooltip__title">
        Step {formatCount(row.step)} <span className="muted">turn {formatCount(row.turn)}</span>
      </p>
      <p className="step-tooltip__kind">estimated tokens, {run.profile.tokenCounter}</p>
      <dl className="step-tooltip__rows">
        {CATEGORIES.map((category, i) => {
          const value = row.categories[i] ?? 0;
          if (value === 0) return null;
          const { label, colour } = CATEGORY_LOOKS[category];
          return <Row key={category} label={label} value={formatCount(value)} colour={colour} />;
        })}
      </dl>
      <dl className="step-tooltip__rows step-tooltip__rows--totals">
        <Row label="Outgoing" value={formatCount(row.request.tokens)} />
        <Row label="Raw" value={formatCount(row.raw.tokens)} />
        <Row label="Saved" value={saved(row)} />
      </dl>
      <Reported outline={outline} row={row} />
      <Happened row={row} />
      {row.actions.includes("alarm") ? <Alarms run={run.run} step={row.step} /> : null}
    </div>
  );
}

/** What a step saves against the raw history, in per cent. */
export function saved({ raw, request }: Pick<RunStepRow, "raw" | "request">): string {
  return raw.tokens === 0 ? "0 %" : formatShare(1 - request.tokens / raw.tokens);
}

function Row({
  label,
  value,
  colour,
}: {
  readonly label: string;
  readonly value: string;
  readonly colour?: string;
}) {
  return (
    <div className="step-tooltip__row">
      <dt>
        {colour ? <span className="swatch" style={{ background: colour }} /> : null}
        {label}
      </dt>
      <dd className="number">{value}</dd>
    </div>
  );
}

/** What the provider reported is another kind of figure and stands apart. */
function Reported({
  outline,
  row,
}: {
  readonly outline: ThreadOutline | undefined;
  readonly row: RunStepRow;
}) {
  const input = outline?.messages[row.message]?.usage?.input;
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
  if (told.length === 0) return null;
  return <p className="step-tooltip__note">{told.join(", ")}</p>;
}
