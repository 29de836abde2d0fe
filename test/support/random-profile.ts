import fc from "fast-check";
import type { Fault } from "../../core/model/fault.ts";
import type { PolicyInput, ProfileInput } from "../../core/model/profile.ts";

const offload: fc.Arbitrary<PolicyInput> = fc.record({
  kind: fc.constant("offload" as const),
  thresholdTokens: fc.constantFrom(1000, 1001, 2500),
  maxResultBytes: fc.constantFrom(1, 3, 1000, 20_000),
  maxTotalBytes: fc.constantFrom(20_000, 30_000, 1_000_000),
  previewLines: fc.constantFrom(0, 1, 10, 2000),
  previewLineChars: fc.constantFrom(1, 2, 80, 10_000),
  tailLines: fc.constantFrom(0, 3),
});

/** Bounds so small that not even one entry fits. */
const tinyOffload: fc.Arbitrary<PolicyInput> = fc.record({
  kind: fc.constant("offload" as const),
  thresholdTokens: fc.constant(1000),
  maxResultBytes: fc.constantFrom(1, 50),
  maxTotalBytes: fc.constantFrom(50, 120, 400),
});

const spill: fc.Arbitrary<PolicyInput> = fc.record({
  kind: fc.constant("spill" as const),
  spillBytes: fc.constantFrom(0, 1, 100, 5000),
  headBytes: fc.constantFrom(0, 1, 3, 500, 4096),
  tailBytes: fc.constantFrom(0, 1, 2, 500, 4096),
  maxToolOutputBytes: fc.constantFrom(0, 10, 200, 6000),
  fileCapBytes: fc.constantFrom(1, 1000, 1_000_000),
  sessionCapBytes: fc.constantFrom(0, 10_000, 10_000_000),
});

const summarize: fc.Arbitrary<PolicyInput> = fc.record({
  kind: fc.constant("summarize" as const),
  trigger: fc.oneof(
    fc.constantFrom(1, 200, 2000, 9000).map((tokens) => ({ tokens })),
    fc.constantFrom(1, 3, 8).map((messages) => ({ messages })),
  ),
  comparator: fc.constantFrom(">" as const, ">=" as const),
  keepRecent: fc.constantFrom(1, 2, 3, 6, 20),
  maxSummaryTokens: fc.constantFrom(32, 100, 2000),
  pinNewestUser: fc.boolean(),
  maxCompressorInputTokens: fc.constantFrom(0, 500),
  compressor: fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: "extractive" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "recorded" as const }) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("a short one", "", "\n\n", "🧪".repeat(3000))
        .map((text) => ({ kind: "fixed" as const, text })),
    },
  ),
});

const runtimeLimit: fc.Arbitrary<PolicyInput> = fc.record({
  kind: fc.constant("runtime-limit" as const),
  maxBytes: fc.constantFrom(0, 1, 40, 200, 3000, 50_000),
  maxLines: fc.constantFrom(0, 1, 5, 100, 2000),
});

const paging: fc.Arbitrary<PolicyInput> = fc.record({
  kind: fc.constant("paging" as const),
  thresholdBytes: fc.constantFrom(0, 1, 100, 4000, 20_000),
  pageBytes: fc.constantFrom(0, 1, 3, 90, 1000, 30_000),
});

const window: fc.Arbitrary<PolicyInput> = fc
  .record({
    budget: fc.oneof(
      fc.constantFrom(1, 200, 2000, 9000).map((maxTokens) => ({ maxTokens })),
      fc.constantFrom(1, 3, 8).map((maxMessages) => ({ maxMessages })),
    ),
    strategy: fc.constantFrom("oldest-first", "middle-out", "recent-turns", "adaptive"),
    turns: fc.constantFrom(1, 2, 4),
  })
  .map(({ budget, strategy, turns }) => ({ kind: "window", ...budget, strategy, turns }));

const clearToolUses: fc.Arbitrary<PolicyInput> = fc.record({
  kind: fc.constant("clear-tool-uses" as const),
  triggerTokens: fc.constantFrom(1, 200, 2000, 9000),
  keep: fc.constantFrom(0, 1, 2, 3, 10),
  clearAtLeast: fc.constantFrom(0, 1, 50, 1000),
  excludeTools: fc.constantFrom([], ["bash"], ["read", "grep"]),
  clearToolInputs: fc.boolean(),
});

