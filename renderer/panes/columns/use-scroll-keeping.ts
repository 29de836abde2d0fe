import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { MessageAddress, RunStepRow } from "../../../core/contract/run-view.ts";
import type { Action } from "../../../core/model/event.ts";
import type { VirtualListHandle } from "../../widgets/virtual-list/virtual-list.tsx";
import { selection } from "../../state/selection.ts";
import { addressOf } from "./row.ts";
import type { AlignedRows } from "./rows.ts";
import { useToldTop } from "./told-top.ts";

/** The message at the top of what is in sight. */
function topOf(rows: AlignedRows, first: number): MessageAddress | undefined {
  const below = Math.min(first + 1, rows.count - 1);
  return addressOf(rows.at(first)) ?? addressOf(rows.at(below));
}

/** What the eye holds on to while the rows change. */
interface Anchor {
  readonly at: MessageAddress | undefined;
  readonly offset: number;
  readonly end: boolean;
  /** It is the selected message, which is in sight. */
  readonly held: boolean;
  /** It is the heading of a turn, not the first message below it. */
  readonly heading?: boolean;
}

/** Nearer to the end than this, in pixels, counts as being there. */
const NEAR_END = 24;

/** True when the list is scrolled to its end. */
function isAtEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
}

/** Puts the place that a new step is about into sight. False where there is none. */
function showNews(
  handle: VirtualListHandle,
  { rows, step, selected }: Pick<Keeping, "rows" | "step" | "selected">,
): boolean {
  const row = selected ?? newsRow(rows, step.actions);
  if (row === undefined) return false;
  // A summary's card is sticky: it stands above the first row that it does not cover.
  const summary = selected === undefined && row === rows.coveredRows.from;
  handle.reveal(
    summary ? Math.min(rows.coveredRows.to, rows.count - 1) : row,
    summary ? "start" : selected === undefined ? "center" : "auto",
  );
  return true;
}

/** The row that shows what a policy did to this very request: the summary, or the last row left out or cleared. */
export function newsRow(rows: AlignedRows, actions: readonly Action[]): number | undefined {
  const { from, to } = rows.coveredRows;
  if (actions.includes("fired") && from < to) return from;
  if (actions.includes("pruned")) return rows.lastOf("pruned");
  return actions.includes("cleared") ? rows.lastOf("cleared") : undefined;
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
  /** The step that the rows are of. */
  readonly step: RunStepRow;
  readonly list: RefObject<VirtualListHandle | null>;
  readonly selected: number | undefined;
  readonly pinnedToEnd: boolean;
}

/**
 * Keeps the eye where it was when the rows change: at the selected message if that is in sight, at the end if the
 * list was there, else at the first row in sight. A step further it goes to the selected message where that is out
 * of sight, and without one to what a policy did to the request.
 */
export function useScrollKeeping({ rows, step, list, selected, pinnedToEnd }: Keeping): ScrollKeeping {
  const anchor = useRef<Anchor>({ at: undefined, offset: 0, end: true, held: false });
  const drawn = useRef<AlignedRows | null>(null);
  const drawnStep = useRef<number | undefined>(undefined);
  const now = useRef({ rows, selected });
  const told = useToldTop();

  const note = useCallback(() => {
    const handle = list.current;
    if (!handle?.element) return;
    const { rows: seen, selected: chosen } = now.current;
    const row = anchorRow(handle, chosen);
    if (row === undefined || row >= seen.count) return;
    const held = row === chosen;
    const atEnd = isAtEnd(handle.element);
    told.note(atEnd ? undefined : topOf(seen, handle.visible()?.first ?? row));
    anchor.current = {
      at: addressOf(seen.at(row)),
      offset: handle.offsetOf(row) ?? 0,
      end: atEnd && !held,
      held,
    };
  }, [list, told]);

  useLayoutEffect(
    () =>
      told.watch(() => {
        if (drawnStep.current === selection.getState().step) told.show(list.current, now.current.rows);
      }),
    [list, told],
  );

  useLayoutEffect(() => {
    now.current = { rows, selected };
    const handle = list.current;
    if (!handle || drawn.current === rows) return;
    drawn.current = rows;
    const stepped = drawnStep.current !== undefined && drawnStep.current !== step.step;
    drawnStep.current = step.step;
    const { at, offset, end, held } = anchor.current;
    const row = at && placeOf(rows, anchor.current);
    if (!pinnedToEnd && told.show(handle, rows)) return;
    if (stepped && !pinnedToEnd && !held && showNews(handle, { rows, step, selected })) return;
    if (pinnedToEnd || end || row === undefined) handle.reveal(rows.count - 1, "end");
    else handle.place(row, offset);
  }, [rows, step, selected, list, pinnedToEnd, told]);

  useLayoutEffect(() => {
    if (pinnedToEnd) list.current?.reveal(now.current.rows.count - 1, "end");
  }, [pinnedToEnd, list]);

  const hold = useCallback(
    (row: number) => {
      const { rows: seen } = now.current;
      const offset = list.current?.offsetOf(row) ?? 0;
      const heading = seen.kindAt(row) === "turn";
      anchor.current = { at: addressOf(seen.at(row)), offset, end: false, held: true, heading };
    },
    [list],
  );
  return useMemo(() => ({ note, hold, isTold: told.isTold }), [note, hold, told]);
}

/** What keeps the eye where it was. */
export interface ScrollKeeping {
  /** To be called whenever the list is scrolled. */
  readonly note: () => void;
  /** Before a change of the rows that a row began: it stays where it is. */
  readonly hold: (row: number) => void;
  /** True for the very choice that came with what the columns are to show: it may well be out of sight. */
  readonly isTold: (message: MessageAddress) => boolean;
}

/** The row of what the eye holds on to. */
function placeOf(rows: AlignedRows, { at, heading = false }: Anchor): number | undefined {
  const row = at && rows.rowOf(at, "raw");
  return row !== undefined && heading && row > 0 && rows.kindAt(row - 1) === "turn" ? row - 1 : row;
}
