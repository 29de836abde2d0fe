import {
  type AddressedQuestions,
  type AddressedView,
  formatAddress,
  NO_QUESTIONS,
  parseAddress,
} from "./state/address.ts";
import { ask } from "./state/ask.ts";
import { type LaneChoice, lanesOf, shownLanes } from "./state/lanes.ts";
import { find } from "./state/find.ts";
import type { LayoutStore } from "./state/layout.ts";
import { type SelectionStore, UNCHOSEN } from "./state/selection.ts";

/** Milliseconds after the last change: a browser refuses an address that changes with every key that repeats. */
const DELAY = 150;
/** Changes nearer together than this are one stop on the way back, in milliseconds. */
const ONE_STOP = 1200;

/** The stores whose state is in the address. */
export interface AddressedStores {
  readonly selection: SelectionStore;
  readonly layout: LayoutStore;
}

function viewOf({ layout }: AddressedStores): AddressedView {
  const { timelineView, timelineMode, inspectorTab, hiddenCategories, hiddenLines } = layout.getState();
  return { timelineView, timelineMode, inspectorTab, hiddenCategories, hiddenLines };
}

function lanes({ selection }: AddressedStores): LaneChoice {
  return lanesOf(shownLanes.getState(), selection.getState().transcript);
}

function questions(): AddressedQuestions {
  const { query, scope } = find.getState();
  return { query, scope, asked: ask.getState().text };
}

function askAgain({ query, scope, asked }: AddressedQuestions): void {
  find.getState().search(query);
  find.getState().setScope(scope);
  ask.getState().ask(asked);
}

function hashOf(stores: AddressedStores): string {
  return formatAddress({
    ...stores.selection.getState(),
    view: viewOf(stores),
    lanes: lanes(stores),
    questions: questions(),
  });
}

/** Takes the address over; what it does not tell stays. */
function read(page: Window, stores: AddressedStores): void {
  const asked = parseAddress(page.location.hash);
  if (!asked || formatAddress(asked) === hashOf(stores)) return;
  const { view, lanes: chosen, questions: told = NO_QUESTIONS, ...place } = asked;
  stores.selection.getState().restore(place);
  stores.layout.getState().set({ ...view });
  if (chosen && asked.transcript !== undefined) shownLanes.getState().choose(asked.transcript, chosen);
  // Another thread forgets what was asked of the one before.
  askAgain(told);
}

/**
 * Keeps the page's address and what is looked at the same, both ways. What was looked at for a while is a stop of the
 * page's history: back and forward lead there. The returned function ends it.
 */
export function followAddress(page: Window, stores: AddressedStores): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -Infinity;
  const write = () => {
    // A thread that was just opened is no stop before the step is known at which it is.
    const { transcript, step } = stores.selection.getState();
    if (transcript !== undefined && step === UNCHOSEN) return;
    const hash = hashOf(stores);
    if (hash === page.location.hash) return;
    const url = `${page.location.pathname}${page.location.search}${hash}`;
    const now = page.performance.now();
    const stop = page.location.hash !== "" && now - last > ONE_STOP;
    last = now;
    if (stop) page.history.pushState(null, "", url);
    else page.history.replaceState(null, "", url);
  };
  const writeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, DELAY);
  };
  const onHash = () => read(page, stores);
  onHash();
  // The way back is told at once; that the address is another one comes later, and meanwhile it would be written over.
  page.addEventListener("popstate", onHash);
  page.addEventListener("hashchange", onHash);
  const stops = [stores.selection, stores.layout, shownLanes, find, ask].map((store) =>
    store.subscribe(writeSoon),
  );
  return () => {
    clearTimeout(timer);
    page.removeEventListener("popstate", onHash);
    page.removeEventListener("hashchange", onHash);
    for (const stop of stops) stop();
  };
}
