import { beforeEach, expect, test } from "vitest";
import { weightsOf } from "../../../../core/analysis/weights.ts";
import { replay } from "../../../../core/engine/replay.ts";
import { effectiveProfile } from "../../../../core/policies/defaults.ts";
import { Timeline } from "../../../../renderer/panes/timeline/timeline.tsx";
import { layout } from "../../../../renderer/state/layout.ts";
import { selection } from "../../../../renderer/state/selection.ts";
import { formatDelta } from "../../../../renderer/widgets/quantity.tsx";
import { doing, find, settle, withLayout } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

beforeEach(() => withLayout(600, 26));

const PROFILE = {
  policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 1, maxSummaryTokens: 100 }],
} as const;
const thread = threadOf(6, (step) => `step ${step} `.repeat(900));

test("against a pinned step stands what the requests between the two sent of a message", async () => {
  const { place } = await openPane(<Timeline />, thread, 5, PROFILE);
  await doing(() => layout.getState().set({ timelineView: "weight" }));
  await settle();
  const cells = () =>
    [...place.querySelectorAll(".weights__row:not(.weights__row--head)")].map(
      (row) => row.children[3]?.textContent,
    );
  const heads = () => [...place.querySelectorAll(".weights__row--head > *")].map((head) => head.textContent);
  expect(heads()).not.toContain("Δ step 2");
  const run = replay(thread, effectiveProfile(PROFILE));
  for (const [pinned, step, words] of [
    [2, 5, "Δ step 2: what the requests after step 2, up to step 5, sent"],
    [6, 3, "Δ step 6: less what the requests after step 3, up to step 6, sent"],
  ] as const) {
    await doing(() => {
      selection.getState().pin(pinned);
      selection.getState().goToStep(step);
    });
    await settle();
    const told = weightsOf(run, "r", 1000, { from: pinned, to: step });
    expect(heads()[3]).toBe(`Δ step ${pinned}`);
    expect(cells().length).toBeGreaterThan(4);
    expect(cells()).toEqual(
      told.rows.slice(0, cells().length).map(({ between = NaN }) => formatDelta(between)),
    );
    expect(new Set(cells()).size).toBeGreaterThan(2);
    expect(find(place, ".weights__foot").textContent).toContain(words);
    expect(find(place, ".weights__foot").dataset["between"]).toBe(String(told.between?.besides));
  }
  await doing(() => selection.getState().pin(undefined));
  await settle();
  expect(heads()).not.toContain("Δ step 6");
});
