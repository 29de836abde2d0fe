import { expect, test } from "vitest";
import { createSelection, sameAddress } from "../../../renderer/state/selection.ts";

test("another thread is another selection; the same one keeps its message", () => {
  const selection = createSelection();
  selection.getState().open(1, "main", 4);
  selection.getState().select({ index: 7 }, "sent");
  selection.getState().pin(2);
  selection.getState().open(1, "main", 6);
  expect(selection.getState()).toMatchObject({ step: 6, message: { index: 7 }, pinned: 2, side: "sent" });
  selection.getState().open(1, "agent");
  expect(selection.getState()).toMatchObject({
    thread: "agent",
    step: 1,
    message: undefined,
    pinned: undefined,
  });
});

test("a step is a whole number from 1", () => {
  const selection = createSelection();
  selection.getState().goToStep(-3);
  expect(selection.getState().step).toBe(1);
  selection.getState().goToStep(2.6);
  expect(selection.getState().step).toBe(3);
});

test("addresses are compared by what they name", () => {
  expect(sameAddress({ index: 1 }, { index: 1 })).toBe(true);
  expect(sameAddress({ index: 1 }, { index: 2 })).toBe(false);
  expect(sameAddress({ special: "system" }, { special: "system" })).toBe(true);
  expect(sameAddress({ special: "system" }, { inserted: "system" })).toBe(false);
  expect(sameAddress({ inserted: "a" }, { inserted: "a" })).toBe(true);
  expect(sameAddress(undefined, undefined)).toBe(true);
  expect(sameAddress(undefined, { index: 0 })).toBe(false);
});
