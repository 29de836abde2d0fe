import { type KeyboardEvent, useCallback } from "react";
import type { Side } from "../../state/selection.ts";
import { visualOrder } from "../../state/visual-order.ts";
import { selection } from "../../state/selection.ts";
import type { AlignedRows } from "./rows.ts";
import type { RowActions } from "./row-actions.ts";

interface Keys {
  readonly rows: AlignedRows;
  readonly actions: RowActions;
  readonly selected: number | undefined;
  readonly side: Side;
}

function move(by: 1 | -1): void {
  const order = visualOrder();
  const next = order?.neighbour(selection.getState().message, by);
  if (!order || !next) return;
  selection.getState().select(next);
  order.reveal(next);
}

/** What a key does in the grid; undefined for a key that is none of ours. */
function actionOf(key: string, keys: Keys): (() => void) | undefined {
  const { rows, actions, selected, side } = keys;
  const last = rows.neighbour(rows.count, -1);
  switch (key) {
    case "ArrowDown":
      return () => move(1);
    case "ArrowUp":
      return () => move(-1);
    case "Home":
      return () => actions.select(0, side);
    case "End":
      return last === undefined ? undefined : () => actions.select(last, side);
    default:
      return selected === undefined ? undefined : actionOnRow(key, keys, selected);
  }
}

function actionOnRow(key: string, { actions, side }: Keys, row: number): (() => void) | undefined {
  switch (key) {
    case "ArrowLeft":
      return () => actions.select(row, "raw");
    case "ArrowRight":
      return () => actions.select(row, "sent");
    case "Enter":
      return () => actions.inspect(row, side);
    case " ":
      return () => actions.toggle(row);
    default:
      return undefined;
  }
}

/** The keys of the grid beside those of the whole window: arrows, Home, End, Enter, Space. */
export function useColumnKeys(keys: Keys): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, actions, selected, side } = keys;
  return useCallback(
    (event) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (!plain || event.target !== event.currentTarget) return;
      const action = actionOf(event.key, { rows, actions, selected, side });
      if (!action) return;
      event.preventDefault();
      action();
    },
    [rows, actions, selected, side],
  );
}
