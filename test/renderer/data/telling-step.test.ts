import { expect, test } from "vitest";
import type { RunStepRow } from "../../../core/contract/run-view.ts";
import { tellingStep } from "../../../renderer/data/telling-step.ts";

const row = (step: number, raw: number, sent: number) =>
  ({ step, raw: { tokens: raw }, request: { tokens: sent } }) as RunStepRow;

test("the first step whose request is not raw history says most, else the last", () => {
  expect(tellingStep([row(1, 9, 9), row(2, 20, 12), row(3, 30, 22)])).toBe(2);
  expect(tellingStep([row(1, 9, 9), row(2, 20, 22)])).toBe(2);
  expect(tellingStep([row(1, 9, 9), row(2, 20, 20)])).toBe(2);
  expect(tellingStep([])).toBeUndefined();
});
