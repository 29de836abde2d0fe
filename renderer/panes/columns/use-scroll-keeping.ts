import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import type { MessageAddress } from "../../../core/contract/run-view.ts";
import type { VirtualListHandle } from "../../widgets/virtual-list/virtual-list.tsx";
import { addressOf } from "./row.ts";
import type { AlignedRows } from "./rows.ts";

/** What the eye holds on to while the rows change. */
interface Anchor {
  readonly at: MessageAddress | undefined;
  readonly offset: number;
  readonly end: boolean;
}

/** Nearer to the end than this, in pixels, counts as being there. */
const NEAR_END = 24;

/** True when the list is scrolled to its end. */
function isAtEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
}

/** The selected row if it is in sight, else the first that is. */
function anchorRow(handle: VirtualListHandle, selected: number | undefined): number | undefined {
  const seen = handle.visible();
  if (!seen) return undefined;
  const inSight = selected !== undefined && selected >= seen.first && selected <= seen.last;
  return inSight ? selected : seen.first;
}

interface Keeping {
  readonly rows: AlignedRows;
  readonly list: RefObject<VirtualListHandle | null>;
  readonly selected: number | undefined;
  readonly pinnedToEnd: boolean;
}

/**
 * Keeps the eye where it was when the rows change: at the selected message if that is in sight, at the end if the
 * list was there, else at the first row in sight. Returns what to call whenever the list is scrolled.
 */
export function useScrollKeeping({ rows, list, selected, pinnedToEnd }: Keeping): () => void {
  const anchor = useRef<Anchor>({ at: undefined, offset: 0, end: true });
  const drawn = useRef<AlignedRows | null>(null);
  const now = useRef({ rows, selected });

  const note = useCallback(() => {
    const handle = list.current;
    if (!handle?.element) return;
    const { rows: seen, selected: chosen } = now.current;
    const row = anchorRow(handle, chosen);
    if (row === undefined || row >= seen.count) return;
    const held = row === chosen;
    anchor.current = {
      at: addressOf(seen.at(row)),
      offset: handle.offsetOf(row) ?? 0,
      end: isAtEnd(handle.element) && !held,
    };
  }, [list]);

  useLayoutEffect(() => {
    now.current = { rows, selected };
    const handle = list.current;
    if (!handle || drawn.current === rows) return;
    drawn.current = rows;
    const { at, offset, end } = anchor.current;
    const row = at && rows.rowOf(at, "raw");
    if (pinnedToEnd || end || row === undefined) handle.reveal(rows.count - 1, "end");
    else handle.place(row, offset);
  }, [rows, selected, list, pinnedToEnd]);

  useLayoutEffect(() => {
    if (pinnedToEnd) list.current?.reveal(now.current.rows.count - 1, "end");
  }, [pinnedToEnd, list]);

  return note;
}
