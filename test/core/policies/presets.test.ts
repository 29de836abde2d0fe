import { describe, expect, test } from "vitest";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { PRESETS, presetNamed } from "../../../core/policies/presets.ts";
import { ThreadBuilder, acted, lines, only, resultOf, runOf } from "../../support/build-thread.ts";

const profile = (name: string): ProfileInput => {
  const found = presetNamed(name);
  if (!found) throw new Error(`no preset ${name}`);
  return found.profile;
};
const gives = (text: string): Thread =>
  new ThreadBuilder().user("go").call({ gives: text }).say("done").build();
const run = (name: string, thread: Thread): Run => runOf(thread, profile(name));
const shown = (of: Run): string => resultOf(requestAt(of, 2).messages[2]);

/** Messages of 4,000 characters, a thousand tokens each, one turn after the other. */
function talk(messages: number): Thread {
  const builder = new ThreadBuilder();
  for (let at = 0; at < messages; at += 2) builder.user("u".repeat(4000)).say("a".repeat(4000));
  return builder.build();
}

test.each([
  ["llm4s", ["offload", "summarize"]],
  ["synaps", ["spill"]],
  ["hastekit", ["respond-limit", "attachments"]],
  ["mentra", ["paging", "runtime-limit"]],
  ["langchain", ["summarize"]],
  ["deepagents", ["offload", "summarize"]],
  ["anthropic-context-editing", ["clear-tool-uses"]],
  ["codex", ["spill"]],
  ["gemini-cli", ["spill"]],
  ["none", []],
])("%s is the stack %j", (name, kinds) => {
  expect(profile(name).policies.map(({ kind }) => kind)).toEqual(kinds);
  expect(profile(name).name).toBe(name);
});

test("there is no other preset, and each says where it is not its framework", () => {
  expect(PRESETS.length).toBe(10);
  for (const { name, about } of PRESETS)
    expect([name, about]).toEqual([
      name,
      expect.stringMatching(/not imitated|here the summary|Repair still/),
    ]);
});

test("the seeds' own defaults", () => {
  const whole = (name: string) => checkProfile(profile(name)).profile?.policies;
  expect(whole("llm4s")).toMatchObject([
    {
      thresholdTokens: 20_000,
      maxResultBytes: 1_048_576,
      maxTotalBytes: 16_777_216,
      previewLines: 10,
      previewLineChars: 1000,
      tailLines: 0,
    },
    {
      trigger: { tokens: 100_000 },
      comparator: ">",
      keepRecent: 20,
      maxSummaryTokens: 2000,
      pinNewestUser: false,
      compressor: { kind: "extractive" },
    },
  ]);
  expect(whole("synaps")).toMatchObject([
    {
      spillBytes: 65_536,
      headBytes: 4096,
      tailBytes: 4096,
      maxToolOutputBytes: 131_072,
      fileCapBytes: 16_777_216,
      sessionCapBytes: 268_435_456,
    },
  ]);
  expect(whole("hastekit")).toMatchObject([
    { maxResponseBytes: 32_768, maxSummaryBytes: 2048, store: true },
    {},
  ]);
  expect(whole("mentra")).toMatchObject([
    { thresholdBytes: 65_536, pageBytes: 32_768 },
    { maxBytes: 51_200, maxLines: 2000 },
  ]);
  expect(whole("anthropic-context-editing")).toMatchObject([
    { triggerTokens: 100_000, keep: 3, clearAtLeast: 0, excludeTools: [], clearToolInputs: false },
  ]);
});

describe("at their edges", () => {
  test.each([
    ["llm4s", 80_000, "offloaded"],
    ["deepagents", 80_000, "offloaded"],
    ["synaps", 65_536, "spilled"],
    ["hastekit", 32_768, "limited"],
    ["mentra", 51_200, "limited"],
    ["codex", 10_240, "spilled"],
    ["gemini-cli", 40_000, "spilled"],
  ])("%s leaves %i bytes of ASCII alone, and not one more: %s", (name, most, action) => {
    expect(acted(run(name, gives("x".repeat(most))))).toEqual([]);
    expect(acted(run(name, gives("x".repeat(most + 1))))).toEqual([action]);
  });

  // Step k holds 2k - 1 messages of a thousand tokens, the summary first.
  test.each([
    ["llm4s", 101_000, 51],
    ["langchain", 101_000, 51],
    ["deepagents", 171_000, 86],
  ])("%s summarises a request of %i tokens at step %i", (name, tokens, step) => {
    const first = run(name, talk(180)).events.find(({ action }) => action === "fired");
    expect([first?.step, first?.measured?.value]).toEqual([step, tokens]);
  });

  test.each([
    ["llm4s", 100_000, []],
    ["langchain", 100_000, ["fired"]],
  ])("%s at exactly %i tokens: %j", (name, tokens, actions) => {
    const { messages } = talk(102);
    const last = messages[100];
    // The last message of the request makes the sum: 99 thousands, and what is left of them.
    const user = { ...last, id: "m101", role: "user", parts: [] } as const;
    const thread = { ...talk(0), messages: [...messages.slice(0, 100), user, ...messages.slice(101)] };
    const at = run(name, thread).events.filter((event) => event.step === 51);
    expect(at[0]?.measured).toEqual({ value: tokens, unit: "tokens" });
    expect(at.map(({ action }) => action).filter((action) => action === "fired")).toEqual(actions);
  });

  test("deepagents shows five first and five last lines", () => {
    const text = lines(10_000);
    const of = run("deepagents", gives(text));
    expect(only(of, "offloaded").detail).toMatchObject({
      head: { from: 1, to: 5 },
      omitted: { from: 6, to: 9995 },
      tail: { from: 9996, to: 10_000 },
    });
    expect(shown(of).split("\n").slice(1, 6).join("\n")).toBe(lines(5).trimEnd());
    expect(shown(of).endsWith(text.slice(-100))).toBe(true);
  });

  test("deepagents keeps the six newest messages, langchain twenty", () => {
    const kept = (name: string): number => {
      const of = run(name, talk(180));
      const fired = of.events.find(({ action }) => action === "fired");
      return requestAt(of, fired?.step ?? 1).messages.length - 1;
    };
    expect([kept("deepagents"), kept("langchain"), kept("llm4s")]).toEqual([6, 20, 20]);
  });

  test("codex cuts the middle, gemini-cli keeps a fifth of head and four fifths of tail", () => {
    const text = "x".repeat(100_000);
    const ends = (name: string): number[] => {
      const [head = "", , tail = ""] = shown(run(name, gives(text))).split("\n");
      return [head.length, tail.length];
    };
    expect(ends("codex")).toEqual([5000, 5000]);
    const [head = 0, tail = 0] = ends("gemini-cli");
    expect([head, tail, tail / head]).toEqual([7800, 31_200, 4]);
  });

  test("anthropic-context-editing clears all results but three past 100,000 tokens", () => {
    const builder = new ThreadBuilder().user("go");
    for (let at = 0; at < 30; at++) builder.call({ gives: "r".repeat(16_000) });
    const of = run("anthropic-context-editing", builder.say("done").build());
    const cleared = of.events.filter(({ action }) => action === "cleared");
    expect(new Set(cleared.map(({ step }) => step))).toEqual(new Set([26]));
    expect(cleared.length).toBe(22);
    const texts = requestAt(of, 26)
      .messages.filter(({ role }) => role === "tool")
      .map(resultOf);
    expect(texts.filter((text) => text !== "[tool result cleared]").length).toBe(3);
  });
});
