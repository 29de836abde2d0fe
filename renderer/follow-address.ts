import { AddressWriter, isOwnAddress, ownAddress } from "./address-writer.ts";
import type { OwnMemory } from "./own-memory.ts";
import {
  type Addressed,
  type AddressedQuestions,
  type AddressedView,
  formatAddress,
  NO_QUESTIONS,
  parseAddress,
} from "./state/address.ts";
import { type AddressedDraft, tellDraft } from "./state/addressed-draft.ts";
import { ask } from "./state/ask.ts";
import { type DraftStore, isRecalled } from "./state/draft.ts";
import { type LaneChoice, lanesOf, shownLanes } from "./state/lanes.ts";
import { find } from "./state/find.ts";
import { FIRST_LOOKS, looks } from "./state/looks.ts";
import { FIRST_READING, reading } from "./state/reading.ts";
import type { LayoutStore } from "./state/layout.ts";
import { type SelectionStore, UNCHOSEN } from "./state/selection.ts";

/** The stores whose state is in the address. */
export interface AddressedStores {
  readonly selection: SelectionStore;
  readonly layout: LayoutStore;
  readonly draft: DraftStore;
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

/** What is to be in the address; undefined while a thread is opened and the step is not known at which it is. */
function hashNow(page: Window, stores: AddressedStores): string | undefined {
  const { transcript, step } = stores.selection.getState();
  const opening = transcript !== undefined && step === UNCHOSEN;
  return opening ? undefined : hashOf(stores, draftOf(page, stores));
}

/** What goes beyond the page and the stores. */
export interface Following {
  /** Keeps what is not yet written when the page is left. */
  readonly own: OwnMemory;
  /** Told the draft of an address that is opened from elsewhere while the page is there. */
  readonly onDraft: (told: AddressedDraft) => void;
}

/**
 * Keeps the page's address and what is looked at the same, both ways. What was looked at for a while is a stop of the
 * page's history: back and forward lead there. The draft is in the address of where one is, and no change of it is a
 * stop: it has a way back of its own. Nor is a scroll. The draft of the page's first address is for who recalls the
 * window's own. The returned function ends it.
 */
export function followAddress(
  page: Window,
  stores: AddressedStores,
  { own, onDraft }: Following,
): () => void {
  const writer = new AddressWriter(page, () => hashNow(page, stores));
  const onHash = () => {
    const asked = parseAddress(page.location.hash);
    takeOver(asked, stores);
    if (asked?.draft && !isOwnAddress(page)) onDraft(asked.draft);
    ownAddress(page);
    // An entry further back tells the draft that was there then.
    writer.soon();
  };
  takeOver(parseAddress(page.location.hash), stores);
  ownAddress(page);
  const leave = () => writer.leave(own);
  // The way back is told at once; that the address is another one comes later, and meanwhile it would be written over.
  page.addEventListener("popstate", onHash);
  page.addEventListener("hashchange", onHash);
  page.addEventListener("pagehide", leave);
  const { selection, layout, draft } = stores;
  const told = [selection, layout, draft, shownLanes, find, ask, looks, reading];
  const stops = told.map((store) => store.subscribe(writer.soon));
  return () => {
    writer.end();
    page.removeEventListener("popstate", onHash);
    page.removeEventListener("hashchange", onHash);
    page.removeEventListener("pagehide", leave);
    for (const stop of stops) stop();
  };
}
