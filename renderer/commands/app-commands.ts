import { ask } from "../state/ask.ts";
import { draft } from "../state/draft.ts";
import { type InspectorTab, layout, type ThemeChoice, type TimelineView } from "../state/layout.ts";
import { overlay } from "../state/overlay.ts";
import { selection } from "../state/selection.ts";
import { visualOrder } from "../state/visual-order.ts";
import type { Command } from "./registry.ts";

const open = () => selection.getState().transcript !== undefined;

function moveMessage(by: 1 | -1): void {
  const order = visualOrder();
  const next = order?.neighbour(selection.getState().message, by);
  if (!order || !next) return;
  selection.getState().select(next);
  order.reveal(next);
}

const THEMES: readonly ThemeChoice[] = ["system", "light", "dark"];

function nextTheme(): void {
  const { theme, set } = layout.getState();
  set({ theme: THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system" });
}

/** Shows the diff, or where it is shown already the tab before it. */
function toggleDiff(): void {
  const { inspectorOpen, inspectorTab, tabBefore, set } = layout.getState();
  const back = inspectorOpen && inspectorTab === "diff";
  set({ inspectorOpen: true, inspectorTab: back ? tabBefore : "diff" });
}

function pinStep(): void {
  const { pinned, step, pin } = selection.getState();
  pin(pinned === step ? undefined : step);
}

/**
 * Moves the focus to the search field, which the library draws: at once, as what is typed next belongs in it, and
 * again when the library is drawn and the palette, which keeps the focus, is gone.
 */
function focusSearch(): void {
  layout.getState().set({ libraryOpen: true });
  const focus = () => document.querySelector<HTMLInputElement>("[data-search-field]")?.focus();
  focus();
  requestAnimationFrame(focus);
}

/** Shows a tab and moves the focus into its field, at once and when it is drawn. */
function focusField(inspectorTab: InspectorTab, field: string): void {
  layout.getState().set({ inspectorOpen: true, inspectorTab });
  const focus = () => document.querySelector<HTMLInputElement>(field)?.focus();
  focus();
  requestAnimationFrame(focus);
}

/** Asks for the text that is marked on the page; where none is, lets it be typed. */
function askWindow(): void {
  const marked = (globalThis.getSelection?.()?.toString() ?? "").trim();
  if (marked === "") return focusField("why", "[data-ask-field]");
  ask.getState().ask(marked);
  layout.getState().set({ inspectorOpen: true, inspectorTab: "why" });
}

/** How many steps the open thread has: given, as only the data knows it. */
export interface StepRange {
  /** The step that is shown, from 1. */
  step(): number;
  steps(): number;
}

function go(range: StepRange, to: number): void {
  selection.getState().goToStep(Math.min(Math.max(1, to), Math.max(1, range.steps())));
}

function navigation(range: StepRange): Command[] {
  const step = (id: string, title: string, keys: string[], to: () => number): Command => ({
    id,
    title,
    keys,
    group: "Navigate",
    when: () => open() && range.steps() > 0,
    run: () => go(range, to()),
  });
  return [
    step("step.previous", "Previous step", ["["], () => range.step() - 1),
    step("step.next", "Next step", ["]"], () => range.step() + 1),
    step("step.first", "First step", ["mod+["], () => 1),
    step("step.last", "Last step", ["mod+]"], () => range.steps()),
    {
      id: "step.go",
      title: "Go to step…",
      keys: ["g"],
      group: "Navigate",
      when: () => open() && range.steps() > 0,
      run: () => overlay.getState().show({ kind: "go-to-step", typed: "" }),
    },
    {
      id: "message.next",
      title: "Next message",
      about: "the inspector's tab stays",
      keys: ["j"],
      group: "Navigate",
      when: open,
      run: () => moveMessage(1),
    },
    {
      id: "message.previous",
      title: "Previous message",
      about: "the inspector's tab stays",
      keys: ["k"],
      group: "Navigate",
      when: open,
      run: () => moveMessage(-1),
    },
    { id: "search", title: "Search the library", keys: ["/"], group: "Navigate", run: focusSearch },
    {
      id: "step.pin",
      title: "Compare with this step (pin, unpin)",
      keys: ["c"],
      group: "Navigate",
      when: open,
      run: pinStep,
    },
    {
      id: "back",
      title: "Back: clear the selection",
      keys: ["escape"],
      group: "Navigate",
      hidden: true,
      when: () => open() && selection.getState().message !== undefined,
      run: () => selection.getState().select(undefined),
    },
  ];
}

const profile: Command[] = [
  {
    id: "profile.undo",
    title: "Undo profile edit",
    keys: ["mod+z"],
    group: "Profile",
    inSettledFields: true,
    when: () => draft.getState().past.length > 0,
    run: () => draft.getState().undo(),
  },
  {
    id: "profile.redo",
    title: "Redo profile edit",
    keys: ["mod+shift+z", "mod+y"],
    group: "Profile",
    inSettledFields: true,
    when: () => draft.getState().future.length > 0,
    run: () => draft.getState().redo(),
  },
  {
    id: "profile.drawer",
    title: "Show or hide the policy drawer",
    keys: ["p"],
    group: "Profile",
    run: () => layout.getState().toggle("drawerOpen"),
  },
];

const TIMELINE_VIEWS: readonly (readonly [TimelineView, string])[] = [
  ["time", "steps in time"],
  ["weight", "messages by lifetime weight"],
  ["table", "steps as a table"],
];

const TABS: readonly (readonly [InspectorTab, string])[] = [
  ["preview", "Preview of the chosen result, taken apart"],
  ["summary", "Summary: coverage, versions, what survived"],
  ["store", "Stores: entries, bound, what left"],
  ["wire", "Wire: the body for a provider"],
  ["ledger", "Ledger of this step"],
];

const view: Command[] = [
  { id: "theme.next", title: "Next theme (system, light, dark)", keys: ["t"], group: "View", run: nextTheme },
  ...THEMES.map((theme): Command => ({
    id: `theme.${theme}`,
    title: `Theme: ${theme}`,
    group: "View",
    run: () => layout.getState().set({ theme }),
  })),
  {
    id: "diff",
    title: "Diff of this request against the step before, or the pinned one",
    about: "again: back to the tab before",
    keys: ["d"],
    group: "View",
    when: open,
    run: toggleDiff,
  },
  {
    id: "why",
    title: "Why the chosen message is sent as it is",
    keys: ["w"],
    group: "View",
    when: open,
    run: () => layout.getState().set({ inspectorOpen: true, inspectorTab: "why" }),
  },
  {
    id: "ask",
    title: "Ask the window: was this text in it?",
    about: "asks for the text that is marked",
    keys: ["a"],
    group: "Navigate",
    when: open,
    run: askWindow,
  },
  {
    id: "find",
    title: "Find messages and decisions",
    keys: ["mod+f"],
    group: "Navigate",
    when: open,
    run: () => focusField("find", "[data-find-field]"),
  },
  ...TABS.map(([inspectorTab, title]): Command => ({
    id: `tab.${inspectorTab}`,
    title,
    group: "View",
    when: open,
    run: () => layout.getState().set({ inspectorOpen: true, inspectorTab }),
  })),
  {
    id: "view.inspector-wide",
    title: "Widen the inspector, or show the columns again",
    keys: ["shift+i"],
    group: "View",
    when: open,
    run: () => layout.getState().toggle("inspectorWide"),
  },
  {
    id: "view.library",
    title: "Show or hide the library",
    keys: ["mod+b"],
    group: "View",
    run: () => layout.getState().toggle("libraryOpen"),
  },
  {
    id: "view.inspector",
    title: "Show or hide the inspector",
    keys: ["i"],
    group: "View",
    run: () => layout.getState().toggle("inspectorOpen"),
  },
  {
    id: "timeline.mode",
    title: "Timeline: absolute or share",
    keys: ["s"],
    group: "View",
    when: open,
    run: () => {
      const { timelineMode, set } = layout.getState();
      set({ timelineMode: timelineMode === "absolute" ? "share" : "absolute" });
    },
  },
  ...TIMELINE_VIEWS.map(([timelineView, title]): Command => ({
    id: `timeline.${timelineView}`,
    title: `Timeline: ${title}`,
    group: "View",
    when: open,
    run: () => layout.getState().set({ timelineView }),
  })),
];

const help: Command[] = [
  {
    id: "palette",
    title: "Command palette",
    keys: ["mod+k"],
    group: "Help",
    everywhere: true,
    hidden: true,
    run: () => overlay.getState().show({ kind: "palette" }),
  },
  {
    id: "help",
    title: "Keys and help",
    keys: ["?"],
    group: "Help",
    run: () => overlay.getState().show({ kind: "help" }),
  },
  {
    id: "about",
    title: "About Ullage",
    group: "Help",
    run: () => overlay.getState().show({ kind: "about" }),
  },
];

/** The commands that need nothing but the state. */
export function appCommands(range: StepRange): readonly Command[] {
  return [...navigation(range), ...profile, ...view, ...help];
}
