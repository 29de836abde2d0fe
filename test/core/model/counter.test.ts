import { expect, test } from "vitest";
import { replay } from "../../../core/engine/replay.ts";
import { bpeCounter } from "../../../core/model/bpe-counter.ts";
import { counterNamed, isCounterReady, provideCounter } from "../../../core/model/counter.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { profileJsonSchema } from "../../../core/policies/json-schema.ts";
import { lines, ThreadBuilder } from "../../support/build-thread.ts";

/** An encoder of one token a character that remembers what it was asked. */
function countingEncoder(): { readonly asked: string[]; readonly encode: (text: string) => number } {
  const asked: string[] = [];
  return { asked, encode: (text) => asked.push(text) && text.length };
}

test("runs are cut before the encoder sees them, and everything else goes whole", () => {
  const { asked, encode } = countingEncoder();
  const counter = bpeCounter("cl100k_base", encode);
  expect(counter.count(`start ${"x".repeat(4001)} end`)).toBe(4011);
  expect(asked.map(({ length }) => length)).toEqual([6, 2000, 2000, 1, 4]);
  expect(counter.count("a ".repeat(5000))).toBe(10_000);
  expect(asked).toHaveLength(6);
});

test("a run and its re-runs ask the encoder once for each text", () => {
  const { asked, encode } = countingEncoder();
  expect(() => counterNamed("o200k_base")).toThrow(/not loaded/);
  provideCounter(bpeCounter("o200k_base", encode));
  expect(isCounterReady("o200k_base")).toBe(true);
  const builder = new ThreadBuilder({ system: "Be brief." });
  for (let i = 0; i < 30; i++)
    builder
      .user(`Ask ${i}`)
      .call({ gives: lines(300 + i) })
      .say(`Done ${i}.`);
  const thread = builder.build();
  const start = (tokens: number, previewLines: number): void => {
    const policies = [
      { kind: "offload", thresholdTokens: 1000, previewLines },
      { kind: "summarize", trigger: { tokens }, keepRecent: 4, maxSummaryTokens: 200 },
    ];
    const { profile, problems } = checkProfile({ tokenCounter: "o200k_base", policies }, thread);
    expect(problems.errors).toEqual([]);
    if (profile) replay(thread, profile);
  };
  start(4000, 5);
  expect(asked.length).toBeGreaterThan(90);
  const first = asked.length;
  start(4000, 5);
  expect(asked.length).toBe(first);
  start(5000, 5);
  start(4000, 6);
  expect(new Set(asked).size).toBe(asked.length);
});

test("the first counter of a name stays, so that runs made with it are found again", () => {
  const first = bpeCounter("cl100k_base", (text) => text.length);
  provideCounter(first);
  provideCounter(bpeCounter("cl100k_base", () => 1));
  expect(counterNamed("cl100k_base")).toBe(first);
});

test("a profile may name any of the four", () => {
  for (const tokenCounter of ["chars4", "script-aware", "o200k_base", "cl100k_base"])
    expect(checkProfile({ tokenCounter, policies: [] }).problems.errors).toEqual([]);
  expect(JSON.stringify(profileJsonSchema())).toContain(
    '"enum":["chars4","script-aware","o200k_base","cl100k_base"]',
  );
});
