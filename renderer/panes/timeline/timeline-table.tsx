import { useEffect, useMemo, useRef } from "react";
import type { LanePlace } from "../../../core/contract/rows.ts";
import { CATEGORIES, type RunStepRow } from "../../../core/contract/run-view.ts";
import type { ShownRun } from "../../../core/contract/step-columns.ts";
import { useCurrent } from "../../data/current.tsx";
import { useLanes } from "../../data/queries.ts";
import { CATEGORY_LOOKS } from "../../data/vocabulary.ts";
import { selection, useSelection } from "../../state/selection.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, formatDelta } from "../../widgets/quantity.tsx";
import { VirtualList, type VirtualListHandle } from "../../widgets/virtual-list/virtual-list.tsx";
import { countedText, linesOf, messageLine, occurring } from "./chart-data.ts";
import { ACTION_LOOKS, lanesAt, marksAt, type Placed } from "./markers.ts";
import { cached, saved } from "./step-tooltip.tsx";

const ROW = 24;
const rowHeight = () => ROW;
const isFixed = () => true;
const stepKey = (at: number) => at;

/** A column of the table: its head, and what a step says in it. */
interface Column {
  readonly name: string;
  readonly text: (row: RunStepRow) => string;
}

/** The columns between the step and what happened: the same figures as the chart's. */
function columnsOf(run: ShownRun, pinned: RunStepRow | undefined): readonly Column[] {
  const delta: Column[] = pinned
    ? [
        {
          name: `Δ step ${formatCount(pinned.step)}`,
          text: (row) => formatDelta(row.request.tokens - pinned.request.tokens),
        },
      ]
    : [];
  const recent = linesOf(run).some(({ id }) => id === "recent");
  const keep: Column[] = recent ? [{ name: "Keep recent", text: (row) => formatCount(row.recent ?? 0) }] : [];
  const counted: Column[] = messageLine(run)
    ? [{ name: "Messages", text: (row) => countedText(run, row.step - 1) ?? "" }]
    : [];
  const categories = occurring(run).map((category): Column => {
    const at = CATEGORIES.indexOf(category);
    return { name: CATEGORY_LOOKS[category].label, text: (row) => formatCount(row.categories[at] ?? 0) };
  });
  return [
    { name: "Raw", text: (row) => formatCount(row.raw.tokens) },
    { name: "Outgoing", text: (row) => formatCount(row.request.tokens) },
    ...delta,
    { name: "Saved", text: saved },
    { name: "In cache", text: cached },
    ...keep,
    ...counted,
    ...categories,
  ];
}

/** What happened at a step, in words: what the policies did, the cache, the recording's own agent, other lanes. */
function happenedAt(
  row: RunStepRow,
  outline: Placed | undefined,
  lanes: readonly LanePlace[] | undefined,
): string {
  const { breakReason } = row.cache;
  return [
    ...row.actions.filter((action) => ACTION_LOOKS[action]),
    ...(breakReason === null ? [] : [`cache: ${breakReason}`]),
    ...marksAt(outline, row.step - 1).map(({ label }) => `recorded: ${label}`),
    ...lanesAt(outline, lanes, row.step - 1).map(({ thread }) => `lane ${thread.lane}`),
  ].join(", ");
}

/** The timeline's twin in numbers. */
export function TimelineTable({ run, step }: { readonly run: ShownRun; readonly step: number | undefined }) {
  const { outline, transcript, thread } = useCurrent();
  const several = (transcript?.threads.length ?? 0) > 1;
  const lanes = useLanes(several ? transcript?.id : undefined, thread?.id).data;
  const pinned = useSelection((state) => state.pinned);
  const columns = useMemo(
    () => columnsOf(run, pinned === undefined ? undefined : run.steps.at(pinned - 1)),
    [run, pinned],
  );
  const list = useRef<VirtualListHandle>(null);
  useEffect(() => {
    if (step !== undefined) list.current?.reveal(step - 1);
  }, [step]);
  return (
    <div className="timeline-table" style={{ ["--columns" as string]: columns.length }}>
      <VirtualList
        handle={list}
        count={run.steps.length}
        estimate={rowHeight}
        fixed={isFixed}
        keyOf={stepKey}
        headerHeight={ROW}
        header={<Head columns={columns} />}
        container={{
          role: "table",
          "aria-label": "Estimated tokens by step",
          "aria-rowcount": run.steps.length + 1,
          "aria-colcount": columns.length + 2,
          tabIndex: 0,
        }}
        row={(at) => ({ role: "row", "aria-rowindex": at + 2 })}
        render={(at) => {
          const row = run.steps.at(at);
          if (!row) return null;
          const happened = happenedAt(row, outline.data, lanes);
          return <Line row={row} columns={columns} happened={happened} current={at + 1 === step} />;
        }}
      />
    </div>
  );
}

function Head({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <div className="timeline-table__row timeline-table__row--head" role="row" aria-rowindex={1}>
      {["Step", ...columns.map(({ name }) => name), "What happened"].map((name) => (
        <span key={name} role="columnheader" className="ellipsis" title={name}>
          {name}
        </span>
      ))}
    </div>
  );
}

interface LineProps {
  readonly row: RunStepRow;
  readonly columns: readonly Column[];
  readonly happened: string;
  readonly current: boolean;
}

function Line({ row, columns, happened, current }: LineProps) {
  return (
    <div className="timeline-table__row number" data-current={current || undefined}>
      <span role="rowheader">
        <button
          type="button"
          className="timeline-table__step"
          aria-current={current ? "step" : undefined}
          onClick={() => selection.getState().goToStep(row.step)}
        >
          {formatCount(row.step)}
        </button>
      </span>
      {columns.map(({ name, text }) => (
        <span key={name} role="cell">
          {text(row)}
        </span>
      ))}
      <span role="cell" className="ellipsis timeline-table__words" title={happened.slice(0, 400)}>
        <PlainText text={happened.slice(0, 400)} />
      </span>
    </div>
  );
}
