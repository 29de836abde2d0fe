import { expect, test } from "vitest";
import { createSelection, sameAddress, UNCHOSEN } from "../../../renderer/state/selection.ts";

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
    step: UNCHOSEN,
    message: undefined,
    pinned: undefined,
  });
});

test("each thread keeps its own place, and each transcript the thread that was looked at last", () => {
  const selection = createSelection();
  const { open, goToStep, select, pin, zoomTo, close } = selection.getState();
  open(1, undefined);
  goToStep(12);
  select({ index: 7 }, "sent");
  pin(3);
  zoomTo({ from: 10, to: 20 });
  const first = { step: 12, message: { index: 7 }, side: "sent", pinned: 3, zoom: { from: 10, to: 20 } };
  open(2, undefined);
  expect(selection.getState()).toMatchObject({ step: UNCHOSEN, message: undefined, zoom: undefined });
  goToStep(5);
  open(1, undefined);
  expect(selection.getState()).toMatchObject({ transcript: 1, thread: undefined, ...first });
  open(1, undefined);
  expect(selection.getState()).toMatchObject(first);
  open(1, "agent");
  goToStep(2);
  open(2, undefined);
  open(1, undefined);
  expect(selection.getState()).toMatchObject({ thread: "agent", step: 2, message: undefined });
  open(2, undefined);
  expect(selection.getState().step).toBe(5);
  // Where one is led to counts more than where one was.
  open(1, "agent", 9);
  expect(selection.getState()).toMatchObject({ thread: "agent", step: 9 });
  // What was closed is opened as if for the first time.
  close();
  open(1, undefined);
  expect(selection.getState()).toMatchObject({ thread: undefined, step: UNCHOSEN });
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
