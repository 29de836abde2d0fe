import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Run } from "../../../core/engine/run.ts";
import type { DeadSetting } from "../../../core/model/problem.ts";
import type { PolicyInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { withParam } from "../../../core/policies/parameters.ts";
import { ThreadBuilder, lines, resultOf, runOf } from "../../support/build-thread.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { randomProfile } from "../../support/random-profile.ts";
import { randomThread } from "../../support/random-thread.ts";
import { LONG } from "../../support/long.ts";

// What a profile's check says of a setting is held against runs: where it says that a value would act, a run with that
// value acts, and a run with one more does not.

const dead = (policies: readonly PolicyInput[], thread?: Thread): readonly DeadSetting[] =>
  checkProfile({ policies }, thread).problems.dead;

/** The stack with one parameter of one policy set. */
function withSetting(
  policies: readonly PolicyInput[],
  policy: string,
  param: string,
  value: number,
): PolicyInput[] {
  return policies.map((one) => (one.kind === policy ? withParam(one, param, value) : one));
}

function gives(text: string): Thread {
  return new ThreadBuilder().user("go").call({ gives: text }).say("done").build();
}

/** Whether a policy does more than look at the results of a run. */
function acts(run: Run, policy: string): boolean {
  return run.events.some((event) => event.policy === policy && event.action !== "passed");
}

/** Texts of all sorts around a size in bytes: none of them may be acted on by a dead setting. */
function probes(size: number): string[] {
  const cjk = "漢".repeat(Math.floor(size / 3)) + "x".repeat(size % 3);
  const astral = "🧪".repeat(Math.floor(size / 4)) + "x".repeat(size % 4);
  const exact = ["x".repeat(size), cjk, astral, `${"x".repeat(size - 1)}\n`, lines(Math.floor(size / 20))];
  return [...exact, ...exact.map((text) => text + text), ...exact.map((text) => text.slice(1)), "", "x"];
}

/** A stack in which a policy sees too little, the setting of it that is dead, its live value, and what shows it. */
type Starved = readonly [
  policies: readonly PolicyInput[],
  policy: string,
  param: string,
  liveFrom: number,
  bound: number,
];

const STARVED: readonly Starved[] = [
  [[{ kind: "paging" }, { kind: "runtime-limit" }], "paging", "thresholdBytes", 51_199, 51_200],
  [[{ kind: "runtime-limit" }, { kind: "paging" }], "paging", "thresholdBytes", 51_199, 51_200],
  [[{ kind: "offload" }, { kind: "runtime-limit" }], "offload", "thresholdTokens", 12_799, 51_200],
  [[{ kind: "offload" }, { kind: "respond-limit" }], "offload", "thresholdTokens", 8191, 32_768],
  [[{ kind: "offload" }, { kind: "spill" }], "offload", "thresholdTokens", 16_383, 65_536],
  [
    [{ kind: "offload", thresholdTokens: 17_000 }, { kind: "paging" }],
    "offload",
    "thresholdTokens",
    16_383,
    65_536,
  ],
  [
    [{ kind: "spill", spillBytes: 0 }, { kind: "runtime-limit" }],
    "spill",
    "maxToolOutputBytes",
    51_199,
    51_200,
  ],
  [[{ kind: "spill" }, { kind: "runtime-limit" }], "spill", "spillBytes", 51_199, 51_200],
  [[{ kind: "spill" }, { kind: "respond-limit" }], "spill", "spillBytes", 32_767, 32_768],
  [[{ kind: "spill" }, { kind: "paging" }], "spill", "spillBytes", 65_535, 65_536],
  [[{ kind: "spill", spillBytes: 240_000 }, { kind: "offload" }], "spill", "spillBytes", 239_999, 240_000],
  [
    [{ kind: "respond-limit", maxResponseBytes: 51_200 }, { kind: "runtime-limit" }],
    "respond-limit",
    "maxResponseBytes",
    51_199,
    51_200,
  ],
  [
    [{ kind: "respond-limit", maxResponseBytes: 65_536 }, { kind: "spill" }],
    "respond-limit",
    "maxResponseBytes",
    65_535,
    65_536,
  ],
  [
    [{ kind: "respond-limit", maxResponseBytes: 65_536 }, { kind: "paging" }],
    "respond-limit",
    "maxResponseBytes",
    65_535,
    65_536,
  ],
  [
    [{ kind: "respond-limit", maxResponseBytes: 240_000 }, { kind: "offload" }],
    "respond-limit",
    "maxResponseBytes",
    239_999,
    240_000,
  ],
  [[{ kind: "paging" }, { kind: "respond-limit" }], "paging", "thresholdBytes", 32_767, 32_768],
  [[{ kind: "paging" }, { kind: "spill" }], "paging", "thresholdBytes", 65_535, 65_536],
  [
    [{ kind: "paging", thresholdBytes: 240_000 }, { kind: "offload" }],
    "paging",
    "thresholdBytes",
    239_999,
    240_000,
  ],
];

describe.each(STARVED)("%j", (policies, policy, param, liveFrom, bound) => {
  // Pages must be smaller than what is left, or one page holds it.
  const small = policies.map((one) => (one.kind === "paging" ? { ...one, pageBytes: 1000 } : one));

  test(`${policy}.${param} is dead, with the value that would act`, () => {
    expect(dead(small)).toMatchObject([{ policy, param, liveFrom }]);
  });

  test("one more than that never acts, whatever the text", () => {
    const never = withSetting(small, policy, param, liveFrom + 1);
    expect(dead(never)).toMatchObject([{ policy, param, liveFrom }]);
    for (const text of probes(bound))
      expect(acts(runOf(gives(text), { policies: never }), policy)).toBe(false);
  });

  test("and that does", () => {
    const live = withSetting(small, policy, param, liveFrom);
    expect(dead(live)).toEqual([]);
    const acting = probes(bound).filter((text) => acts(runOf(gives(text), { policies: live }), policy));
    expect(acting.length).toBeGreaterThan(0);
  });
});

test("failures pass offload and respond-limit whole: the reason says so to what stands behind them", () => {
  const failed = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(20_000), error: true })
    .say("done")
    .build();
  for (const before of [{ kind: "respond-limit" }, { kind: "offload", thresholdTokens: 4000 }] as const)
    for (const kind of ["spill", "paging"] as const) {
      const policies = [{ kind }, before];
      expect(dead(policies)[0]?.reason).toMatch(/only failures can be over it$/);
      expect(acts(runOf(failed, { policies }), kind)).toBe(true);
    }
  expect(dead([{ kind: "spill" }, { kind: "runtime-limit" }])[0]?.reason).toMatch(/no such text is over it$/);
});

