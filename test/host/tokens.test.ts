import { encode as encodeCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as encodeO200k } from "gpt-tokenizer/encoding/o200k_base";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { verifyRun } from "../../core/analysis/verify.ts";
import { replay } from "../../core/engine/replay.ts";
import { counterNamed, isCounterReady } from "../../core/model/counter.ts";
import { BPE_NAMES, COUNTER_NAMES } from "../../core/model/profile.ts";
import { COLUMN, sizeOf } from "../../core/model/size.ts";
import { checkProfile } from "../../core/policies/check.ts";
import { loadCounter, loadCounterOf } from "../../host/tokens/load-counter.ts";
import { lines, ThreadBuilder } from "../support/build-thread.ts";
import { longText } from "../support/random-text.ts";
import { threadTime } from "../support/thread-time.ts";

const PLAIN = { disallowedSpecial: new Set<string>() };
const ENCODE = { o200k_base: encodeO200k, cl100k_base: encodeCl100k } as const;

test("an exact counter must be loaded first, and says so", async () => {
  for (const name of BPE_NAMES) {
    expect(isCounterReady(name)).toBe(false);
    expect(() => counterNamed(name)).toThrow(`The token counter ${name} is not loaded`);
  }
  await loadCounterOf({ policies: [] });
  await loadCounterOf(null);
  await loadCounterOf({ tokenCounter: "constructor" });
  await loadCounter("chars4");
  expect(BPE_NAMES.some(isCounterReady)).toBe(false);
  await loadCounterOf({ tokenCounter: "cl100k_base", policies: "not yet checked" });
  expect(BPE_NAMES.filter(isCounterReady)).toEqual(["cl100k_base"]);
  const first = counterNamed("cl100k_base");
  await Promise.all([loadCounter("cl100k_base"), loadCounter("cl100k_base")]);
  expect(counterNamed("cl100k_base")).toBe(first);
});

describe.each(BPE_NAMES)("%s", (name) => {
  beforeAll(() => loadCounter(name));
  const count = (text: string): number => counterNamed(name).count(text);

  test("has its own name, and counts nothing for an empty text", () => {
    expect(counterNamed(name).name).toBe(name);
    expect(count("")).toBe(0);
  });

  test("what looks like a special token is text", () => {
    expect(count("<|endoftext|>")).toBe(ENCODE[name]("<|endoftext|>", PLAIN).length);
    expect(count("<|endoftext|>")).toBeGreaterThan(3);
    expect(count("<|im_start|>system<|im_end|><|endofprompt|>")).toBeGreaterThan(10);
  });

  test("counts what the encoder encodes", () => {
    fc.assert(
      fc.property(longText, (text) => {
        const longest = Math.max(
          0,
          ...(text.match(/[\p{L}\p{M}]+|[^\s\p{L}\p{N}]+|\s+/gu) ?? []).map((run) => run.length),
        );
        const exact = ENCODE[name](text, PLAIN).length;
        if (longest <= 2000) expect(count(text)).toBe(exact);
        else expect(Math.abs(count(text) - exact)).toBeLessThanOrEqual(2 * Math.ceil(text.length / 2000));
      }),
      { numRuns: 150 },
    );
  });

  test("200,000 letters take bounded time, the second time none", () => {
    const text = "abcdefghij".repeat(20_000);
    let tokens = 0;
    expect(threadTime(() => (tokens = count(text)))).toBeLessThan(5000);
    expect(tokens).toBeGreaterThan(10_000);
    expect(tokens).toBeLessThan(200_000);
    expect(threadTime(() => expect(count(text)).toBe(tokens))).toBeLessThan(20);
  });
});

test.each([
  ["hello world", 2, 2],
  ["The quick brown fox jumps over the lazy dog.", 10, 10],
  ["antidisestablishmentarianism", 6, 6],
  ["漢字かな交じり文", 7, 9],
  ["Привет, мир!", 5, 7],
  ["🧪", 3, 3],
  ["👩‍🔬", 5, 8],
  ['{"path":"src/a.ts","limit":50}', 11, 11],
  ["\n\n\n", 1, 1],
  ["\ud800", 1, 1],
])("known counts of %j", async (text, o200k, cl100k) => {
  await Promise.all(BPE_NAMES.map(loadCounter));
  expect(BPE_NAMES.map((name) => counterNamed(name).count(text))).toEqual([o200k, cl100k]);
});

test("chars4 and the script-aware estimate need no loading", () => {
  expect(counterNamed("chars4").count("hello")).toBe(2);
  expect(counterNamed("script-aware").count("漢字かな交じり文")).toBe(8);
  expect(counterNamed("script-aware").count("漢字 and")).toBe(3);
});

describe.each(COUNTER_NAMES)("a replay counted by %s", (tokenCounter) => {
  beforeAll(() => loadCounter(tokenCounter));

  test("keeps the invariants, and its requests add up", () => {
    const builder = new ThreadBuilder({ system: "Be brief. 簡潔に。" });
    for (let i = 0; i < 12; i++)
      builder
        .user(`Ask ${i} 🧪 質問`)
        .call({ gives: lines(400 + i) })
        .say(`Done ${i}.`);
    const thread = builder.build();
    const policies = [
      { kind: "offload", thresholdTokens: 1000 },
      { kind: "summarize", trigger: { tokens: 600 }, keepRecent: 4, maxSummaryTokens: 100 },
    ];
    const { profile, problems } = checkProfile({ tokenCounter, policies }, thread);
    expect(problems.errors).toEqual([]);
    if (!profile) throw new Error("the profile is good");
    const run = replay(thread, profile);
    expect(verifyRun(run)).toEqual([]);
    expect(run.events.some(({ action }) => action === "fired")).toBe(true);
    expect(run.events.some(({ action }) => action === "offloaded")).toBe(true);
    const counting = { counter: counterNamed(tokenCounter), mediaTokens: profile.mediaTokens };
    const raw = thread.messages.reduce(
      (sum, one) => sum + (sizeOf(one, counting)[COLUMN.tokens] as number),
      0,
    );
    const texts = thread.messages
      .flatMap(({ parts }) => parts)
      .map((part) => {
        if (part.type === "text") return [part.text];
        if (part.type === "tool-call") return [part.name, JSON.stringify(part.arguments)];
        return part.type === "tool-result"
          ? part.parts.map((one) => (one.type === "text" ? one.text : ""))
          : [];
      });
    expect(raw).toBe(texts.flat().reduce((sum, text) => sum + counting.counter.count(text), 0));
  });
});
