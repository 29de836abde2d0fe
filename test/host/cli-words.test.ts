import { expect, test } from "vitest";
import { threadLine } from "../../host/cli/import-lines.ts";
import { some } from "../../host/cli/output.ts";

test("one of something is one, and all else are many", () => {
  expect([some(1, "turn"), some(0, "turn"), some(1200, "turn")]).toEqual([
    "1 turn",
    "0 turns",
    "1,200 turns",
  ]);
  const one = { messages: 1, turns: 1, steps: 1, toolCalls: 1, toolResults: 1, tokens: 1 };
  expect(threadLine({ id: "t", lane: "main", title: "", ...one } as never)).toBe(
    "  thread t (main): 1 message, 1 turn, 1 step, 1 call, 1 result, about 1 token",
  );
});
