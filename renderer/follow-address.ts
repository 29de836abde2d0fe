import { field } from "../core/model/json.ts";
import {
  type Addressed,
  type AddressedQuestions,
  type AddressedView,
  formatAddress,
  NO_QUESTIONS,
  parseAddress,
} from "./state/address.ts";
import { type AddressedDraft, tellDraft, withoutDraft } from "./state/addressed-draft.ts";
import { ask } from "./state/ask.ts";
import { type DraftStore, isRecalled } from "./state/draft.ts";
import { type LaneChoice, lanesOf, shownLanes } from "./state/lanes.ts";
import { find } from "./state/find.ts";
import { FIRST_LOOKS, looks } from "./state/looks.ts";
import { FIRST_READING, reading } from "./state/reading.ts";
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
  readonly draft: DraftStore;
}

/** What the entries of the page's history hold that this window wrote, or has read already. */
const OWN = { ullage: true };

/** True where the page's address is of this window's own writing: it was not typed, nor opened from elsewhere. */
export function isOwnAddress(page: Window): boolean {
  return field(page.history.state, "ullage") === true;
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

function hashOf(stores: AddressedStores, draft?: AddressedDraft): string {
  return formatAddress({
    ...stores.selection.getState(),
    view: viewOf(stores),
    lanes: lanes(stores),
    questions: questions(),
    looks: looks.getState(),
    reading: reading.getState(),
    draft,
  });
}

/** The draft; what the address tells of one as long as the window's own is not recalled. */
function draftOf(page: Window, { draft }: AddressedStores): AddressedDraft | undefined {
  const now = draft.getState();
  return isRecalled(now) ? tellDraft(now) : parseAddress(page.location.hash)?.draft;
}

/** Takes the address over but for its draft; what it does not tell stays. */
function takeOver(asked: Addressed | undefined, stores: AddressedStores): void {
  if (!asked || formatAddress({ ...asked, draft: undefined }) === hashOf(stores)) return;
  const { view, lanes: chosen, questions: told = NO_QUESTIONS, draft: _draft, ...rest } = asked;
  const { looks: looked = FIRST_LOOKS, reading: read = FIRST_READING, ...place } = rest;
  stores.selection.getState().restore(place);
  stores.layout.getState().set({ ...view });
  if (chosen && asked.transcript !== undefined) shownLanes.getState().choose(asked.transcript, chosen);
  // Another thread forgets what was asked of the one before, another message how that was read.
  askAgain(told);
  looks.getState().look(looked);
  reading.getState().read(read);
}

/**
 * Keeps the page's address and what is looked at the same, both ways. What was looked at for a while is a stop of the
 * page's history: back and forward lead there. The draft is in the address of where one is, and no change of it is a
 * stop: it has a way back of its own. An address that was opened from elsewhere while the page is there tells its draft
 * to `onDraft`; that of the page's first is for who recalls the window's own. The returned function ends it.
 */
export function followAddress(
  page: Window,
  stores: AddressedStores,
  onDraft: (told: AddressedDraft) => void = () => {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -Infinity;
  const write = () => {
    // A thread that was just opened is no stop before the step is known at which it is.
    const { transcript, step } = stores.selection.getState();
    if (transcript !== undefined && step === UNCHOSEN) return;
    const { hash: before, pathname, search } = page.location;
    const hash = hashOf(stores, draftOf(page, stores));
    if (hash === before) return;
    const url = `${pathname}${search}${hash}`;
    const now = page.performance.now();
    const moved = withoutDraft(hash) !== withoutDraft(before);
    const stop = before !== "" && moved && now - last > ONE_STOP;
    if (moved) last = now;
    if (stop) page.history.pushState(OWN, "", url);
    else page.history.replaceState(OWN, "", url);
  };
  const writeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, DELAY);
  };
  const onHash = () => {
    const asked = parseAddress(page.location.hash);
    takeOver(asked, stores);
    if (asked?.draft && !isOwnAddress(page)) onDraft(asked.draft);
    page.history.replaceState(OWN, "");
    // An entry further back tells the draft that was there then.
    writeSoon();
  };
  takeOver(parseAddress(page.location.hash), stores);
  page.history.replaceState(OWN, "");
  // The way back is told at once; that the address is another one comes later, and meanwhile it would be written over.
  page.addEventListener("popstate", onHash);
  page.addEventListener("hashchange", onHash);
  const { selection, layout, draft } = stores;
  const told = [selection, layout, draft, shownLanes, find, ask, looks, reading];
  const stops = told.map((store) => store.subscribe(writeSoon));
  return () => {
    clearTimeout(timer);
    page.removeEventListener("popstate", onHash);
    page.removeEventListener("hashchange", onHash);
    for (const stop of stops) stop();
  };
}
