import { expect, test } from "vitest";
import { withoutName } from "../../../renderer/data/without-name.ts";

test.each([
  ["a.jsonl: line 3: not JSON", "a.jsonl", "line 3: not JSON"],
  ["a.jsonl: a.jsonl: twice", "a.jsonl", "a.jsonl: twice"],
  ["no such file: a.jsonl", "a.jsonl", "no such file: a.jsonl"],
  ["a.jsonl", "a.jsonl", "a.jsonl"],
  ["$&: not JSON", "$&", "not JSON"],
])("%s under %s says %s", (message, name, said) => {
  expect(withoutName(message, name)).toBe(said);
});
