import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

/** Which lanes of each transcript the timeline leaves out, by the ids of their threads. Forgotten with the window. */
export interface HiddenLanes {
  readonly hidden: ReadonlyMap<number, ReadonlySet<string>>;
  readonly toggle: (transcript: number, thread: string) => void;
  /** Hides just these. */
  readonly hide: (transcript: number, threads: readonly string[]) => void;
}

/** Makes a store of hidden lanes. */
export function createHiddenLanes(): StoreApi<HiddenLanes> {
  return createStore<HiddenLanes>()((set, get) => ({
    hidden: new Map(),
    toggle(transcript, thread) {
      const now = new Set(get().hidden.get(transcript));
      if (!now.delete(thread)) now.add(thread);
      get().hide(transcript, [...now]);
    },
    hide: (transcript, threads) =>
      set(({ hidden }) => ({ hidden: new Map([...hidden, [transcript, new Set(threads)]]) })),
  }));
}

/** The window's hidden lanes. */
export const hiddenLanes: StoreApi<HiddenLanes> = createHiddenLanes();

const NONE: ReadonlySet<string> = new Set();

/** Reads which lanes of a transcript are hidden. */
export function useHiddenLanes(transcript: number | undefined): ReadonlySet<string> {
  return useStore(hiddenLanes, ({ hidden }) => hidden.get(transcript ?? -1) ?? NONE);
}
