import { useMemo } from "react";
import type { MessageAddress } from "../../../core/contract/run-view.ts";
import { type Selection, selection } from "../../state/selection.ts";
import type { VirtualListHandle } from "../../widgets/virtual-list/virtual-list.tsx";
import type { AlignedRows } from "./rows.ts";

/** What the columns showed last, and what was chosen then: they go and come with the panes beside them. */
let drawnLast: Pick<Selection, "top" | "message"> = { top: undefined, message: undefined };

/** Where the columns are scrolled to, both ways: what is noted of them, and what an address or the way back tells. */
class ToldTop {
  #noted: MessageAddress | undefined;
  /** What is still to be shown, once the rows of its step are drawn. */
  #wanted: Pick<Selection, "top" | "step"> | undefined;
  #message: MessageAddress | undefined;

  constructor() {
    const now = selection.getState();
    // What was chosen while they were not drawn is brought into sight.
    const chosenSince = now.top === drawnLast.top && now.message !== drawnLast.message;
    if (now.top && !chosenSince) this.#take(now);
  }

  #take({ top, step, message }: Pick<Selection, "top" | "step" | "message">): void {
    this.#noted = top;
    this.#wanted = { top, step };
    // Where the end is told, a choice is brought into sight as always.
    this.#message = top && message;
  }

  /** Notes what the columns show. */
  readonly note = (top: MessageAddress | undefined): void => {
    // Before it is told: what is noted here is no news.
    this.#noted = top;
    selection.getState().scrolledTo(top);
    const { top: noted, message } = selection.getState();
    this.#noted = noted;
    drawnLast = { top: noted, message };
  };

  /** Calls when another place is told than was noted. The returned function ends it. */
  readonly watch = (call: () => void): (() => void) =>
    selection.subscribe((now) => {
      drawnLast = { top: now.top, message: now.message };
      if (now.top === this.#noted) return;
      this.#take(now);
      call();
    });

  /** Shows what was told, where something was and these are its rows. False otherwise. */
  readonly show = (list: VirtualListHandle | null, rows: AlignedRows): boolean => {
    const wanted = this.#wanted;
    if (!list || !wanted || rows.step !== wanted.step) return false;
    this.#wanted = undefined;
    const row = wanted.top ? rows.rowOf(wanted.top, "raw") : rows.count - 1;
    if (row === undefined) return false;
    if (wanted.top) list.place(row, 0);
    else list.reveal(row, "end");
    return true;
  };

  readonly isTold = (message: MessageAddress): boolean => message === this.#message;
}

/** Where the columns are scrolled to, for as long as they are drawn. */
export function useToldTop(): ToldTop {
  return useMemo(() => new ToldTop(), []);
}
