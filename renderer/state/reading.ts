import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ResultForm } from "../../core/model/profile.ts";
import { type SelectionStore, whenMessageChanges } from "./selection.ts";

/** Which of a message's two texts are shown. */
export const SHOWN_BODIES = ["both", "raw", "sent"] as const;
/** One of them. */
export type ShownBodies = (typeof SHOWN_BODIES)[number];
/** How a block of a text is drawn. */
export const BLOCK_FORMS = ["text", "json", "diff", "markdown", "code"] as const;
/** One of them. */
export type BlockForm = (typeof BLOCK_FORMS)[number];
/** How a stored original is read back. */
export const READ_MODES = ["page", "lines", "search"] as const;
/** One of them. */
export type ReadMode = (typeof READ_MODES)[number];

/** What is read of a stored original, as the model could. */
export interface ReadBack {
  readonly mode: ReadMode;
  /** Lines from 1; undefined: from the first, as many as a page has. */
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  /** What its lines must hold. */
  readonly search: string | undefined;
  /** Where the pages began that were gone on to, the one that is shown last. */
  readonly starts: readonly string[];
}

/**
 * How the chosen message is read: all of it is in the window's address. Blocks and the nodes of their trees go by
 * places: `r2` is the third block of the recorded text, `s0` the first of the sent one, `r2-0-4` a node in its tree.
 */
export interface Reading {
  readonly shown: ShownBodies;
  /** The form of a result that was recorded in two; undefined: the one that the profile manages. */
  readonly form: ResultForm | undefined;
  /** How often more of each text was asked for. */
  readonly more: { readonly raw: number; readonly sent: number };
  /** How blocks are drawn that were drawn otherwise at first. */
  readonly forms: ReadonlyMap<string, BlockForm>;
  /** The nodes of trees that were opened or closed. */
  readonly nodes: ReadonlySet<string>;
  /** How often more children of a node were asked for. */
  readonly children: ReadonlyMap<string, number>;
  /** The result whose preview is shown, by its number in the message; undefined: the first. */
  readonly part: number | undefined;
  readonly back: ReadBack;
}

/** What can be done to it. */
export interface ReadingActions {
  readonly read: (change: Partial<Reading>) => void;
  /** Asks for more of a text. */
  readonly readMore: (side: keyof Reading["more"]) => void;
  readonly drawAs: (block: string, form: BlockForm) => void;
  /** Opens a node of a tree, or closes it. */
  readonly toggleNode: (node: string) => void;
  readonly moreChildren: (node: string) => void;
}

/** An original is read from its beginning. */
export const FROM_START: ReadBack = {
  mode: "page",
  offset: undefined,
  limit: undefined,
  search: undefined,
  starts: [],
};

/** How a message is read at first. */
export const FIRST_READING: Reading = {
  shown: "both",
  form: undefined,
  more: { raw: 0, sent: 0 },
  forms: new Map(),
  nodes: new Set(),
  children: new Map(),
  part: undefined,
  back: FROM_START,
};

/** How this window's chosen message is read. */
export const reading: StoreApi<Reading & ReadingActions> = createStore<Reading & ReadingActions>()((set) => ({
  ...FIRST_READING,
  read: (change) => set(change),
  readMore: (side) => set(({ more }) => ({ more: { ...more, [side]: more[side] + 1 } })),
  drawAs: (block, form) => set(({ forms }) => ({ forms: new Map([...forms, [block, form]]) })),
  toggleNode: (node) =>
    set((now) => {
      const nodes = new Set(now.nodes);
      if (!nodes.delete(node)) nodes.add(node);
      return { nodes };
    }),
  moreChildren: (node) =>
    set(({ children }) => ({ children: new Map([...children, [node, (children.get(node) ?? 0) + 1]]) })),
}));

/** Another message is read from its beginning. The returned function ends it. */
export function forgetReading(selection: SelectionStore): () => void {
  return whenMessageChanges(selection, () => reading.getState().read(FIRST_READING));
}

/** Reads how the chosen message is read. */
export function useReading<T>(pick: (state: Reading) => T): T {
  return useStore(reading, pick);
}