describe("pages that hold all that is left", () => {
  const policies: readonly PolicyInput[] = [
    { kind: "paging", thresholdBytes: 1000, pageBytes: 3000 },
    { kind: "runtime-limit", maxBytes: 3000 },
  ];

  test("pageBytes at the bound of what acts before never pages; one less does", () => {
    expect(dead(policies)).toMatchObject([{ policy: "paging", param: "pageBytes", liveFrom: 2999 }]);
    for (const text of probes(3000)) expect(acts(runOf(gives(text), { policies }), "paging")).toBe(false);
    const live = withSetting(policies, "paging", "pageBytes", 2999);
    expect(dead(live)).toEqual([]);
    expect(acts(runOf(gives("x".repeat(3000)), { policies: live }), "paging")).toBe(true);
  });

  test("and so of the largest result of a transcript", () => {
    const thread = gives(lines(100));
    const paging = { kind: "paging", thresholdBytes: 1000, pageBytes: 2000 } as const;
    expect(dead([paging], thread)).toMatchObject([{ policy: "paging", param: "pageBytes", liveFrom: 1999 }]);
    expect(acts(runOf(thread, { policies: [paging] }), "paging")).toBe(false);
    const live = { ...paging, pageBytes: 1999 };
    expect(dead([live], thread)).toEqual([]);
    expect(acts(runOf(thread, { policies: [live] }), "paging")).toBe(true);
  });
});

