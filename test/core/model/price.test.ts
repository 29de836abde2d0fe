import { expect, test } from "vitest";
import { ASSUMED_PRICES, fitsModel, priceOf, readPrices } from "../../../core/model/price.ts";

test("a pattern's stars stand for any text, and nothing else does", () => {
  const fits = (pattern: string, ...models: string[]) => models.filter((model) => fitsModel(pattern, model));
  expect(fits("*", "", "anything")).toEqual(["", "anything"]);
  expect(fits("alpha", "alpha", "ALPHA", "alpha-2", "an alpha")).toEqual(["alpha", "ALPHA"]);
  expect(fits("alpha*", "alpha", "alpha-2", "an alpha")).toEqual(["alpha", "alpha-2"]);
  expect(fits("*-mini", "a-mini", "-mini", "mini", "a-mini-2")).toEqual(["a-mini", "-mini"]);
  expect(fits("a*b*c", "abc", "axbyc", "acb", "ab", "a.b.b.c")).toEqual(["abc", "axbyc", "a.b.b.c"]);
  expect(fits("ab*ba", "aba", "abba")).toEqual(["abba"]);
  expect(fits("a.c", "abc")).toEqual([]);
});

test("the first row that fits is the price; a message without a model has the one for any", () => {
  const row = (model: string, input: number) => ({ model, input, cacheRead: 0, cacheWrite: null, output: 0 });
  const table = { currency: "$", rows: [row("big*", 9), row("*", 1), row("small", 2)] };
  expect(priceOf(table, "big-one")?.input).toBe(9);
  expect(priceOf(table, "small")?.input).toBe(1);
  expect(priceOf(table, undefined)?.input).toBe(1);
  expect(priceOf({ currency: "$", rows: [row("big*", 9)] }, "small")).toBeUndefined();
  expect(priceOf({ currency: "$", rows: [row("big*", 9)] }, undefined)).toBeUndefined();
});

test("of a stored table only rows that make sense are taken", () => {
  expect(readPrices(null)).toBe(ASSUMED_PRICES);
  const good = { model: "m", input: 1, cacheRead: 0.1, cacheWrite: null, output: 4 };
  const rows = [good, { ...good, input: -1 }, { ...good, output: "4" }, "row", { ...good, model: 3 }];
  expect(readPrices({ currency: "EUR", rows })).toEqual({ currency: "EUR", rows: [good] });
  expect(readPrices({ rows: Array.from({ length: 999 }, () => good) }).rows).toHaveLength(200);
});
