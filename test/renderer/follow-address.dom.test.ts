import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProfileRow } from "../../core/contract/methods.ts";
import { isOwnAddress, writeLeft } from "../../renderer/address-writer.ts";
import { followAddress } from "../../renderer/follow-address.ts";
import { ask, forgetOnOpening } from "../../renderer/state/ask.ts";
import { ownMemory } from "../../renderer/own-memory.ts";
import { parseAddress } from "../../renderer/state/address.ts";
import type { AddressedDraft } from "../../renderer/state/addressed-draft.ts";
import { createDraft } from "../../renderer/state/draft.ts";
import { find } from "../../renderer/state/find.ts";
import { FIRST_LOOKS, forgetLooks, looks } from "../../renderer/state/looks.ts";
import { FIRST_READING, forgetReading, reading } from "../../renderer/state/reading.ts";
import { ALL_FOLDED, NO_FOLDING } from "../../renderer/state/folding.ts";
import { ALL_LANES, isShown, lanesOf, shownLanes } from "../../renderer/state/lanes.ts";
import { createLayout } from "../../renderer/state/layout.ts";
import { createSelection } from "../../renderer/state/selection.ts";

const stores = () => ({ selection: createSelection(), layout: createLayout(), draft: createDraft() });
const row: ProfileRow = {
  id: "preset:quay",
  name: "quay",
  preset: true,
  about: "",
  profile: { name: "quay", policies: [{ kind: "summarize", trigger: { tokens: 100 } }] },
};
const own = ownMemory(window.sessionStorage);
const following = { own, onDraft: () => expect.unreachable("no draft is told") };
/** Goes to an address as the browser does: with what its entry of the history holds. */
function goTo(hash: string, entry: unknown): void {
  window.history.replaceState(entry, "", `/${hash}`);
  window.dispatchEvent(new PopStateEvent("popstate"));
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/");
  find.getState().search("");
  ask.getState().ask("");
  looks.getState().look(FIRST_LOOKS);
  reading.getState().read(FIRST_READING);
});
afterEach(() => vi.useRealTimers());

test("what was looked at for a while is a stop, what was passed is none", () => {
  const { selection, layout, draft } = stores();
  const end = followAddress(window, { selection, layout, draft }, following);
  const before = window.history.length;
  selection.getState().open(1, "main", 1);
  vi.advanceTimersByTime(2000);
  for (let step = 2; step < 9; step++) {
    selection.getState().goToStep(step);
    vi.advanceTimersByTime(160);
  }
  expect(window.location.hash).toContain("step=8");
  expect(window.history.length - before).toBe(1);
  vi.advanceTimersByTime(2000);
  layout.getState().set({ inspectorTab: "ledger" });
  vi.advanceTimersByTime(2000);
  expect(window.location.hash).toContain("tab=ledger");
  expect(window.history.length - before).toBe(2);
  end();
});

test("a way back that comes while something is still to be written is not written over", () => {
  const { selection, layout, draft } = stores();
  const end = followAddress(window, { selection, layout, draft }, following);
  selection.getState().open(1, "main", 1);
  vi.advanceTimersByTime(2000);
  const first = window.location.hash;
  selection.getState().goToStep(7);
  window.history.replaceState(null, "", `/${first}`);
  window.dispatchEvent(new PopStateEvent("popstate"));
  vi.advanceTimersByTime(2000);
  expect(window.location.hash).toBe(first);
  expect(selection.getState().step).toBe(1);
  end();
});

test("a thread that was just opened is in the address when its step is known", () => {
  const { selection, layout, draft } = stores();
  const end = followAddress(window, { selection, layout, draft }, following);
  selection.getState().open(3, undefined);
  vi.advanceTimersByTime(5000);
  expect(window.location.hash).toBe("");
  selection.getState().goToStep(4);
  vi.advanceTimersByTime(2000);
  expect(window.location.hash).toContain("t=3&step=4");
  const before = window.history.length;
  selection.getState().open(5, undefined);
  vi.advanceTimersByTime(5000);
  selection.getState().goToStep(2);
  vi.advanceTimersByTime(2000);
  expect(window.history.length - before).toBe(1);
  end();
});

test("an address without a view leaves the view as it is, one with it changes it", () => {
  const { selection, layout, draft } = stores();
  layout.getState().set({ inspectorTab: "diff" });
  window.history.replaceState(null, "", "/#t=2&step=4&zoom=2-9");
  const end = followAddress(window, { selection, layout, draft }, following);
  expect(selection.getState()).toMatchObject({ transcript: 2, step: 4, zoom: { from: 2, to: 9 } });
  expect(layout.getState().inspectorTab).toBe("diff");
  window.history.replaceState(null, "", "/#t=2&step=4&tab=tokens&view=weight");
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  expect(layout.getState()).toMatchObject({ inspectorTab: "tokens", timelineView: "weight" });
  end();
});

