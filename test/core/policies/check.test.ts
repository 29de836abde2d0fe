import { expect, test } from "vitest";
import { checkProfile } from "../../../core/policies/check.ts";
import { PRESETS } from "../../../core/policies/presets.ts";
import { POLICY_KINDS, POLICY_SPECS, valueAt } from "../../../core/policies/parameters.ts";
import { ThreadBuilder, lines } from "../../support/build-thread.ts";

const errors = (input: unknown) => checkProfile(input).problems.errors;
const dead = (...policies: unknown[]) => checkProfile({ policies }).problems.dead;

test("every preset is free of errors and dead settings but mentra, whose own defaults never page", () => {
  for (const { name, profile } of PRESETS) {
    const { errors: wrong, dead: idle } = checkProfile(profile).problems;
    expect(wrong).toEqual([]);
    expect(idle.map(({ policy, param, liveFrom }) => [policy, param, liveFrom])).toEqual(
      name === "mentra" ? [["paging", "thresholdBytes", 51_199]] : [],
    );
  }
});

test("every default lies in its own range and is filled in", () => {
  for (const kind of POLICY_KINDS) {
    const { profile, problems } = checkProfile({ policies: [{ kind }] });
    expect(problems.errors).toEqual([]);
    for (const param of POLICY_SPECS[kind].params)
      if (param.default !== null) expect(valueAt(profile?.policies[0], param.key)).toEqual(param.default);
  }
});

test.each([
  [null, "profile", "profile"],
  [{}, "profile", "policies"],
  [{ policies: {} }, "profile", "policies"],
  [{ policies: [1] }, "profile", "policies"],
  [{ policies: [], nmae: "x" }, "profile", "nmae"],
  [{ policies: [], tokenCounter: "words" }, "profile", "tokenCounter"],
  [{ policies: [{ kind: "ofload" }] }, "ofload", "kind"],
  [{ policies: [{ kind: "__proto__" }] }, "__proto__", "kind"],
  [{ policies: [{ kind: "offload" }, { kind: "offload" }] }, "offload", "kind"],
  [{ policies: [{ kind: "offload", thresholdTokens: 999 }] }, "offload", "thresholdTokens"],
  [{ policies: [{ kind: "offload", thresholdTokens: 1000.5 }] }, "offload", "thresholdTokens"],
  [{ policies: [{ kind: "offload", tresholdTokens: 2000 }] }, "offload", "tresholdTokens"],
  [{ policies: [{ kind: "offload", maxResultBytes: 10, maxTotalBytes: 9 }] }, "offload", "maxResultBytes"],
  [{ policies: [{ kind: "offload", maxTotalBytes: 1000 }] }, "offload", "maxResultBytes"],
  [{ policies: [{ kind: "summarize", trigger: { tokens: 0 } }] }, "summarize", "trigger.tokens"],
  [{ policies: [{ kind: "summarize", trigger: { tokens: 1, messages: 1 } }] }, "summarize", "trigger.tokens"],
  [{ policies: [{ kind: "summarize", trigger: 5 }] }, "summarize", "trigger"],
  [{ policies: [{ kind: "summarize", keepRecent: 0 }] }, "summarize", "keepRecent"],
  [{ policies: [{ kind: "summarize", maxSummaryTokens: 31 }] }, "summarize", "maxSummaryTokens"],
  [{ policies: [{ kind: "summarize", comparator: "<" }] }, "summarize", "comparator"],
  [{ policies: [{ kind: "summarize", compressor: { kind: "fixed" } }] }, "summarize", "compressor.text"],
  [{ policies: [{ kind: "spill", spillBytes: -1 }] }, "spill", "spillBytes"],
  [{ policies: [{ kind: "spill", readTools: "read" }] }, "spill", "readTools"],
  [{ policies: [{ kind: "runtime-limit", maxBytes: -1 }] }, "runtime-limit", "maxBytes"],
  [{ policies: [{ kind: "runtime-limit", maxLines: 1.5 }] }, "runtime-limit", "maxLines"],
  [{ policies: [{ kind: "paging", thresholdBytes: -1 }] }, "paging", "thresholdBytes"],
  [{ policies: [{ kind: "paging", pageBytes: "8" }] }, "paging", "pageBytes"],
  [{ policies: [{ kind: "respond-limit", maxResponseBytes: 2000 }] }, "respond-limit", "maxSummaryBytes"],
  [{ policies: [{ kind: "respond-limit", maxSummaryBytes: 0.5 }] }, "respond-limit", "maxSummaryBytes"],
  [{ policies: [{ kind: "respond-limit", store: "on" }] }, "respond-limit", "store"],
  [{ policies: [{ kind: "attachments", maxBytes: 1 }] }, "attachments", "maxBytes"],
  [{ policies: [{ kind: "window", maxTokens: 0 }] }, "window", "maxTokens"],
  [{ policies: [{ kind: "window", strategy: "newest-first" }] }, "window", "strategy"],
  [{ policies: [{ kind: "window", turns: 0 }] }, "window", "turns"],
  [{ policies: [{ kind: "window", maxTokens: 1, maxMessages: 1 }] }, "window", "maxTokens"],
  [{ policies: [{ kind: "window" }, { kind: "summarize" }] }, "window", "kind"],
  [{ policies: [{ kind: "clear-tool-uses", triggerTokens: 0 }] }, "clear-tool-uses", "triggerTokens"],
  [{ policies: [{ kind: "clear-tool-uses", keep: -1 }] }, "clear-tool-uses", "keep"],
  [{ policies: [{ kind: "clear-tool-uses", excludeTools: [1] }] }, "clear-tool-uses", "excludeTools"],
])("%j is an error at %s %s", (input, policy, param) => {
  expect(errors(input)[0]).toMatchObject({ policy, param });
  expect(errors(input)[0]?.reason).toMatch(/\w/);
  expect(checkProfile(input).profile).toBeUndefined();
});

