import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useSelection } from "../../state/selection.ts";
import { type Band, VirtualList, type VirtualListHandle } from "../../widgets/virtual-list/virtual-list.tsx";
import { ROW_HEIGHT } from "./gutter.tsx";
import { ColumnsHeader, HEADER_HEIGHT } from "./header.tsx";
import { keyOf } from "./row.ts";
import { AlignedRows, storedByIndex } from "./rows.ts";
import { RowView } from "./row-view.tsx";
import { SUMMARY_HEIGHT, SummaryRowView } from "./summary-row.tsx";
import { useColumnActions } from "./use-column-actions.ts";
import { useColumnKeys } from "./use-column-keys.ts";
import { useScrollKeeping } from "./use-scroll-keeping.ts";
import type { Shown } from "./use-shown.ts";

const DIVIDER_HEIGHT = 34;

function heightOf(rows: AlignedRows, at: number): number {
  const kind = rows.kindAt(at);
  if (kind === "summary") return SUMMARY_HEIGHT;
  return kind === "divider" ? DIVIDER_HEIGHT : ROW_HEIGHT;
}

function useRows({ outline, run, layout }: Shown, folded: boolean): AlignedRows {
  const stored = useMemo(() => storedByIndex(run.stored), [run]);
  const sameCounter = run.profile.tokenCounter === "chars4";
  return useMemo(
    () => new AlignedRows({ outline, stored, layout, sameCounter, folded }),
    [outline, stored, layout, sameCounter, folded],
  );
}

interface ColumnsViewProps {
  readonly shown: Shown;
  readonly stale: boolean;
}

/** Both columns in one list. */
export function ColumnsView({ shown, stale }: ColumnsViewProps) {
  const [folded, setFolded] = useState(false);
  const [pinnedToEnd, setPinnedToEnd] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const id = useId();
  const list = useRef<VirtualListHandle>(null);
  const rows = useRows(shown, folded);
  const message = useSelection((state) => state.message);
  const side = useSelection((state) => state.side);
  const counter = shown.run.profile.tokenCounter;

  const { actions, lastRow } = useColumnActions(rows, list, setOpen);
  const selected = useMemo(() => {
    if (!message) return undefined;
    const last = lastRow.current;
    return last !== undefined && rows.standsFor(last, message) ? last : rows.rowOf(message, side);
  }, [rows, message, side, lastRow]);
  const note = useScrollKeeping({ rows, list, selected, pinnedToEnd });
  const onKeyDown = useColumnKeys({ rows, actions, selected, side });
  useEffect(() => {
    if (selected !== undefined) list.current?.reveal(selected);
    // Only a new choice scrolls: rows that change under it are the scroll keeping's affair.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [message, side]);

  // The list asks these of all rows whenever they are not the same as before.
  const estimate = useCallback((at: number) => heightOf(rows, at), [rows]);
  const code = useCallback((at: number) => rows.codeAt(at), [rows]);
  const render = useCallback(
    (at: number) => {
      const row = rows.at(at);
      if (row.kind === "summary") return <div style={{ height: SUMMARY_HEIGHT }} />;
      return (
        <RowView
          at={at}
          row={row}
          counter={counter}
          selected={at === selected ? side : undefined}
          open={open.has(keyOf(row))}
          actions={actions}
        />
      );
    },
    [rows, counter, selected, side, open, actions],
  );

  const { from, to } = rows.coveredRows;
  const bands: Band[] = [];
  const head = from < to ? rows.at(from) : undefined;
  if (head?.kind === "summary") {
    bands.push({
      key: "summary",
      from,
      to,
      content: (
        <div
          className="columns__sticky"
          role="row"
          id={`${id}-${from}`}
          aria-rowindex={from + 2}
          aria-selected={selected === from}
          style={{ top: HEADER_HEIGHT }}
        >
          <SummaryRowView
            at={from}
            row={head}
            counter={counter}
            selected={selected === from ? side : undefined}
            actions={actions}
            onFold={() => setFolded(!folded)}
            onSkip={() => list.current?.reveal(Math.min(to, rows.count - 1), "start")}
          />
        </div>
      ),
    });
  }

  return (
    <VirtualList
      handle={list}
      count={rows.count}
      estimate={estimate}
      keyOf={code}
      render={render}
      headerHeight={HEADER_HEIGHT}
      clearance={bands.length > 0 ? SUMMARY_HEIGHT : 0}
      bands={bands}
      overscan={5}
      onScroll={note}
      active={selected === undefined ? undefined : { index: selected, id: `${id}-${selected}` }}
      header={
        <ColumnsHeader
          step={shown.stepRow}
          counter={counter}
          stale={stale}
          pinnedToEnd={pinnedToEnd}
          onPinToEnd={() => setPinnedToEnd(!pinnedToEnd)}
        />
      }
      container={{
        role: "grid",
        tabIndex: 0,
        "aria-label": "Raw history and outgoing request",
        "aria-rowcount": rows.count + 1,
        "aria-colcount": 2,
        "aria-busy": stale,
        onKeyDown,
      }}
      row={(at) =>
        at === from && from < to
          ? { role: "presentation" }
          : { role: "row", id: `${id}-${at}`, "aria-rowindex": at + 2, "aria-selected": at === selected }
      }
    />
  );
}
