import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { MessageAddress } from "../../core/contract/run-view.ts";

/** Which of the two columns a selected message was chosen in. */
export type Side = "raw" | "sent";

/** What is looked at: the whole of it is in the window's address. */
export interface Selection {
  readonly transcript: number | undefined;
  readonly thread: string | undefined;
  /** From 1. May be past the end of the thread: `useCurrent` gives the step that is shown. */
  readonly step: number;
  readonly message: MessageAddress | undefined;
  readonly side: Side;
  /** The step that requests are compared with; undefined: the one before. */
  readonly pinned: number | undefined;
}

/** What can be done to the selection. */
export interface SelectionActions {
  /** Opens a thread of a transcript, at its first step unless told. */
  readonly open: (transcript: number, thread: string | undefined, step?: number) => void;
  readonly close: () => void;
  readonly goToStep: (step: number) => void;
  readonly select: (message: MessageAddress | undefined, side?: Side) => void;
  readonly pin: (step: number | undefined) => void;
  /** Takes over a selection from the address. */
  readonly restore: (selection: Partial<Selection>) => void;
}

/** The selection's store. */
export type SelectionStore = StoreApi<Selection & SelectionActions>;

const NOTHING: Selection = {
  transcript: undefined,
  thread: undefined,
  step: 1,
  message: undefined,
  side: "raw",
  pinned: undefined,
};

/** Makes a selection store. */
export function createSelection(): SelectionStore {
  return createStore<Selection & SelectionActions>()((set, get) => ({
    ...NOTHING,
    open(transcript, thread, step = 1) {
      const same = get().transcript === transcript && get().thread === thread;
      if (same) set({ step });
      else set({ ...NOTHING, transcript, thread, step });
    },
    close: () => set(NOTHING),
    goToStep: (step) => set({ step: Math.max(1, Math.round(step)) }),
    select: (message, side) => set((now) => ({ message, side: side ?? now.side })),
    pin: (pinned) => set({ pinned }),
    restore: (selection) => set({ ...NOTHING, ...selection }),
  }));
}

/** The window's selection. */
export const selection: SelectionStore = createSelection();

/** Reads the window's selection. */
export function useSelection<T>(pick: (state: Selection & SelectionActions) => T): T {
  return useStore(selection, pick);
}

/** True when two addresses name the same message. */
export function sameAddress(a: MessageAddress | undefined, b: MessageAddress | undefined): boolean {
  if (!a || !b) return a === b;
  if ("index" in a) return "index" in b && a.index === b.index;
  if ("special" in a) return "special" in b && a.special === b.special;
  return "inserted" in b && a.inserted === b.inserted;
}
