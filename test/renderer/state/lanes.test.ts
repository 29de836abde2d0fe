import { expect, test } from "vitest";
import { createHiddenLanes } from "../../../renderer/state/lanes.ts";

test("lanes are hidden one by one or all at once, each transcript by itself", () => {
  const lanes = createHiddenLanes();
  const hidden = (transcript: number) => [...(lanes.getState().hidden.get(transcript) ?? [])];
  lanes.getState().toggle(1, "a");
  lanes.getState().toggle(1, "b");
  lanes.getState().toggle(2, "a");
  expect([hidden(1), hidden(2)]).toEqual([["a", "b"], ["a"]]);
  lanes.getState().toggle(1, "a");
  expect(hidden(1)).toEqual(["b"]);
  lanes.getState().hide(1, ["a", "b", "c"]);
  expect(hidden(1)).toEqual(["a", "b", "c"]);
  lanes.getState().hide(1, []);
  expect([hidden(1), hidden(2)]).toEqual([[], ["a"]]);
});
