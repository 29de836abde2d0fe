import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

/** Where is searched: in the run that is open, or in every transcript. */
export const FIND_SCOPES = ["run", "library"] as const;
/** One of them. */
export type FindScope = (typeof FIND_SCOPES)[number];

/** What a query found in a run. */
export interface Found {
  readonly messages: readonly number[];
  readonly steps: readonly number[];
  readonly events: readonly number[];
}

/** The query, and what it found in the run that is open: drawn in columns and timeline. */
export interface Find {
  readonly query: string;
  readonly scope: FindScope;
  /** Indices of found messages, and steps from 1 that they stand at; empty when nothing is searched. */
  readonly messages: ReadonlySet<number>;
  readonly steps: readonly number[];
  /** Numbers in the ledger of found decisions. */
  readonly events: ReadonlySet<number>;
  readonly search: (query: string) => void;
  readonly setScope: (scope: FindScope) => void;
  readonly found: (found: Found) => void;
}

const NONE: ReadonlySet<number> = new Set();

/** The store of the search. */
export const find: StoreApi<Find> = createStore<Find>()((set) => ({
  query: "",
  scope: "run",
  messages: NONE,
  steps: [],
  events: NONE,
  search: (query) => set({ query }),
  setScope: (scope) => set({ scope }),
  // What is empty stays the same nothing: whoever watches it has nothing to do.
  found: ({ messages, steps, events }) =>
    set((now) => ({
      messages: messages.length === 0 && now.messages.size === 0 ? now.messages : new Set(messages),
      steps: steps.length === 0 && now.steps.length === 0 ? now.steps : steps,
      events: events.length === 0 && now.events.size === 0 ? now.events : new Set(events),
    })),
}));

/** Reads the search. */
export function useFindState<T>(pick: (state: Find) => T): T {
  return useStore(find, pick);
}
