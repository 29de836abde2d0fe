import { useCallback, useEffect, useReducer, useSyncExternalStore } from "react";
import type { MessageTable, ShownMessage } from "./message-table.ts";

/** Draws the caller again whenever rows of a table have come: for those that show many. */
export function useMessageRows(table: MessageTable | undefined): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => table?.watch(again), [table]);
}

/** One row of a table; it is drawn again when the row's words have come. */
export function useMessage(
  table: MessageTable | undefined,
  index: number | undefined,
): ShownMessage | undefined {
  const watch = useCallback((listener: () => void) => table?.watch(listener) ?? (() => {}), [table]);
  return useSyncExternalStore(watch, () => (index === undefined ? undefined : table?.at(index)));
}
