import { useEffect, useRef } from "react";
import { CATEGORIES, type RunStepRow, type RunView } from "../../../core/contract/run-view.ts";
import { CATEGORY_LOOKS } from "../../data/vocabulary.ts";
import { selection } from "../../state/selection.ts";
import { formatCount } from "../../widgets/quantity.tsx";
import { VirtualList, type VirtualListHandle } from "../../widgets/virtual-list/virtual-list.tsx";
import { occurring } from "./chart-data.ts";
import { ACTION_LOOKS } from "./markers.ts";
import { saved } from "./step-tooltip.tsx";

const ROW = 24;

/** The timeline's twin in numbers. */
export function TimelineTable({ run, step }: { readonly run: RunView; readonly step: number | undefined }) {
  const shown = occurring(run).map((category) => CATEGORIES.indexOf(category));
  const columns = 5 + shown.length;
  const list = useRef<VirtualListHandle>(null);
  useEffect(() => {
    if (step !== undefined) list.current?.reveal(step - 1);
  }, [step]);
  return (
    <div className="timeline-table" style={{ ["--columns" as string]: shown.length }}>
      <VirtualList
        handle={list}
        count={run.steps.length}
        estimate={() => ROW}
        keyOf={(at) => String(at)}
        headerHeight={ROW}
        header={<Head shown={shown} />}
        container={{
          role: "table",
          "aria-label": "Estimated tokens by step",
          "aria-rowcount": run.steps.length + 1,
          "aria-colcount": columns,
          tabIndex: 0,
        }}
        row={(at) => ({ role: "row", "aria-rowindex": at + 2 })}
        render={(at) => <Line row={run.steps[at]} shown={shown} current={at + 1 === step} />}
      />
    </div>
  );
}

function Head({ shown }: { readonly shown: readonly number[] }) {
  const names = shown.map((at) => CATEGORY_LOOKS[CATEGORIES[at] ?? "system"].label);
  return (
    <div className="timeline-table__row timeline-table__row--head" role="row" aria-rowindex={1}>
      {["Step", "Raw", "Outgoing", "Saved", ...names, "What happened"].map((name) => (
        <span key={name} role="columnheader" className="ellipsis" title={name}>
          {name}
        </span>
      ))}
    </div>
  );
}

interface LineProps {
  readonly row: RunStepRow | undefined;
  readonly shown: readonly number[];
  readonly current: boolean;
}

function Line({ row, shown, current }: LineProps) {
  if (!row) return null;
  const cells = [row.raw.tokens, row.request.tokens].map(formatCount);
  const happened = row.actions.filter((action) => ACTION_LOOKS[action]).join(", ");
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
      {[...cells, saved(row), ...shown.map((at) => formatCount(row.categories[at] ?? 0))].map((text, at) => (
        <span key={at} role="cell">
          {text}
        </span>
      ))}
      <span role="cell" className="ellipsis timeline-table__words" title={happened}>
        {happened}
      </span>
    </div>
  );
}
