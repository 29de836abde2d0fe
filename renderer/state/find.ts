import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

/** Where is searched: in the run that is open, or in every transcript. */
export type FindScope = "run" | "library";

/** The query, and what it found in the run that is open: drawn in columns and timeline. */
export interface Find {
  readonly query: string;
  readonly scope: FindScope;
  /** Indices of found messages, and steps from 1 that they stand at; empty when nothing is searched. */
  readonly messages: ReadonlySet<number>;
  readonly steps: readonly number[];
  readonly search: (query: string) => void;
  readonly setScope: (scope: FindScope) => void;
  readonly found: (messages: readonly number[], steps: readonly number[]) => void;
}

const NONE: ReadonlySet<number> = new Set();

/** The store of the search. */
export const find: StoreApi<Find> = createStore<Find>()((set) => ({
  query: "",
  scope: "run",
  messages: NONE,
  steps: [],
  search: (query) => set({ query }),
  setScope: (scope) => set({ scope }),
  found: (messages, steps) =>
    set((now) =>
      messages.length === 0 && now.messages.size === 0
        ? { steps: now.steps.length === 0 ? now.steps : [] }
        : { messages: new Set(messages), steps },
    ),
}));

/** Reads the search. */
export function useFindState<T>(pick: (state: Find) => T): T {
  return useStore(find, pick);
}