test("what is hidden and folded is in the address, and the way back shows and unfolds it again", () => {
  const { selection, layout, draft } = stores();
  shownLanes.getState().choose(1, ALL_LANES);
  const end = followAddress(window, { selection, layout, draft }, following);
  selection.getState().open(1, "main", 40);
  vi.advanceTimersByTime(2000);
  const plain = window.location.hash;
  layout.getState().toggleCategory("tool results");
  layout.getState().toggleLine("raw");
  shownLanes.getState().toggle(1, "agent-2");
  selection.getState().foldTurns(ALL_FOLDED);
  selection.getState().toggleTurn(3);
  selection.getState().foldCover(true);
  vi.advanceTimersByTime(2000);
  const told = window.location.hash;
  const goBack = (hash: string) => {
    goTo(hash, null);
    vi.advanceTimersByTime(2000);
    expect(window.location.hash).toBe(hash);
  };
  goBack(plain);
  expect(layout.getState()).toMatchObject({ hiddenCategories: [], hiddenLines: [] });
  expect(lanesOf(shownLanes.getState(), 1)).toEqual(ALL_LANES);
  expect(selection.getState()).toMatchObject({ turns: NO_FOLDING, coverFolded: false });
  goBack(told);
  expect(layout.getState()).toMatchObject({ hiddenCategories: ["tool results"], hiddenLines: ["raw"] });
  expect(isShown(lanesOf(shownLanes.getState(), 1), "agent-2")).toBe(false);
  expect(selection.getState()).toMatchObject({
    turns: { folded: true, open: new Set([3]) },
    coverFolded: true,
  });
  // Another thread has its own, and one comes back to what was left.
  selection.getState().open(1, "other", 1);
  expect(selection.getState().turns).toEqual(NO_FOLDING);
  selection.getState().open(1, "main");
  expect(selection.getState().turns).toEqual({ folded: true, open: new Set([3]) });
  end();
});

test("what was asked and searched for is in the address, and the way back asks it again", () => {
  const { selection, layout, draft } = stores();
  const end = followAddress(window, { selection, layout, draft }, following);
  const forget = forgetOnOpening(selection);
  selection.getState().open(1, "main", 40);
  vi.advanceTimersByTime(2000);
  find.getState().search('kind:tool size>20kB "low water"');
  ask.getState().ask("/srv/harbour/quay-3.csv");
  layout.getState().set({ timelineMode: "share" });
  vi.advanceTimersByTime(2000);
  const hash = window.location.hash;
  selection.getState().open(2, "main", 1);
  find.getState().search("");
  layout.getState().set({ timelineMode: "absolute" });
  vi.advanceTimersByTime(2000);
  expect(ask.getState().text).toBe("");
  window.history.replaceState(null, "", `/${hash}`);
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(find.getState().query).toBe('kind:tool size>20kB "low water"');
  expect(ask.getState().text).toBe("/srv/harbour/quay-3.csv");
  expect(layout.getState().timelineMode).toBe("share");
  expect(selection.getState()).toMatchObject({ transcript: 1, step: 40 });
  forget();
  end();
});

test("the draft is in the address of where one is: no change of it is a stop, nor a scroll; the way back leaves it alone", () => {
  const { selection, layout, draft } = stores();
  draft.getState().restore(row.profile, row);
  const told: AddressedDraft[] = [];
  const end = followAddress(
    window,
    { selection, layout, draft },
    {
      own,
      onDraft: (one) => void told.push(one),
    },
  );
  selection.getState().open(1, "main", 4);
  vi.advanceTimersByTime(2000);
  const first = window.location.hash;
  expect(parseAddress(first)?.draft).toEqual({ base: "preset:quay", profile: undefined });
  const before = window.history.length;
  draft.getState().editParam(0, "trigger.tokens", 60);
  vi.advanceTimersByTime(2000);
  draft.getState().editParam(0, "trigger.tokens", 50);
  vi.advanceTimersByTime(2000);
  selection.getState().scrolledTo({ index: 3 });
  vi.advanceTimersByTime(2000);
  expect(window.location.hash).toContain("top=i3");
  expect(window.history.length).toBe(before);
  const changed = { base: "preset:quay", profile: draft.getState().profile };
  expect(parseAddress(window.location.hash)?.draft).toEqual(changed);
  selection.getState().goToStep(9);
  vi.advanceTimersByTime(2000);
  expect(window.history.length).toBe(before + 1);
  // The first stop was written before the draft was changed: its step is gone back to, and it tells the draft of now.
  goTo(first, { ullage: true });
  expect(selection.getState().step).toBe(4);
  expect(draft.getState().profile).toBe(changed.profile);
  vi.advanceTimersByTime(2000);
  expect(parseAddress(window.location.hash)).toMatchObject({ step: 4, draft: changed });
  expect(window.history.length).toBe(before + 1);
  expect(told).toEqual([]);
  end();
});

