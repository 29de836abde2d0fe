import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useMessageRows } from "../../data/use-message.ts";
import { ALL_FOLDED, NO_FOLDING, type TurnFolding } from "../../state/folding.ts";
import { selection, useSelection } from "../../state/selection.ts";
import type { VirtualListHandle } from "../../widgets/virtual-list/virtual-list.tsx";
import { AlignedRows } from "./rows.ts";
import { useColumnActions } from "./use-column-actions.ts";
import { useColumnCommands } from "./use-column-commands.ts";
import { useColumnKeys } from "./use-column-keys.ts";
import { type ScrollKeeping, useScrollKeeping } from "./use-scroll-keeping.ts";
import type { Shown } from "./use-shown.ts";

function useRows({ outline, run, layout }: Shown, folded: boolean, turns: TurnFolding): AlignedRows {
  const sameCounter = run.profile.tokenCounter === "chars4";
  return useMemo(
    () => new AlignedRows({ outline, layout, sameCounter, folded, turns }),
    [outline, layout, sameCounter, folded, turns],
  );
}

/** The row of what is chosen: the very row that was chosen last, where a message has two. */
function useSelectedRow(rows: AlignedRows, lastRow: RefObject<number | undefined>): number | undefined {
  const message = useSelection((state) => state.message);
  const side = useSelection((state) => state.side);
  return useMemo(() => {
    if (!message) return undefined;
    const last = lastRow.current;
    return last !== undefined && rows.standsFor(last, message) ? last : rows.rowOf(message, side);
  }, [rows, message, side, lastRow]);
}

/** Brings a new choice into sight. Rows that change under an old one are the scroll keeping's affair. */
function useReveal(
  list: RefObject<VirtualListHandle | null>,
  selected: number | undefined,
  isTold: ScrollKeeping["isTold"],
): void {
  const message = useSelection((state) => state.message);
  const now = useRef(selected);
  useEffect(() => {
    now.current = selected;
  });
  useEffect(() => {
    if (message && !isTold(message) && now.current !== undefined) list.current?.reveal(now.current);
  }, [message, list, isTold]);
}

/** Everything that the two columns are and can do. */
export function useColumns(shown: Shown) {
  const folded = useSelection((state) => state.coverFolded);
  const pinnedToEnd = useSelection((state) => state.atEnd);
  const open = useSelection((state) => state.openRows);
  const list = useRef<VirtualListHandle>(null);
  const turns = useSelection((state) => state.turns);
  const rows = useRows(shown, folded, turns);
  useMessageRows(shown.outline.messages);
  const side = useSelection((state) => state.side);
  const keeping = useRef<ScrollKeeping | null>(null);
  const { actions, lastRow } = useColumnActions({ rows, list, keeping });
  const selected = useSelectedRow(rows, lastRow);
  const scrolling = useScrollKeeping({
    rows,
    step: shown.stepRow,
    list,
    selected,
    pinnedToEnd,
  });
  useEffect(() => {
    keeping.current = scrolling;
  }, [scrolling]);
  const onScroll = scrolling.note;
  const onKeyDown = useColumnKeys({ rows, actions, selected, side });
  const onFold = () => selection.getState().foldCover(!folded);
  const onPinToEnd = () => selection.getState().stayAtEnd(!pinnedToEnd);
  const onFoldTurns = () => selection.getState().foldTurns(turns.folded ? NO_FOLDING : ALL_FOLDED);
  useColumnCommands({ rows, actions, selected, onFold, onFoldTurns, onPinToEnd });
  useReveal(list, selected, scrolling.isTold);
  const foldedTurns = turns.folded;
  return {
    rows,
    list,
    side,
    selected,
    open,
    actions,
    pinnedToEnd,
    foldedTurns,
    onScroll,
    onKeyDown,
    onFold,
    onFoldTurns,
    onPinToEnd,
  };
}