test("values of 0 or less of respond-limit mean its defaults", () => {
  const { profile } = checkProfile({
    policies: [{ kind: "respond-limit", maxResponseBytes: -3, maxSummaryBytes: 0 }],
  });
  expect(profile?.policies).toMatchObject([{ maxResponseBytes: 32_768, maxSummaryBytes: 2048 }]);
});

test("an unknown name comes with the nearest known", () => {
  expect(errors({ policies: [{ kind: "offload", tresholdTokens: 1 }] })[0]?.nearest).toBe("thresholdTokens");
  expect(errors({ policies: [{ kind: "spil" }] })[0]?.nearest).toBe("spill");
});

test("dead and harmful settings come with the value that would act", () => {
  expect(dead({ kind: "spill", spillBytes: 8192 })).toMatchObject([
    { policy: "spill", param: "headBytes", liveFrom: 4095 },
  ]);
  expect(dead({ kind: "summarize", trigger: { messages: 20 } })).toMatchObject([
    { policy: "summarize", param: "keepRecent", liveFrom: 19 },
  ]);
  expect(dead({ kind: "summarize", trigger: { tokens: 2000 } })).toMatchObject([
    { policy: "summarize", param: "maxSummaryTokens", liveFrom: 1999 },
  ]);
  expect(dead({ kind: "offload", previewLines: 100 })).toMatchObject([
    { policy: "offload", param: "previewLines", liveFrom: 80 },
  ]);
  expect(dead({ kind: "offload" }, { kind: "spill" })).toMatchObject([
    { policy: "offload", param: "thresholdTokens", liveFrom: 16_383 },
  ]);
  expect(dead({ kind: "offload", thresholdTokens: 16_383 }, { kind: "spill" })).toEqual([]);
  expect(dead({ kind: "spill", spillBytes: 240_000 }, { kind: "offload" })).toMatchObject([
    { policy: "spill", param: "spillBytes", liveFrom: 239_999 },
  ]);
});

