import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followAddress } from "../../renderer/follow-address.ts";
import { ask, forgetOnOpening } from "../../renderer/state/ask.ts";
import { find } from "../../renderer/state/find.ts";
import { ALL_FOLDED, NO_FOLDING } from "../../renderer/state/folding.ts";
import { ALL_LANES, isShown, lanesOf, shownLanes } from "../../renderer/state/lanes.ts";
import { createLayout } from "../../renderer/state/layout.ts";
import { createSelection } from "../../renderer/state/selection.ts";

const stores = () => ({ selection: createSelection(), layout: createLayout() });

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/");
  find.getState().search("");
  ask.getState().ask("");
});
afterEach(() => vi.useRealTimers());

test("what was looked at for a while is a stop, what was passed is none", () => {
  const { selection, layout } = stores();
  const end = followAddress(window, { selection, layout });
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
  const { selection, layout } = stores();
  const end = followAddress(window, { selection, layout });
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
  const { selection, layout } = stores();
  const end = followAddress(window, { selection, layout });
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
  const { selection, layout } = stores();
  layout.getState().set({ inspectorTab: "diff" });
  window.history.replaceState(null, "", "/#t=2&step=4&zoom=2-9");
  const end = followAddress(window, { selection, layout });
  expect(selection.getState()).toMatchObject({ transcript: 2, step: 4, zoom: { from: 2, to: 9 } });
  expect(layout.getState().inspectorTab).toBe("diff");
  window.history.replaceState(null, "", "/#t=2&step=4&tab=tokens&view=weight");
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  expect(layout.getState()).toMatchObject({ inspectorTab: "tokens", timelineView: "weight" });
  end();
});

test("what is hidden and folded is in the address, and the way back shows and unfolds it again", () => {
  const { selection, layout } = stores();
  shownLanes.getState().choose(1, ALL_LANES);
  const end = followAddress(window, { selection, layout });
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
  const goTo = (hash: string) => {
    window.history.replaceState(null, "", `/${hash}`);
    window.dispatchEvent(new PopStateEvent("popstate"));
    vi.advanceTimersByTime(2000);
    expect(window.location.hash).toBe(hash);
  };
  goTo(plain);
  expect(layout.getState()).toMatchObject({ hiddenCategories: [], hiddenLines: [] });
  expect(lanesOf(shownLanes.getState(), 1)).toEqual(ALL_LANES);
  expect(selection.getState()).toMatchObject({ turns: NO_FOLDING, coverFolded: false });
  goTo(told);
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
  const { selection, layout } = stores();
  const end = followAddress(window, { selection, layout });
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
