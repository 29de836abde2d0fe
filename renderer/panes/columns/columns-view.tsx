import { type HTMLAttributes, type ReactNode, useCallback, useId } from "react";
import { useFindState } from "../../state/find.ts";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";
import { ROW_HEIGHT } from "./gutter.tsx";
import { ColumnsHeader, HEADER_HEIGHT } from "./header.tsx";
import { hasError } from "./describe.ts";
import { keyOf, type Row } from "./row.ts";
import { RowView } from "./row-view.tsx";
import type { AlignedRows } from "./rows.ts";
import { summaryBands } from "./summary-band.tsx";
import { SUMMARY_HEIGHT } from "./summary-row.tsx";
import { TURN_HEIGHT } from "./turn-row.tsx";
import { useColumns } from "./use-columns.ts";
import type { Shown } from "./use-shown.ts";

const DIVIDER_HEIGHT = 34;

function heightOf(rows: AlignedRows, at: number): number {
  const kind = rows.kindAt(at);
  if (kind === "summary") return SUMMARY_HEIGHT;
  if (kind === "turn") return TURN_HEIGHT;
  return kind === "divider" ? DIVIDER_HEIGHT : ROW_HEIGHT;
}

/** Attributes of the element around a row. The summary's own stands in its band; here is only the room for it. */
function rowAttributes(
  rows: AlignedRows,
  at: number,
  id: string,
  selected: boolean,
): HTMLAttributes<HTMLElement> {
  if (rows.kindAt(at) === "summary") return { role: "presentation" };
  const row = { role: "row", "aria-rowindex": at + 2, "aria-selected": selected };
  // Named for the keys: a name for every row would be written anew with every row that comes into sight.
  return selected ? { ...row, id: `${id}-${at}` } : row;
}

/** The same for rows that are drawn by the same elements, with other words. */
function shapeOf(row: Row): string {
  if (row.kind !== "message") return row.kind;
  const { sent, raw } = row;
  const state = sent && "disposition" in sent ? sent.disposition : sent?.state;
  return `${raw.role} ${state} ${hasError(raw)}`;
}

type Columns = ReturnType<typeof useColumns>;

/** How a row is drawn. */
function useDrawing(
  { rows, selected, side, open, actions }: Columns,
  counter: string,
): (at: number) => ReactNode {
  // Asked once for all rows: a row that watched by itself would begin anew with every message that it is filled with.
  const found = useFindState(({ messages }) => messages);
  return useCallback(
    (at) => {
      const row = rows.at(at);
      if (row.kind === "summary") return <div style={{ height: SUMMARY_HEIGHT }} />;
      return (
        <RowView
          at={at}
          row={row}
          counter={counter}
          selected={at === selected ? side : undefined}
          open={open.has(keyOf(row))}
          found={"index" in row && found.has(row.index)}
          actions={actions}
        />
      );
    },
    [rows, counter, selected, side, open, found, actions],
  );
}

interface ColumnsViewProps {
  readonly shown: Shown;
  readonly stale: boolean;
}

/** Both columns in one list. */
export function ColumnsView({ shown, stale }: ColumnsViewProps) {
  const columns = useColumns(shown);
  const { rows, list, selected, side, open, actions } = columns;
  const counter = shown.run.profile.tokenCounter;
  const id = useId();
  const render = useDrawing(columns, counter);
  // The list asks these of all rows whenever they are not the same as before.
  const estimate = useCallback((at: number) => heightOf(rows, at), [rows]);
  const fixed = useCallback((at: number) => open.size === 0 || !open.has(keyOf(rows.at(at))), [rows, open]);
  const shape = useCallback((at: number) => shapeOf(rows.at(at)), [rows]);
  const code = useCallback((at: number) => rows.codeAt(at), [rows]);
  const bands = summaryBands({
    ...columns,
    id: `${id}-${rows.coveredRows.from}`,
    counter,
    selected: selected === rows.coveredRows.from ? side : undefined,
    actions,
    onSkip: (row) => list.current?.reveal(row, "start"),
  });
  return (
    <VirtualList
      handle={list}
      count={rows.count}
      estimate={estimate}
      fixed={fixed}
      shape={shape}
      keyOf={code}
      render={render}
      header={
        <ColumnsHeader
          step={shown.stepRow}
          pinned={shown.pinned}
          counter={counter}
          stale={stale}
          {...columns}
        />
      }
      headerHeight={HEADER_HEIGHT}
      clearance={bands.length > 0 ? SUMMARY_HEIGHT : 0}
      bands={bands}
      overscan={5}
      onScroll={columns.onScroll}
      active={selected === undefined ? undefined : { index: selected, id: `${id}-${selected}` }}
      container={{
        role: "grid",
        className: "columns",
        "aria-label": "Raw history and outgoing request",
        "aria-rowcount": rows.count + 1,
        "aria-colcount": 2,
        "aria-busy": stale,
        onKeyDown: columns.onKeyDown,
      }}
      row={(at) => rowAttributes(rows, at, id, at === selected)}
    />
  );
}
