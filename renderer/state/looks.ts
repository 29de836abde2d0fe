import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { FactKind } from "../../core/model/run-answers.ts";
import type { WireProvider } from "../../core/wire/options.ts";
import { type SelectionStore, whenThreadChanges } from "./selection.ts";

/** How two requests are compared. */
export const DIFF_FORMS = ["text", "messages"] as const;
/** One of them. */
export type DiffForm = (typeof DIFF_FORMS)[number];
/** What a search in a run lists. */
export const LISTED = ["messages", "events"] as const;
/** One of them. */
export type Listed = (typeof LISTED)[number];
/** The sections that begin closed. */
export const SECTIONS = [
  "samples",
  "summaries",
  "path",
  "notes",
  "prices",
  "offload",
  "spill",
  "file",
  "page",
] as const;
/** One of them; of a store's fill over the steps by the name of the store. */
export type Section = (typeof SECTIONS)[number];

/** How the panes show what is chosen, where no layout remembers it: all of it is in the window's address. */
export interface Looks {
  /** Whose body the Wire tab shows. */
  readonly provider: WireProvider;
  /** How the Diff tab compares; undefined: as there is room for. */
  readonly diff: DiffForm | undefined;
  /** What the Find tab lists. */
  readonly listed: Listed;
  /** Words that the events of the Ledger tab must hold. */
  readonly words: string;
  /** Whether the Ledger tab lists what looked and passed, too. */
  readonly passed: boolean;
  /** What the survival check lists; undefined: the first kind that something was lost of. */
  readonly facts: FactKind | undefined;
  /** What is searched for in the library. */
  readonly library: string;
  /** The sections that are opened. */
  readonly sections: ReadonlySet<Section>;
}

/** What can be done to them. */
export interface LooksActions {
  readonly look: (change: Partial<Looks>) => void;
  readonly openSection: (section: Section, open: boolean) => void;
}

/** How the panes look at first. */
export const FIRST_LOOKS: Looks = {
  provider: "anthropic",
  diff: undefined,
  listed: "messages",
  words: "",
  passed: false,
  facts: undefined,
  library: "",
  sections: new Set(),
};

/** How this window's panes look. */
export const looks: StoreApi<Looks & LooksActions> = createStore<Looks & LooksActions>()((set) => ({
  ...FIRST_LOOKS,
  look: (change) => set(change),
  openSection: (section, open) =>
    set((now) => {
      // A section tells that it is open when it is drawn, too.
      if (now.sections.has(section) === open) return now;
      const sections = new Set(now.sections);
      if (!sections.delete(section)) sections.add(section);
      return { sections };
    }),
}));

/** Forgets what was filtered and chosen of a thread when another is opened. The returned function ends it. */
export function forgetLooks(selection: SelectionStore): () => void {
  const { words, facts } = FIRST_LOOKS;
  return whenThreadChanges(selection, () => looks.getState().look({ words, facts }));
}

/** Reads how the panes look. */
export function useLooks<T>(pick: (state: Looks) => T): T {
  return useStore(looks, pick);
}

/** What a section's element is given: whether it is open, and where it tells that it was opened or closed. */
export interface SectionProps {
  readonly open: boolean;
  readonly onToggle: (event: { readonly currentTarget: { readonly open: boolean } }) => void;
}

/** Whether a section is open, for its `details`. */
export function useSection(section: Section): SectionProps {
  const open = useLooks(({ sections }) => sections.has(section));
  return {
    open,
    onToggle: ({ currentTarget }) => looks.getState().openSection(section, currentTarget.open),
  };
}