test("an address that is opened from elsewhere tells its draft, once", () => {
  const { selection, layout, draft } = stores();
  draft.getState().restore(row.profile, row);
  window.history.replaceState(null, "", "/#t=2&step=4&profile=preset:quay");
  const told: AddressedDraft[] = [];
  const end = followAddress(
    window,
    { selection, layout, draft },
    {
      own,
      onDraft: (one) => void told.push(one),
    },
  );
  // The first is for who recalls the window's own draft.
  expect(told).toEqual([]);
  expect(isOwnAddress(window)).toBe(true);
  goTo("#t=2&step=7&profile=preset:mole", null);
  expect(told).toEqual([{ base: "preset:mole", profile: undefined }]);
  expect(selection.getState().step).toBe(7);
  goTo("#t=2&step=8", null);
  expect(told).toHaveLength(1);
  end();
});

test("before the draft is recalled the address keeps what it told of one", () => {
  const { selection, layout, draft } = stores();
  window.history.replaceState(null, "", "/#t=2&step=4&profile=preset:mole");
  const end = followAddress(window, { selection, layout, draft }, following);
  layout.getState().set({ inspectorTab: "diff" });
  vi.advanceTimersByTime(2000);
  const told = parseAddress(window.location.hash);
  expect(told).toMatchObject({ view: { inspectorTab: "diff" }, draft: { base: "preset:mole" } });
  draft.getState().restore(row.profile, row);
  vi.advanceTimersByTime(2000);
  expect(parseAddress(window.location.hash)?.draft).toEqual({ base: "preset:quay", profile: undefined });
  end();
});

test("how panes look and how a message is read is in the address, and is forgotten with what it is of", () => {
  const { selection, layout, draft } = stores();
  const end = followAddress(window, { selection, layout, draft }, following);
  const forget = [forgetLooks(selection), forgetReading(selection)];
  selection.getState().open(1, "main", 40);
  selection.getState().select({ index: 7 });
  selection.getState().toggleRow("message/7");
  selection.getState().stayAtEnd(true);
  looks.getState().look({ provider: "gemini", words: "fired", facts: "path", library: "quay" });
  looks.getState().openSection("prices", true);
  reading.getState().drawAs("r0", "json");
  reading.getState().toggleNode("r0-1");
  reading.getState().moreChildren("r0-1");
  reading.getState().readMore("sent");
  vi.advanceTimersByTime(2000);
  const told = window.location.hash;
  const looked = { ...looks.getState() };
  const read = { ...reading.getState() };

  selection.getState().select({ index: 8 });
  expect(reading.getState()).toMatchObject(FIRST_READING);
  expect(looks.getState().words).toBe("fired");
  selection.getState().open(1, "agent-1", 2);
  // What is of the window stays, what is of a thread does not.
  expect(looks.getState()).toMatchObject({
    provider: "gemini",
    words: "",
    facts: undefined,
    library: "quay",
  });
  expect(selection.getState()).toMatchObject({ openRows: new Set(), atEnd: false });
  looks.getState().look(FIRST_LOOKS);
  vi.advanceTimersByTime(2000);

  goTo(told, { ullage: true });
  expect(looks.getState()).toEqual(looked);
  expect(reading.getState()).toEqual(read);
  expect(selection.getState()).toMatchObject({ openRows: new Set(["message/7"]), atEnd: true });
  vi.advanceTimersByTime(2000);
  expect(window.location.hash).toBe(told);
  for (const stop of forget) stop();
  end();
});

test("who reloads the page at once loses no change; who goes elsewhere finds what is there", () => {
  const { selection, layout, draft } = stores();
  const end = followAddress(window, { selection, layout, draft }, following);
  selection.getState().open(1, "main", 4);
  vi.advanceTimersByTime(2000);
  const before = window.location.hash;
  layout.getState().set({ timelineMode: "share" });
  selection.getState().goToStep(5);
  window.dispatchEvent(new Event("pagehide"));
  end();
  expect(window.location.hash).toBe(before);

  window.history.replaceState(null, "", "/#t=9");
  writeLeft(window, own);
  expect(window.location.hash).toBe("#t=9");
  window.history.replaceState({ ullage: true }, "", `/${before}`);
  writeLeft(window, own);
  // It was for the page that came in the other's place, once.
  expect(window.location.hash).toBe(before);

  const again = stores();
  window.dispatchEvent(new Event("pagehide"));
  const endAgain = followAddress(window, again, following);
  again.selection.getState().goToStep(5);
  window.dispatchEvent(new Event("pagehide"));
  endAgain();
  writeLeft(window, own);
  expect(parseAddress(window.location.hash)).toMatchObject({ transcript: 1, step: 5 });
});

test("what is closed in the moment after its address was written stays closed", async () => {
  vi.useRealTimers();
  const { selection, layout, draft } = stores();
  const end = followAddress(window, { selection, layout, draft }, following);
  selection.getState().open(1, "main", 4);
  // Whatever waits beside it, nothing comes between the writing and this.
  await new Promise<void>((done) => {
    const replace = window.history.replaceState.bind(window.history);
    vi.spyOn(window.history, "replaceState").mockImplementation((...entry) => {
      replace(...entry);
      if (window.location.hash.includes("t=1")) queueMicrotask(done);
    });
  });
  selection.getState().close();
  await new Promise((done) => setTimeout(done, 50));
  expect(selection.getState().transcript).toBeUndefined();
  end();
  vi.restoreAllMocks();
});
