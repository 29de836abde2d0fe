import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Category } from "../../core/contract/run-view.ts";

/** The theme that was chosen; `system` follows the machine. */
export type ThemeChoice = "system" | "light" | "dark";
/** What the timeline shows: steps in time, messages by what they weighed over all of them, or steps as a table. */
export const TIMELINE_VIEWS = ["time", "weight", "table"] as const;
/** One way of looking at the timeline. */
export type TimelineView = (typeof TIMELINE_VIEWS)[number];
/** The lines over the timeline's stack. */
export const TIMELINE_LINES = ["raw", "outgoing", "recent", "messages"] as const;
/** One of them. */
export type TimelineLine = (typeof TIMELINE_LINES)[number];
/** How the timeline stacks. */
export const TIMELINE_MODES = ["absolute", "share"] as const;
/** One way of stacking. */
export type TimelineMode = (typeof TIMELINE_MODES)[number];
/** The tabs of the inspector. */
export const INSPECTOR_TABS = [
  "why",
  "body",
  "preview",
  "diff",
  "summary",
  "store",
  "wire",
  "tokens",
  "ledger",
  "find",
] as const;
/** One tab of the inspector. */
export type InspectorTab = (typeof INSPECTOR_TABS)[number];
/** The tabs of the policy drawer. */
export type DrawerTab = "controls" | "json";

/**
 * Where things are and how they are shown: remembered by the host. What of it is in the address is `AddressedView`. Sizes
 * in percent.
 */
export interface Layout {
  readonly sizes: { readonly [group: string]: { readonly [panel: string]: number } };
  readonly libraryOpen: boolean;
  readonly inspectorOpen: boolean;
  readonly drawerOpen: boolean;
  /** True while the inspector has the place of the columns, too. */
  readonly inspectorWide: boolean;
  readonly inspectorTab: InspectorTab;
  /** The tab of the inspector that was shown before this one. */
  readonly tabBefore: InspectorTab;
  readonly drawerTab: DrawerTab;
  readonly theme: ThemeChoice;
  readonly timelineMode: TimelineMode;
  readonly timelineView: TimelineView;
  readonly hiddenCategories: readonly Category[];
  readonly hiddenLines: readonly TimelineLine[];
}

/** What can be done to the layout. */
export interface LayoutActions {
  readonly set: (change: Partial<Layout>) => void;
  readonly resize: (group: string, sizes: { readonly [panel: string]: number }) => void;
  readonly toggle: (part: "libraryOpen" | "inspectorOpen" | "inspectorWide" | "drawerOpen") => void;
  readonly toggleCategory: (category: Category) => void;
  readonly toggleLine: (line: TimelineLine) => void;
}

/** The layout's store. */
export type LayoutStore = StoreApi<Layout & LayoutActions>;

/** The layout of a first start. */
export const FIRST_LAYOUT: Layout = {
  sizes: {},
  libraryOpen: true,
  inspectorOpen: true,
  inspectorWide: false,
  drawerOpen: true,
  inspectorTab: "why",
  tabBefore: "why",
  drawerTab: "controls",
  theme: "system",
  timelineMode: "absolute",
  timelineView: "time",
  hiddenCategories: [],
  hiddenLines: [],
};

/** Makes a layout store. */
export function createLayout(): LayoutStore {
  return createStore<Layout & LayoutActions>()((set) => ({
    ...FIRST_LAYOUT,
    set: (change) => set((now) => ({ ...before(now, change), ...change })),
    resize: (group, sizes) => set((now) => ({ sizes: { ...now.sizes, [group]: sizes } })),
    toggle: (part) => set((now) => ({ [part]: !now[part] })),
    toggleCategory: (category) =>
      set((now) => ({ hiddenCategories: toggled(now.hiddenCategories, category) })),
    toggleLine: (line) => set((now) => ({ hiddenLines: toggled(now.hiddenLines, line) })),
  }));
}

/** Remembers the tab that a change leaves. */
function before(now: Layout, { inspectorTab }: Partial<Layout>): Partial<Layout> {
  const leaves = inspectorTab !== undefined && inspectorTab !== now.inspectorTab;
  return leaves ? { tabBefore: now.inspectorTab } : {};
}

function toggled<T>(items: readonly T[], item: T): readonly T[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
}

/** The part of a layout that is remembered. */
export function layoutOf(state: Layout): Layout {
  const kept = Object.keys(FIRST_LAYOUT).map((key) => [key, state[key as keyof Layout]]);
  return Object.fromEntries(kept) as unknown as Layout;
}

/** The window's layout. */
export const layout: LayoutStore = createLayout();

/** Reads the window's layout. */
export function useLayoutState<T>(pick: (state: Layout & LayoutActions) => T): T {
  return useStore(layout, pick);
}