const respondLimit: fc.Arbitrary<PolicyInput> = fc
  .record({
    kind: fc.constant("respond-limit" as const),
    maxResponseBytes: fc.constantFrom(-1, 0, 60, 300, 700, 4000),
    maxSummaryBytes: fc.constantFrom(0, 1, 40, 300, 2000),
    store: fc.boolean(),
  })
  .map((given) => {
    const most = given.maxResponseBytes > 0 ? given.maxResponseBytes : 32_768;
    const own = given.maxSummaryBytes > 0 ? given.maxSummaryBytes : 2048;
    return own > most ? { ...given, maxSummaryBytes: most } : given;
  });

const attachments: fc.Arbitrary<PolicyInput> = fc.constant({ kind: "attachments" });

/** Any stack of the policies there are, each at most once, in any order. */
export const randomProfile: fc.Arbitrary<ProfileInput> = fc
  .tuple(
    fc.option(fc.oneof(offload, offload, tinyOffload)),
    fc.option(spill),
    fc.option(respondLimit),
    fc.option(attachments),
    fc.option(runtimeLimit),
    fc.option(paging),
    fc.option(fc.oneof(summarize, summarize, window)),
    fc.option(clearToolUses),
  )
  .chain((chosen) =>
    fc.shuffledSubarray(
      chosen.filter((policy) => policy !== null),
      { minLength: chosen.filter((policy) => policy !== null).length },
    ),
  )
  .chain((policies) =>
    fc
      .constantFrom("chars4" as const, "script-aware" as const)
      .map((tokenCounter) => ({ tokenCounter, policies })),
  );

/** Policies whose thresholds leave most of a calm session alone: what a run jumps over. */
const CALM: readonly PolicyInput[] = [
  { kind: "offload", thresholdTokens: 1500 },
  { kind: "spill", spillBytes: 4000, headBytes: 200, tailBytes: 200 },
  { kind: "paging", thresholdBytes: 5000, pageBytes: 1000 },
  { kind: "runtime-limit", maxBytes: 7000, maxLines: 40 },
  { kind: "respond-limit", maxResponseBytes: 4500, maxSummaryBytes: 300 },
  { kind: "attachments" },
  { kind: "summarize", trigger: { tokens: 6000 }, keepRecent: 6, maxSummaryTokens: 200, pinNewestUser: true },
  { kind: "window", maxTokens: 1200, strategy: "middle-out" },
  { kind: "clear-tool-uses", triggerTokens: 1500, keep: 2, clearAtLeast: 300, clearToolInputs: true },
];

/** One of them, or any stack of them. */
export const calmProfile: fc.Arbitrary<ProfileInput> = fc
  .oneof(
    fc.constantFrom(...CALM).map((policy) => [policy]),
    fc
      .subarray([...CALM])
      .filter(
        (policies) => !["summarize", "window"].every((kind) => policies.some((one) => one.kind === kind)),
      )
      .chain((policies) => fc.shuffledSubarray(policies, { minLength: policies.length })),
  )
  .map((policies) => ({ policies }));

/** Up to two faults. */
export const randomFaults: fc.Arbitrary<Fault[]> = fc.array(
  fc.oneof(
    fc.constantFrom<Fault>(
      { kind: "compressor-fails" },
      { kind: "compressor-empty" },
      { kind: "compressor-longer" },
      { kind: "store-unwritable" },
      { kind: "upload-fails" },
      { kind: "no-scope" },
    ),
    fc.integer({ min: 1, max: 4 }).map((fromStep): Fault => ({ kind: "store-unwritable", fromStep })),
    fc.integer({ min: 1, max: 4 }).map((turn): Fault => ({ kind: "output-block", turn })),
    fc
      .constantFrom("call_1", "m2#1", "")
      .filter((call) => call !== "")
      .chain((call) =>
        fc.constantFrom<Fault>(
          { kind: "tool-timeout", call },
          { kind: "approval-denied", call },
          { kind: "rerun", call },
        ),
      ),
  ),
  { maxLength: 2 },
);
