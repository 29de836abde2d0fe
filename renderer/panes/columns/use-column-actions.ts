import { type RefObject, useEffect, useMemo, useRef } from "react";
import { layout } from "../../state/layout.ts";
import { selection, type Side } from "../../state/selection.ts";
import { registerVisualOrder } from "../../state/visual-order.ts";
import type { VirtualListHandle } from "../../widgets/virtual-list/virtual-list.tsx";
import { addressOf, isOpenable, keyOf } from "./row.ts";
import type { AlignedRows } from "./rows.ts";
import type { RowActions } from "./row-actions.ts";
import type { ScrollKeeping } from "./use-scroll-keeping.ts";

interface ActsOn {
  readonly rows: AlignedRows;
  readonly list: RefObject<VirtualListHandle | null>;
  readonly keeping: RefObject<ScrollKeeping | null>;
}

/** What the rows can do, as one object that never changes, and the row that was chosen last. */
export function useColumnActions({ rows, list, keeping }: ActsOn): {
  readonly actions: RowActions;
  readonly lastRow: RefObject<number | undefined>;
} {
  const now = useRef(rows);
  // The lifted message has two rows with one address: which of them was meant is only known here.
  const lastRow = useRef<number | undefined>(undefined);
  useEffect(() => {
    now.current = rows;
  }, [rows]);
  const actions = useMemo<RowActions>(() => {
    const select = (row: number, side: Side) => {
      const address = addressOf(now.current.at(row));
      if (!address) return;
      lastRow.current = row;
      selection.getState().select(address, side);
    };
    return {
      select,
      toggle(row) {
        const toggledRow = now.current.at(row);
        if (toggledRow.kind === "turn") {
          keeping.current?.hold(row);
          selection.getState().toggleTurn(toggledRow.turn);
        } else if (isOpenable(toggledRow)) selection.getState().toggleRow(keyOf(toggledRow));
      },
      jump(address, side) {
        const row = now.current.rowOf(address, side);
        if (row === undefined) return;
        select(row, side);
        list.current?.reveal(row, "center");
      },
      openStored(index) {
        selection.getState().select({ index }, "sent");
        layout.getState().set({ inspectorOpen: true, inspectorTab: "preview" });
      },
      inspect(row, side) {
        select(row, side);
        layout.getState().set({ inspectorOpen: true, inspectorTab: "body" });
      },
    };
  }, [list, keeping]);
  useOrder(now, lastRow, list);
  return { actions, lastRow };
}

/** Tells the keys j and k in which order the messages stand. */
function useOrder(
  now: RefObject<AlignedRows>,
  lastRow: RefObject<number | undefined>,
  list: RefObject<VirtualListHandle | null>,
): void {
  useEffect(
    () =>
      registerVisualOrder({
        neighbour(from, by) {
          const rows = now.current;
          const last = lastRow.current;
          const { side } = selection.getState();
          const same = from && last !== undefined && rows.standsFor(last, from) ? last : undefined;
          const start = same ?? (from && rows.rowOf(from, side)) ?? edge(list.current, by, rows.count);
          const next = rows.neighbour(start, by);
          lastRow.current = next;
          return next === undefined ? undefined : addressOf(rows.at(next));
        },
        reveal(at) {
          const rows = now.current;
          const last = lastRow.current;
          const row =
            last !== undefined && rows.standsFor(last, at) ? last : rows.rowOf(at, selection.getState().side);
          if (row !== undefined) list.current?.reveal(row);
        },
      }),
    [now, lastRow, list],
  );
}

/** The row before the first in sight, or after the last: where the keys begin when nothing is chosen. */
function edge(list: VirtualListHandle | null, by: 1 | -1, count: number): number {
  const seen = list?.visible();
  if (!seen) return by > 0 ? -1 : count;
  return by > 0 ? seen.first - 1 : seen.last + 1;
}
