import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type SelectionStore, whenThreadChanges } from "./selection.ts";

/** The most UTF-16 units that can be asked for at once: the contract's own bound. */
export const ASK_UNITS = 10_000;

/** The text that the window is asked for; empty when nothing is. */
export interface Ask {
  readonly text: string;
  readonly ask: (text: string) => void;
}

/** The store of what the window is asked for. */
export const ask: StoreApi<Ask> = createStore<Ask>()((set) => ({
  text: "",
  ask: (text) => set({ text: text.slice(0, ASK_UNITS) }),
}));

/** Forgets the question when another thread is opened: it was asked of the one before. */
export function forgetOnOpening(selection: SelectionStore): () => void {
  return whenThreadChanges(selection, () => ask.getState().ask(""));
}

/** Reads what the window is asked for. */
export function useAskState<T>(pick: (state: Ask) => T): T {
  return useStore(ask, pick);
}
