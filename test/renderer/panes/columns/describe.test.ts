import { expect, test } from "vitest";
import type { OutlineMessage } from "../../../../core/contract/rows.ts";
import type { ShownMessage } from "../../../../renderer/data/message-table.ts";
import { excerptOf, roleOf } from "../../../../renderer/panes/columns/describe.ts";

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

test("a row without words says why there are none", () => {
  const row = (rest: Partial<ShownMessage>) =>
    excerptOf({ id: "m", role: "user", excerpt: "", bytes: 0, ...rest } as unknown as ShownMessage);
  expect(row({})).toBe("empty");
  expect(row({ bytes: 14 })).toBe("white space only");
  expect(row({ bytes: 900, media: 1 })).toBe("one image or file");
  expect(row({ bytes: 14, thinking: true })).toBe("thinking, without a text");
});
