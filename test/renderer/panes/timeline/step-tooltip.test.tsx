import { expect, test } from "vitest";
import { useCurrent } from "../../../../renderer/data/current.tsx";
import { StepTooltip } from "../../../../renderer/panes/timeline/step-tooltip.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

/** The tooltip of the first step that has an alarm, or of the first of all. */
function Tooltip() {
  const { run, outline } = useCurrent();
  if (!run.run) return null;
  const at = [...run.run.steps].findIndex((step) => step.actions.includes("alarm"));
  return <StepTooltip run={run.run} outline={outline.data} at={Math.max(0, at)} />;
}

const thread = threadOf(6, (step) => `result ${step} `.repeat(400));

test("an alarm says what is lost", async () => {
  const profile = {
    policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 1, maxSummaryTokens: 100 }],
  } as const;
  const { place } = await openPane(<Tooltip />, thread, 1, profile);
  expect(place.textContent).toContain("the task, the first user message, is no longer sent");
});

test("nothing is asked of a step that the pointer only passes", async () => {
  const { place, host } = await openPane(<Tooltip />, thread, 1);
  expect(place.textContent).toContain("Step 1");
  expect(host.asked.some(({ method }) => method === "run.request")).toBe(false);
});
