import { expect, test } from "vitest";
import { runView } from "../../../../core/analysis/run-view.ts";
import { replay } from "../../../../core/engine/replay.ts";
import { effectiveProfile } from "../../../../core/policies/defaults.ts";
import { Totals } from "../../../../renderer/panes/header/totals.tsx";
import { selection } from "../../../../renderer/state/selection.ts";
import { doing, find } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

const thread = threadOf(6, (step) => `result ${step} `.repeat(400));
const profile = {
  policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 1, maxSummaryTokens: 100 }],
} as const;

const delta = (value: number) =>
  value === 0 ? "±0" : `${value > 0 ? "+" : "−"}${Math.abs(value).toLocaleString("en-GB")}`;

test("the header's total is held against the pinned step, with the run's own figures", async () => {
  const problems = { errors: [], dead: [] };
  const run = replay(thread, effectiveProfile(profile));
  const { steps } = runView(run, { run: "r", transcript: 1, milliseconds: 0, problems });
  const [now, pinned] = [steps[4], steps[1]];
  if (!now || !pinned) throw new Error("no steps");
  const { place } = await openPane(<Totals />, thread, 5, profile);
  expect(place.querySelector(".totals__delta")).toBeNull();
  await doing(() => selection.getState().pin(2));
  const by = now.request.tokens - pinned.request.tokens;
  expect(by).not.toBe(0);
  expect(find(place, ".totals__delta").textContent).toContain(`Δ2 ${by < 0 ? "−" : "+"}`);
  expect(find(place, "button").textContent).toContain(
    `Against step 2: ${delta(now.raw.tokens - pinned.raw.tokens)} raw, ${delta(by)} outgoing.`,
  );
  // A step says nothing against itself.
  await doing(() => selection.getState().pin(5));
  expect(place.querySelector(".totals__delta")).toBeNull();
});
