import { expect, test } from "vitest";
import { tellingStep } from "../../../renderer/data/telling-step.ts";

/** Steps of so many tokens in raw history and in the request. */
const steps = (...rows: readonly (readonly [raw: number, sent: number])[]) => ({
  length: rows.length,
  rawTokens: (at: number) => rows[at]?.[0] ?? 0,
  tokens: (at: number) => rows[at]?.[1] ?? 0,
});

test("the first step whose request is not raw history says most, else the last", () => {
  expect(tellingStep(steps([9, 9], [20, 12], [30, 22]))).toBe(2);
  expect(tellingStep(steps([9, 9], [20, 22]))).toBe(2);
  expect(tellingStep(steps([9, 9], [20, 20]))).toBe(2);
  expect(tellingStep(steps())).toBeUndefined();
});
