import { expect, test } from "vitest";
import { LegalTexts } from "../../../core/wire/legal-text.ts";

const RULE = { legal: /^[a-zA-Z0-9_-]+$/, length: 40, empty: "call" };
const HOSTILE = [
  "",
  "a.b/c",
  "a_b_c",
  "A_B_C",
  "../../etc/passwd",
  "x".repeat(2048),
  "x".repeat(2049),
  "$&",
  "汉字",
  "__proto__",
  "\ud800",
];

test("every text gets a legal one of its own, the same whenever it comes and in any order", () => {
  const forth = new LegalTexts(RULE);
  const back = new LegalTexts(RULE);
  const given = HOSTILE.map((text) => forth.of(text));
  expect(
    HOSTILE.toReversed()
      .map((text) => back.of(text))
      .toReversed(),
  ).toEqual(given);
  expect(HOSTILE.map((text) => forth.of(text))).toEqual(given);
  expect(new Set(given).size).toBe(HOSTILE.length);
  for (const text of given) expect(text).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
  expect(given.filter((text) => HOSTILE.includes(text))).toEqual(["a_b_c", "A_B_C", "__proto__"]);
});

test("exactly at the length it stays, one over it does not", () => {
  const texts = new LegalTexts(RULE);
  expect(texts.of("y".repeat(40))).toBe("y".repeat(40));
  expect(texts.of("y".repeat(41))).toMatch(/^y{31}_[0-9a-f]{8}$/);
});

test("the same id of another message is another one; a stand-in that is taken already is not given", () => {
  const texts = new LegalTexts(RULE);
  expect(texts.fresh("call_1", "m1 0")).toBe("call_1");
  const second = texts.fresh("call_1", "m2 0");
  expect(second).toMatch(/^call_1_[0-9a-f]{8}$/);
  expect(texts.fresh("call_1", "m3 0")).not.toBe(second);
  const taken = new LegalTexts(RULE);
  expect(taken.of(second)).toBe(second);
  expect(taken.fresh("call_1", "m1 0")).toBe("call_1");
  expect(taken.fresh("call_1", "m2 0")).not.toBe(second);
});
