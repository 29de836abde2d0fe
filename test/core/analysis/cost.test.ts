import { expect, test } from "vitest";
import { costOf, lifetimeCost, runCost } from "../../../core/analysis/cost.ts";
import type { OutlineMessage } from "../../../core/model/rows.ts";
import type { RunStepRow } from "../../../core/model/run-view.ts";

const price = { model: "*", input: 10, cacheRead: 1, cacheWrite: 12, output: 50 };

function row(step: number, raw: number, request: number, prefixTokens: number): RunStepRow {
  const sizes = { messages: 1, bytes: 0 };
  return {
    step,
    turn: 1,
    message: step - 1,
    raw: { ...sizes, tokens: raw },
    request: { ...sizes, tokens: request, systemTokens: 0, toolTokens: 0, summaryTokens: 0 },
    categories: [],
    cache: { prefixTokens, breakReason: null },
    actions: [],
  };
}

function answer(tokens: number, more: Partial<OutlineMessage> = {}): OutlineMessage {
  return { id: "m", role: "assistant", tokens, bytes: 0, step: 1, turn: 1, excerpt: "", ...more };
}

test("what is in the prefix is read, the rest is written; without a price for writing it is plain input", () => {
  const tokens = { cached: 1e6, fresh: 2e6, output: 1e6 };
  expect(costOf(tokens, price)).toBe(1 + 24 + 50);
  expect(costOf(tokens, { ...price, cacheWrite: null })).toBe(1 + 20 + 50);
});

test("a step costs its request and its answer; without management all of raw history is sent, read but for its end", () => {
  const steps = [row(1, 1e6, 1e6, 0), row(2, 3e6, 2e6, 5e5)];
  const messages = [answer(7, { usage: { kind: "reported", output: 1e6 } }), answer(2e6)];
  const {
    steps: costs,
    cost,
    unmanaged,
    unpriced,
  } = runCost(steps, messages, { currency: "$", rows: [price] });
  expect(costs.map(({ tokens }) => tokens)).toEqual([
    { cached: 0, fresh: 1e6, output: 1e6 },
    { cached: 5e5, fresh: 1.5e6, output: 2e6 },
  ]);
  expect(costs.map((one) => one.cost)).toEqual([12 + 50, 0.5 + 18 + 100]);
  expect(costs.map((one) => one.unmanaged)).toEqual([12 + 50, 1 + 24 + 100]);
  expect([cost, unmanaged, unpriced]).toEqual([180.5, 187, 0]);
});

test("a step whose model has no price counts nothing and is told", () => {
  const table = { currency: "$", rows: [{ ...price, model: "known*" }] };
  const messages = [answer(0, { model: "known-2" }), answer(0, { model: "other" })];
  const run = runCost([row(1, 1e6, 1e6, 0), row(2, 1e6, 1e6, 1e6)], messages, table);
  expect(run.steps.map(({ cost }) => cost)).toEqual([12, null]);
  expect([run.cost, run.unpriced]).toEqual([12, 1]);
});

test("a message's lifetime costs what was read of it and what was written", () => {
  const weight = { index: 0, requests: 3, tokens: 3e6, cachedTokens: 2e6, recorded: 1e6 };
  expect(lifetimeCost(weight, price)).toBe(2 + 12);
});
