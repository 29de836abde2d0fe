import { expect, test } from "vitest";
import { ALL_LANES, createShownLanes, isShown, lanesOf, NO_LANES } from "../../../renderer/state/lanes.ts";

test("lanes are hidden one by one or all at once, each transcript by itself", () => {
  const lanes = createShownLanes();
  const shown = (transcript: number) =>
    ["a", "b", "c"].filter((one) => isShown(lanesOf(lanes.getState(), transcript), one));
  lanes.getState().toggle(1, "a");
  lanes.getState().toggle(1, "b");
  lanes.getState().toggle(2, "a");
  expect([shown(1), shown(2), shown(3)]).toEqual([["c"], ["b", "c"], ["a", "b", "c"]]);
  lanes.getState().toggle(1, "a");
  expect(shown(1)).toEqual(["a", "c"]);
  lanes.getState().choose(1, NO_LANES);
  expect(shown(1)).toEqual([]);
  lanes.getState().toggle(1, "c");
  expect(shown(1)).toEqual(["c"]);
  lanes.getState().choose(1, ALL_LANES);
  expect([shown(1), shown(2)]).toEqual([
    ["a", "b", "c"],
    ["b", "c"],
  ]);
});