describe("head and tail of a spill that hold what lets through", () => {
  const spill = { kind: "spill", spillBytes: 1000, headBytes: 600, tailBytes: 500 } as const;

  test.each([
    [500, 499, []],
    [500, 500, ["headBytes"]],
    [501, 500, ["headBytes"]],
  ])("%i and %i of 1000: %j", (headBytes, tailBytes, params) => {
    const found = dead([{ ...spill, headBytes, tailBytes }]);
    expect(found.map(({ param }) => param)).toEqual(params);
    for (const { liveFrom } of found) expect(liveFrom).toBe(999 - tailBytes);
  });

  test("nothing between spillBytes and what they hold is gained", () => {
    for (let size = 1001; size <= 1100; size += 33)
      expect(runOf(gives("x".repeat(size)), { policies: [spill] }).events[0]?.detail?.reason).toBe("no-gain");
  });

  test("a head of nothing is a live value too", () => {
    const policies = [{ ...spill, headBytes: 1, tailBytes: 999 }];
    expect(dead(policies)).toMatchObject([{ param: "headBytes", liveFrom: 0 }]);
    expect(dead(withSetting(policies, "spill", "headBytes", 0))).toEqual([]);
  });
});

describe("a summary that cannot do what it is for", () => {
  const fixed = (text: string) => ({ kind: "fixed", text }) as const;
  const talk = (turns: number, text: string): Thread => {
    const builder = new ThreadBuilder();
    for (let turn = 0; turn < turns; turn++) builder.user("u".repeat(400)).say("a".repeat(400));
    return builder.user(text).say("end").build();
  };
  const cannotFit = (run: Run): boolean =>
    run.events.some(({ action, detail }) => action === "warned" && detail?.reason === "cannot-fit");

  test.each([
    [3, false],
    [4, true],
    [5, true],
  ])("keepRecent %i at a trigger of 4 messages leaves the request over it: %s", (keepRecent, over) => {
    const summarize = {
      kind: "summarize",
      trigger: { messages: 4 },
      keepRecent,
      compressor: fixed("s"),
    } as const;
    expect(dead([summarize]).map(({ param, liveFrom }) => [param, liveFrom])).toEqual(
      over ? [["keepRecent", 3]] : [],
    );
    expect(cannotFit(runOf(talk(8, "ok"), { policies: [summarize] }))).toBe(over);
  });

  test.each([
    [99, false],
    [100, true],
    [101, true],
  ])(
    "maxSummaryTokens %i at a trigger of 100 tokens leaves the request over it: %s",
    (maxSummaryTokens, over) => {
      const summarize = {
        kind: "summarize",
        trigger: { tokens: 100 },
        keepRecent: 1,
        maxSummaryTokens,
        compressor: fixed("s".repeat(2000)),
      } as const;
      expect(dead([summarize]).map(({ param, liveFrom }) => [param, liveFrom])).toEqual(
        over ? [["maxSummaryTokens", 99]] : [],
      );
      // One short recent message, of one token: the largest summary that fits beside it is 99 tokens.
      const last = runOf(talk(3, "ok"), { policies: [summarize] }).events.filter(({ step }) => step === 4);
      expect(last.some(({ action }) => action === "fired")).toBe(true);
      expect(last.some(({ action }) => action === "warned")).toBe(over);
    },
  );
});

test("an offload preview that can be larger than its threshold is cut short where it is", () => {
  // Lines of exactly previewLineChars, their newline included.
  const thread = gives(`${"y".repeat(99)}\n`.repeat(200));
  const asked = (previewLines: number) =>
    ({ kind: "offload", thresholdTokens: 1000, previewLines, previewLineChars: 100 }) as const;
  const shown = (previewLines: number): number =>
    resultOf(requestAt(runOf(thread, { policies: [asked(previewLines)] }), 2).messages[2]).split("\n")
      .length - 2;
  expect(dead([asked(41)])).toMatchObject([{ policy: "offload", param: "previewLines", liveFrom: 40 }]);
  expect(dead([asked(40)])).toEqual([]);
  expect([38, 41, 60].map(shown)).toEqual([38, 39, 39]);
  expect(dead([{ ...asked(0), tailLines: 41 }])[0]).not.toHaveProperty("liveFrom");
});

