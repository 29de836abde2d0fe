import { expect, test } from "vitest";
import type { OutlineMessage } from "../../../../core/contract/rows.ts";
import { roleOf } from "../../../../renderer/panes/columns/describe.ts";

test("a row that holds several results says how many", () => {
  const result = { callId: "c", name: "run", isError: false };
  const row = (results: number) =>
    ({ id: "m", role: "tool", results: Array(results).fill(result) }) as unknown as OutlineMessage;
  expect([0, 1, 2, 12].map((results) => roleOf(row(results)).label)).toEqual([
    "Result",
    "Result",
    "2 results",
    "12 results",
  ]);
});
