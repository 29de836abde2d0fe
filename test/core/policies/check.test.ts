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
])("%j is an error at %s %s", (input, policy, param) => {
  expect(errors(input)[0]).toMatchObject({ policy, param });
  expect(errors(input)[0]?.reason).toMatch(/\w/);
  expect(checkProfile(input).profile).toBeUndefined();
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
});
