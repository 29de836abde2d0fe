import { beforeEach, expect, test } from "vitest";
import { comparedStep } from "../../../../renderer/panes/inspector/compared-step.ts";
import { DiffTab } from "../../../../renderer/panes/inspector/diff-tab.tsx";
import { TokensTab } from "../../../../renderer/panes/inspector/tokens-tab.tsx";
import { doing, settle } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";
import { selection } from "../../../../renderer/state/selection.ts";

const thread = threadOf(6, (step) => `result ${step} `.repeat(40));

beforeEach(() => selection.getState().pin(undefined));

test("a step is compared with the pinned one, else the one before, and never with one that is not there", () => {
  expect(comparedStep(4, 2, 6)).toBe(2);
  expect(comparedStep(4, 6, 6)).toBe(6);
  for (const none of [undefined, 4, 7, 0, -1, Number.NaN, Number.MAX_SAFE_INTEGER])
    expect(comparedStep(4, none, 6)).toBe(3);
  expect(comparedStep(1, 2, 6)).toBe(2);
  for (const none of [undefined, 1, 7, 0]) expect(comparedStep(1, none, 6)).toBeUndefined();
});

test.each([
  ["diff", <DiffTab key="diff" />],
  ["tokens", <TokensTab key="tokens" />],
])("a step that the run does not have is pinned: %s is as with none", async (_, tab) => {
  const { place } = await openPane(tab, thread, 4, { policies: [] });
  // What unpins a step is there as long as one is pinned.
  const said = () => [...place.querySelectorAll("h3, tbody, [role=alert]")].map((one) => one.textContent);
  const before = said();
  await doing(() => selection.getState().pin(5));
  await settle();
  expect(said()).not.toEqual(before);
  await doing(() => selection.getState().pin(70));
  await settle();
  expect(said()).toEqual(before);
});