test.each([
  // A limiter stands before what can then never fire, wherever the runtime's own stands in the list.
  [[{ kind: "paging" }, { kind: "runtime-limit" }], "paging", "thresholdBytes", 51_199],
  [[{ kind: "runtime-limit" }, { kind: "paging" }], "paging", "thresholdBytes", 51_199],
  [[{ kind: "runtime-limit", maxBytes: 65_536 }, { kind: "paging" }], "paging", "thresholdBytes", 65_535],
  [[{ kind: "runtime-limit" }, { kind: "offload" }], "offload", "thresholdTokens", 12_799],
  [[{ kind: "offload" }, { kind: "respond-limit" }], "offload", "thresholdTokens", 8191],
  [[{ kind: "runtime-limit" }, { kind: "spill" }], "spill", "spillBytes", 51_199],
  [[{ kind: "spill" }, { kind: "respond-limit" }], "spill", "spillBytes", 32_767],
  [[{ kind: "spill" }, { kind: "paging" }], "spill", "spillBytes", 65_535],
  [
    [{ kind: "respond-limit", maxResponseBytes: 65_536 }, { kind: "spill" }],
    "respond-limit",
    "maxResponseBytes",
    65_535,
  ],
  [[{ kind: "paging", pageBytes: 1000 }, { kind: "respond-limit" }], "paging", "thresholdBytes", 32_767],
])("%j: the later can never see enough", (policies, policy, param, liveFrom) => {
  expect(dead(...policies)).toMatchObject([{ policy, param, liveFrom }]);
  const live = policies.map((one) => (one.kind === policy ? { ...one, [param]: liveFrom } : one));
  expect(dead(...live)).toEqual([]);
});

test("the order of respond-limit and attachments is checked", () => {
  expect(dead({ kind: "respond-limit" }, { kind: "attachments" })).toEqual([]);
  expect(dead({ kind: "attachments" }, { kind: "respond-limit" })).toMatchObject([
    { policy: "respond-limit", param: "policies" },
  ]);
});

test("a transcript whose requests offer no tool that reads makes pointers useless", () => {
  const thread = new ThreadBuilder({ tools: [{ name: "bash" }] })
    .user("go")
    .call({ gives: lines(20_000) })
    .say("done")
    .build();
  const found = (tools: { name: string }[]) =>
    checkProfile(
      { policies: [{ kind: "offload" }, { kind: "spill" }, { kind: "respond-limit", store: false }] },
      { ...thread, tools },
    )
      .problems.dead.filter(({ reason }) => reason.includes("could not be read back"))
      .map(({ policy, param }) => [policy, param]);
  expect(found([{ name: "bash" }])).toEqual([
    ["offload", "kind"],
    ["spill", "readTools"],
  ]);
  expect(found([{ name: "read_file" }])).toEqual([]);
  expect(found([])).toEqual([]);
});

test("a transcript shows which limits of the other policies nothing in it reaches", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(100) })
    .say("done")
    .build();
  const found = (policy: object) =>
    checkProfile({ policies: [policy] }, thread).problems.dead.map(({ param, liveFrom }) => [
      param,
      liveFrom,
    ]);
  expect(found({ kind: "runtime-limit" })).toEqual([
    ["maxBytes", 1999],
    ["maxLines", 99],
  ]);
  expect(found({ kind: "runtime-limit", maxBytes: 1999, maxLines: 99 })).toEqual([]);
  expect(found({ kind: "paging" })).toEqual([["thresholdBytes", 1999]]);
  expect(found({ kind: "respond-limit", maxSummaryBytes: 1999 })).toEqual([["maxResponseBytes", 1999]]);
  // A response smaller than its excerpt would be an error.
  expect(found({ kind: "respond-limit" })).toEqual([["maxResponseBytes", undefined]]);
  expect(found({ kind: "attachments" })).toEqual([]);
});

test("a transcript shows what nothing in it reaches, and a tail that no summary can bring under the trigger", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(1000) })
    .say("done")
    .build();
  const found = checkProfile(
    { policies: [{ kind: "offload" }, { kind: "summarize", trigger: { tokens: 4000 }, keepRecent: 3 }] },
    thread,
  ).problems.dead;
  expect(found).toMatchObject([
    { policy: "offload", param: "thresholdTokens", liveFrom: 4999 },
    { policy: "summarize", param: "keepRecent" },
  ]);
  expect(found[1]?.reason).toMatch(
    /^the last 3 messages with the system prompt and tools are 5,0\d\d tokens/,
  );
  const kept = { kind: "summarize", trigger: { tokens: 4000 }, keepRecent: 20 } as const;
  const [all] = checkProfile({ policies: [kept] }, thread).problems.dead;
  expect(all?.reason).toMatch(
    /^all messages, which are kept as they are, with the system prompt and tools are /,
  );
});
