import { expect, test } from "vitest";
import { TextMemo } from "../../../core/lib/text-memo.ts";

function counting(units: number): { of: (text: string) => number; made: string[] } {
  const memo = new TextMemo(units);
  const made: string[] = [];
  const make = (text: string): number => {
    made.push(text);
    return text.length;
  };
  return { of: (text) => memo.of(text, make), made };
}

test("a text is made once", () => {
  const { of, made } = counting(10_000);
  expect([of("one"), of("two!"), of("one")]).toEqual([3, 4, 3]);
  expect(made).toEqual(["one", "two!"]);
});

test("what is asked for again stays when older texts are forgotten", () => {
  const { of, made } = counting(2000);
  for (let i = 0; i < 50; i++) {
    of("kept");
    of(`${i}`.padEnd(200, "x"));
  }
  expect(made.filter((text) => text === "kept")).toHaveLength(1);
  of("0".padEnd(200, "x"));
  expect(made).toHaveLength(52);
});

test("a text over the bound is remembered until the next one", () => {
  const { of, made } = counting(100);
  const long = "y".repeat(1000);
  of(long);
  of(long);
  expect(made).toEqual([long]);
});
