import { expect, test } from "vitest";
import { formsOf } from "../../../renderer/data/text-form.ts";

const code = `import { a } from "b";

export function f(x: number): number {
  return x + a;
}
`;

test("a text is told by its looks: JSON, a diff, a program, Markdown, or nothing of these", () => {
  expect(formsOf('{"a": [1]}')).toEqual(["json"]);
  expect(formsOf("@@ -1,3 +1,4 @@ here\n a\n-b\n+c\n")).toEqual(["diff"]);
  expect(formsOf(code)).toEqual(["code"]);
  expect(formsOf("# Plan\n\n- one\n- two `x`\n")).toEqual(["markdown"]);
  expect(formsOf("Three ships lie at the quay.\nNone of them sails today.\n")).toEqual([]);
  expect(formsOf("")).toEqual([]);
});

test("a program with the numbers of its lines is one still", () => {
  const numbered = code.split("\n").map((line, at) => `${String(at + 1).padStart(6)}→${line}`);
  expect(formsOf(numbered.join("\n"))).toEqual(["code"]);
});

test("one dash or one bold word is no Markdown, and signs without a place no diff", () => {
  expect(formsOf("- a line")).toEqual([]);
  expect(formsOf("It is **so**.")).toEqual([]);
  expect(formsOf("+ more\n- less\n+++ a\n--- b\n")).not.toContain("diff");
});
