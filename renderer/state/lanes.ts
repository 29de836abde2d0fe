import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

/** Which lanes of a transcript the timeline shows: all but some, or none but some; by the ids of their threads. */
export interface LaneChoice {
  readonly all: boolean;
  readonly but: ReadonlySet<string>;
}

/** Every lane. */
export const ALL_LANES: LaneChoice = { all: true, but: new Set() };
/** No lane. */
export const NO_LANES: LaneChoice = { all: false, but: new Set() };

/** Whether a lane is shown. */
export function isShown({ all, but }: LaneChoice, thread: string): boolean {
  return all !== but.has(thread);
}

/** What the timeline shows of each transcript's lanes. Forgotten with the window, but for what its address tells. */
export interface ShownLanes {
  readonly chosen: ReadonlyMap<number, LaneChoice>;
  readonly toggle: (transcript: number, thread: string) => void;
  readonly choose: (transcript: number, lanes: LaneChoice) => void;
}

/** Makes a store of chosen lanes. */
export function createShownLanes(): StoreApi<ShownLanes> {
  return createStore<ShownLanes>()((set, get) => ({
    chosen: new Map(),
    toggle(transcript, thread) {
      const { all, but } = lanesOf(get(), transcript);
      const next = new Set(but);
      if (!next.delete(thread)) next.add(thread);
      get().choose(transcript, { all, but: next });
    },
    choose: (transcript, lanes) =>
      set(({ chosen }) => ({ chosen: new Map([...chosen, [transcript, lanes]]) })),
  }));
}

/** The lanes that are chosen of a transcript; all where nothing was. */
export function lanesOf({ chosen }: Pick<ShownLanes, "chosen">, transcript: number | undefined): LaneChoice {
  return chosen.get(transcript ?? -1) ?? ALL_LANES;
}

/** The window's chosen lanes. */
export const shownLanes: StoreApi<ShownLanes> = createShownLanes();

/** Reads which lanes of a transcript are shown. */
export function useLaneChoice(transcript: number | undefined): LaneChoice {
  return useStore(shownLanes, (state) => lanesOf(state, transcript));
}