describe("with a transcript open", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(1000) }, { gives: "e".repeat(30_000), error: true })
    .say("done")
    .build();

  test.each([
    [{ kind: "offload" }, "thresholdTokens", 7499],
    [{ kind: "spill" }, "spillBytes", 29_999],
    [{ kind: "spill", spillBytes: 0 }, "maxToolOutputBytes", 29_999],
    [{ kind: "respond-limit" }, "maxResponseBytes", 19_999],
    [{ kind: "runtime-limit", maxLines: 5000 }, "maxBytes", 29_999],
    [{ kind: "runtime-limit" }, "maxLines", 999],
    [{ kind: "paging", pageBytes: 100 }, "thresholdBytes", 29_999],
  ] as const)("%j: what nothing in it reaches", (policy, param, liveFrom) => {
    const found = dead([policy], thread).filter((one) => one.param === param);
    expect(found).toMatchObject([{ policy: policy.kind, liveFrom }]);
    const at = (value: number): readonly DeadSetting[] =>
      dead(withSetting([policy], policy.kind, param, value), thread).filter((one) => one.param === param);
    expect(at(liveFrom)).toEqual([]);
    expect(at(liveFrom + 1).length).toBe(1);
    const run = (value: number): Run =>
      runOf(thread, { policies: withSetting([policy], policy.kind, param, value) });
    const held = (of: Run): number =>
      of.events.filter(({ action, limit }) => action !== "passed" && limit?.name === param).length;
    expect(held(run(liveFrom + 1))).toBe(0);
    expect(held(run(liveFrom))).toBe(1);
  });
});

/** The problems that name a parameter of a policy. */
function naming(problems: readonly DeadSetting[], { policy, param }: DeadSetting): readonly DeadSetting[] {
  return problems.filter((one) => one.policy === policy && one.param === param);
}

test(
  "setting any dead setting to its live value leaves a profile without errors, in which it is dead no more",
  LONG,
  () => {
    let mended = 0;
    fc.assert(
      fc.property(fc.option(randomThread, { nil: undefined }), randomProfile, (open, input) => {
        for (const problem of dead(input.policies, open)) {
          const values = naming(dead(input.policies, open), problem).flatMap(
            ({ liveFrom }) => liveFrom ?? [],
          );
          if (values.length === 0) continue;
          const policies = withSetting(input.policies, problem.policy, problem.param, Math.min(...values));
          const { problems } = checkProfile({ policies }, open);
          expect(problems.errors).toEqual([]);
          expect(naming(problems.dead, problem).filter(({ liveFrom }) => liveFrom !== undefined)).toEqual([]);
          mended++;
        }
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 200) },
    );
    expect(mended).toBeGreaterThan(20);
  },
);

test.each([
  [[{ kind: "offload" }, { kind: "runtime-limit", maxBytes: 4000 }], "offload", "thresholdTokens"],
  [[{ kind: "summarize", trigger: { tokens: 32 } }], "summarize", "maxSummaryTokens"],
  [[{ kind: "summarize", trigger: { messages: 1 } }], "summarize", "keepRecent"],
  [
    [{ kind: "respond-limit" }, { kind: "runtime-limit", maxBytes: 2048 }],
    "respond-limit",
    "maxResponseBytes",
  ],
  [[{ kind: "spill" }, { kind: "runtime-limit", maxBytes: 1 }], "spill", "spillBytes"],
  [
    [
      { kind: "paging", pageBytes: 9 },
      { kind: "runtime-limit", maxBytes: 0 },
    ],
    "paging",
    "thresholdBytes",
  ],
] as const)("%j: where no value in the range would act, none is offered", (policies, policy, param) => {
  const [found] = dead(policies);
  expect(found).toMatchObject({ policy, param });
  expect(found).not.toHaveProperty("liveFrom");
});
