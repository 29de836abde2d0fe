import fc from "fast-check";
import { expect, test } from "vitest";
import { replay } from "../../../core/engine/replay.ts";
import type { Run } from "../../../core/engine/run.ts";
import { ACTIONS, type Action, type LedgerEvent } from "../../../core/model/event.ts";
import type { Fault } from "../../../core/model/fault.ts";
import type { PolicyInput, ProfileInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import type { Middleware } from "../../../core/policies/middleware.ts";
import { createStack } from "../../../core/policies/stack.ts";
import { type Asked, ThreadBuilder, lines, runOf } from "../../support/build-thread.ts";
import { randomFaults, randomProfile } from "../../support/random-profile.ts";
import { randomThread } from "../../support/random-thread.ts";
import { LONG } from "../../support/long.ts";

/** Asks before every call of `bash`. */
const careful: Middleware = {
  kind: "window",
  writes: [],
  wrapToolCall: (call, { approved }, next) =>
    approved || call.call.name !== "bash" ? next(call) : { kind: "needs-approval", reason: "it writes" },
};

/** A run whose stack begins with a wrapper that asks, and where somebody answers. */
function askedRun(thread: Thread, input: ProfileInput, grants: boolean, faults: readonly Fault[] = []): Run {
  const { profile } = checkProfile(input);
  if (!profile) throw new Error("the profile has errors");
  const stack = [careful, ...createStack(profile)];
  return replay(thread, profile, { faults, stack, ports: { approve: () => grants } });
}

const IMAGE = { type: "media", mediaType: "image/png", data: "QUJD" } as const;
const big = { gives: lines(400) };
const small = { gives: "ok" };
const one = (...asked: Asked[]): Thread =>
  new ThreadBuilder()
    .user("go")
    .call(...asked)
    .say("done")
    .build();
const talk = (start: Partial<Thread> = {}): Thread =>
  new ThreadBuilder(start)
    .user("u".repeat(400))
    .say("a".repeat(400))
    .user("u".repeat(400))
    .say("a".repeat(400))
    .user("u".repeat(400))
    .say("a".repeat(400))
    .build();
const summarize = (text: string, more: object = {}): PolicyInput =>
  ({
    kind: "summarize",
    trigger: { tokens: 200 },
    keepRecent: 1,
    compressor: { kind: "fixed", text },
    ...more,
  }) as const;
const spill = { kind: "spill", spillBytes: 1000, headBytes: 100, tailBytes: 100 } as const;
const respond = { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 100 } as const;
const paging = { kind: "paging", thresholdBytes: 1000, pageBytes: 100 } as const;
const run = (thread: Thread, policy: PolicyInput, ...faults: Fault[]): Run =>
  runOf(thread, { policies: [policy] }, faults);

/** A run for each action: one that is added to the ledger does not compile without its own. */
const EXAMPLES: { readonly [A in Action]: () => Run } = {
  passed: () => run(one(small), spill),
  offloaded: () => run(one(big), { kind: "offload", thresholdTokens: 1000 }),
  cut: () => run(one(big), { kind: "spill", spillBytes: 0, maxToolOutputBytes: 500 }),
  evicted: () =>
    run(one(big, big), {
      kind: "offload",
      thresholdTokens: 1000,
      maxTotalBytes: 9000,
      maxResultBytes: 9000,
    }),
  dropped: () =>
    run(one(big), { kind: "offload", thresholdTokens: 1000, maxTotalBytes: 40, maxResultBytes: 40 }),
  restored: () =>
    run(one(big), { kind: "offload", thresholdTokens: 1000 }, { kind: "output-block", turn: 1 }),
  spilled: () => run(one(big), spill),
  pointed: () => run(one({ ...big, name: "read", args: { path: "src/a.ts" } }), spill),
  "fell-back": () => run(one(big), spill, { kind: "store-unwritable" }),
  limited: () => run(one(big), { kind: "runtime-limit", maxLines: 10 }),
  discarded: () => run(one(big), { ...respond, store: false }),
  aborted: () => run(one(big), respond, { kind: "upload-fails" }),
  externalised: () => run(one({ gives: [IMAGE] }), { kind: "attachments" }),
  paged: () => run(one(big), paging),
  "page-read": () => {
    const read = { name: "read_tool_result", args: { identity: "t.1.1", start: "6" }, gives: "a page" };
    return run(new ThreadBuilder().user("go").call(big).call(read).say("done").build(), paging);
  },
  fired: () => run(talk(), summarize("short")),
  refused: () => run(talk(), summarize(" ")),
  "summary-applied": () =>
    run(
      talk({ state: { summary: { text: "old", coversThrough: "m1" } } }),
      summarize("short", { trigger: { tokens: 9000 } }),
    ),
  "summary-cut": () =>
    run(talk(), summarize("long ".repeat(90), { trigger: { tokens: 400 }, maxSummaryTokens: 32 })),
  "summary-void": () =>
    run(talk({ state: { summary: { text: "old", coversThrough: "gone" } } }), summarize("short")),
  pruned: () => run(talk(), { kind: "window", maxMessages: 2 }),
  cleared: () => run(one(big, big), { kind: "clear-tool-uses", triggerTokens: 100, keep: 1 }),
  repaired: () => runOf(one({}), { policies: [] }),
  denied: () => askedRun(one(small), { policies: [] }, false),
  asked: () => askedRun(one(small), { policies: [] }, true),
  alarm: () => run(talk(), summarize("short")),
  warned: () => run(talk(), { kind: "window", maxTokens: 1 }),
  fault: () => run(one({ ...small, id: "a" }), spill, { kind: "tool-timeout", call: "a" }),
};

test.each(ACTIONS)("%s: the run that is its example writes it", (action) => {
  const found = EXAMPLES[action]().events.filter((event) => event.action === action);
  expect(found.length).toBeGreaterThan(0);
});

/** A thread that brings a stored state, and results that are larger than offload's least threshold. */
const bulky: fc.Arbitrary<Thread> = fc
  .record({
    sizes: fc.array(fc.integer({ min: 3000, max: 20_000 }), { minLength: 2, maxLength: 7 }),
    coversThrough: fc.constantFrom("m1", "m3", "gone"),
    failing: fc.boolean(),
  })
  .map(({ sizes, coversThrough, failing }) => {
    const builder = new ThreadBuilder({ state: { summary: { text: "so far ".repeat(40), coversThrough } } });
    builder.user("the task");
    sizes.forEach((size, at) => {
      builder.call({ id: "call_1", gives: "r".repeat(size), error: failing && at === 0 });
      const args = { identity: `t.${at + 1}.1`, start: "1:1000" };
      builder.call({ id: "call_2", name: "read_tool_result", args, gives: "a page" });
      if (at % 2 === 0) builder.say("and now?").user("go on");
    });
    return builder.say("done").build();
  });

test("random stacks, faults and answers do every one of them", LONG, () => {
  const seen = new Map<Action, LedgerEvent>();
  fc.assert(
    fc.property(
      fc.oneof(randomThread, bulky),
      randomProfile,
      randomFaults,
      fc.boolean(),
      (thread, input, faults, grants) => {
        const { events } = askedRun(thread, input, grants, faults);
        for (const event of events) seen.set(event.action, event);
      },
    ),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 600), seed: 1 },
  );
  expect(ACTIONS.filter((action) => !seen.has(action))).toEqual([]);
});
