import { expect, test } from "vitest";
import { attributionOf } from "../../../core/analysis/attribution.ts";
import { runCost } from "../../../core/analysis/cost.ts";
import { moneyReport, reportedStep } from "../../../core/analysis/money-report.ts";
import { outlineOf } from "../../../core/analysis/outline.ts";
import { stepRows } from "../../../core/analysis/run-view.ts";
import { replay } from "../../../core/engine/replay.ts";
import { ASSUMED_PRICES, type PriceTable } from "../../../core/model/price.ts";
import { effectiveProfile } from "../../../core/policies/defaults.ts";
import { readText } from "../../support/import-text.ts";
import { madeUpThread } from "../../support/made-up-thread.ts";

const [thread] = readText(madeUpThread({ calls: 12 })).threads;
if (!thread) throw new Error("no thread");
const profile = effectiveProfile({
  policies: [{ kind: "summarize", trigger: { tokens: 3000 }, keepRecent: 2 }],
});
const run = replay(thread, profile);
const outline = outlineOf(thread, 1);
const NONE: PriceTable = { currency: "$", rows: [] };

test.each([ASSUMED_PRICES, NONE])(
  "what a step costs, and the run, is what the table says of all its steps",
  (table) => {
    const { steps, ...sums } = runCost(stepRows(run), outline.messages, table);
    expect(steps.length).toBeGreaterThan(3);
    for (const [at, step] of steps.entries())
      expect(moneyReport(run, at + 1, table)).toEqual({ ...sums, step, steps: steps.length });
    expect(moneyReport(run, steps.length + 1, table).step).toBeNull();
  },
);

test("what was reported of a step stands beside the estimate; nothing is told where nothing was reported", () => {
  const at = stepRows(run)[2]?.message ?? 0;
  const usage = { kind: "reported", input: 5000, output: 70, cacheRead: 4000 } as const;
  const meta = Array.from(thread.messages, (_, index) => (index === at ? { usage } : {}));
  const told = replay({ ...thread, meta }, profile);
  const attribution = attributionOf({ ...outlineOf({ ...thread, meta }, 1) }, stepRows(told), 3);
  expect(attribution?.reported).toBe(5000);
  expect(reportedStep(told, 3)).toEqual({ attribution, usage });
  expect(reportedStep(told, 2)).toBeNull();
  expect(reportedStep(told, 999)).toBeNull();
});
