import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { summariesOf } from "../../../core/analysis/summaries.ts";
import { type ReplayOptions, replay, replayWaiting } from "../../../core/engine/replay.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { type Run, stepOf } from "../../../core/engine/run.ts";
import type { Message } from "../../../core/model/message.ts";
import type { ContentPart, Part } from "../../../core/model/part.ts";
import type { PolicyInput, Profile, ProfileInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import type { CompressorInput, Middleware } from "../../../core/policies/middleware.ts";
import { measureCount, measureTokens } from "../../../core/policies/request-view.ts";
import { createStack } from "../../../core/policies/stack.ts";
import { frameSummary } from "../../../core/policies/summary-message.ts";
import { written } from "../../../core/policies/written.ts";
import { ThreadBuilder, acted, lines, resultOf, runOf } from "../../support/build-thread.ts";
import { randomFaults, randomProfile } from "../../support/random-profile.ts";
import { randomThread } from "../../support/random-thread.ts";
import { LONG } from "../../support/long.ts";

// Rules of the page that belong to no single policy, or that only a stack of one's own shows.

const ids = (of: Run, step: number): string[] => requestAt(of, step).messages.map(({ id }) => id);
const text = (value: string): ContentPart => ({ type: "text", text: value });

function profileOf(input: ProfileInput): Profile {
  const { profile } = checkProfile(input);
  if (!profile) throw new Error("the profile has errors");
  return profile;
}

/** A run with a member of one's own inside the stack of a profile. */
function runInside(
  thread: Thread,
  policies: readonly PolicyInput[],
  inner: Partial<Middleware>,
  ports: ReplayOptions["ports"] = {},
): Run {
  const profile = profileOf({ policies });
  const member: Middleware = { kind: "window", writes: [], ...inner };
  return replay(thread, profile, { stack: [...createStack(profile), member], ports });
}

describe("what is counted", () => {
  const counted = (parts: readonly Part[], head: Partial<Thread> = {}): number => {
    const messages: Message[] = [
      { id: "u", role: "user", parts },
      { id: "a", role: "assistant", parts: [] },
    ];
    const thread: Thread = { id: "t", lane: "main", system: null, tools: [], ...head, messages };
    return measureTokens(stepOf(runOf(thread, { policies: [] }), 1).view);
  };

  test.each([
    ["nothing for a message or its role", [], 0],
    ["a text, rounded up", [text("x".repeat(5))], 2],
    ["each text for itself", [text("x"), text("x"), text("")], 2],
    ["UTF-16 units, not code points or bytes", [text("🧪🧪🧪")], 2],
    [
      "thinking, never its signature",
      [{ type: "thinking", text: "x".repeat(8), signature: "s".repeat(99) }],
      2,
    ],
    ["inline media", [{ type: "media", mediaType: "image/png", data: "A".repeat(999) }], 1500],
    [
      "media by reference",
      [{ type: "media", mediaType: "a/b", ref: { id: "x", path: "/x", bytes: 9 } }],
      1500,
    ],
  ] as const)("%s", (_what, parts, tokens) => {
    expect(counted(parts)).toBe(tokens);
  });

  test("the system prompt, and each definition of a tool as one text, JSON without spaces in recorded order", () => {
    expect(counted([], { system: "x".repeat(9) })).toBe(3);
    const tool = { name: "b", description: "d", parameters: { z: 1, a: [1, 2] } };
    const json = '{"name":"b","description":"d","parameters":{"z":1,"a":[1,2]}}';
    expect(counted([], { tools: [tool] })).toBe(Math.ceil(json.length / 4));
    expect(counted([], { tools: [tool, tool] })).toBe(2 * Math.ceil(json.length / 4));
  });

  test("the name and the arguments of a call, never ids", () => {
    const args = { z: "x", a: [1, 2] };
    const thread = new ThreadBuilder()
      .user("")
      .call({ id: "i".repeat(99), name: "bash", args, gives: "four" })
      .say("")
      .build();
    const tokens = measureTokens(stepOf(runOf(thread, { policies: [] }), 2).view);
    expect(tokens).toBe(1 + Math.ceil('{"z":"x","a":[1,2]}'.length / 4) + 1);
  });

  test("messages: each tool message one, the summary one, the system prompt none", () => {
    const thread = new ThreadBuilder({ system: "s", state: { summary: { text: "s", coversThrough: "m1" } } })
      .user("go")
      .call({ gives: "1" }, { gives: "2" })
      .say("done")
      .build();
    const of = runOf(thread, { policies: [{ kind: "summarize" }] });
    expect(measureCount(stepOf(of, 2).view)).toBe(4);
  });
});

describe("whatever counter a profile names", () => {
  test("offload's threshold is chars4", () => {
    const run = (length: number): string[] => {
      const thread = new ThreadBuilder()
        .user("go")
        .call({ gives: "漢".repeat(length) })
        .say("done")
        .build();
      return acted(
        runOf(thread, {
          tokenCounter: "script-aware",
          policies: [{ kind: "offload", thresholdTokens: 1000 }],
        }),
      );
    };
    expect([run(4000), run(4001)]).toEqual([[], ["offloaded"]]);
  });

  test("maxSummaryTokens is chars4, while the trigger is in the profile's own", () => {
    const talk = new ThreadBuilder();
    for (let turn = 0; turn < 3; turn++) talk.user("漢".repeat(400)).say("字".repeat(400));
    const summarize = {
      kind: "summarize",
      trigger: { tokens: 1500 },
      keepRecent: 1,
      maxSummaryTokens: 50,
      compressor: { kind: "fixed", text: "要".repeat(900) },
    } as const;
    const of = runOf(talk.build(), { tokenCounter: "script-aware", policies: [summarize] });
    const fired = of.events.find(({ action }) => action === "fired");
    // About a token a character: the five messages of step 3 are some 2,000, of chars4 they were 500.
    expect(fired?.step).toBe(3);
    expect(fired?.measured?.value).toBeGreaterThan(1500);
    expect(summariesOf(of)[0]?.text.length).toBe(200);
  });
});

describe("keepRecent", () => {
  test("counts stored messages: results that repair leaves out are among them", () => {
    const thread = new ThreadBuilder()
      .user("u".repeat(4000))
      .say("a".repeat(400))
      .user("on")
      .result("nobody", "an orphan")
      .result("nobody", "another")
      .say("done")
      .build();
    const summarize = {
      kind: "summarize",
      trigger: { tokens: 1000 },
      keepRecent: 3,
      compressor: { kind: "fixed", text: "s" },
    } as const;
    const of = runOf(thread, { policies: [summarize] });
    expect(ids(of, 2)).toEqual(["summary:m2", "m3"]);
  });
});

test("a frame that does not fit is left out: the body alone is within the bound", () => {
  expect(frameSummary(written("body ".repeat(20)), "m1", 10).text).toBe(
    "[Summary of the conversation so far]\nbod",
  );
  expect(frameSummary(written("body ".repeat(20)), "m1", 9).text).toBe("body ".repeat(8).slice(0, 36));
  expect(frameSummary(written("b"), "m1", 9)).toMatchObject({ text: "b", cut: false, cutBytes: 0 });
});

test("a newest user message that is pinned counts as covered, and is worked out anew for each request", () => {
  const thread = new ThreadBuilder()
    .user("first task")
    .call({ gives: lines(100) })
    .call({ gives: lines(100) })
    .call({ gives: "ok" })
    .say("done")
    .user("second task")
    .say("done")
    .build();
  const summarize = {
    kind: "summarize",
    trigger: { tokens: 900 },
    keepRecent: 2,
    pinNewestUser: true,
    compressor: { kind: "fixed", text: "s" },
  } as const;
  const of = runOf(thread, { policies: [summarize] });
  expect(of.steps.map(({ step }) => ids(of, step))).toEqual([
    ["m1"],
    ["m1", "m2", "m3"],
    ["summary:m3", "m1", "m4", "m5"],
    ["summary:m3", "m1", "m4", "m5", "m6", "m7"],
    ["summary:m3", "m4", "m5", "m6", "m7", "m8", "m9"],
  ]);
  expect(summariesOf(of)).toMatchObject([{ coversThrough: "m3", covered: 3 }]);
  expect(of.state["summary"]).toEqual({ text: "s", coversThrough: "m3" });
});

describe("compressors", () => {
  const talk = (head: Partial<Thread> = {}): Thread => {
    const builder = new ThreadBuilder(head);
    for (const word of ["alpha", "beta", "gamma"])
      builder.user(`Fix the ${word} module. ${"u".repeat(400)}`).say("a".repeat(400));
    return builder.build();
  };
  const summarize = (given: object): PolicyInput => ({
    kind: "summarize",
    trigger: { tokens: 450 },
    keepRecent: 1,
    ...given,
  });

  test("model: asked through the port, its call counted, in a run that waits", async () => {
    const asked: CompressorInput[] = [];
    const profile = profileOf({ policies: [summarize({ compressor: { kind: "model" } })] });
    const of = await replayWaiting(talk(), profile, {
      ports: {
        compressors: {
          async model(input) {
            await Promise.resolve();
            asked.push(input);
            return "written by a model";
          },
        },
      },
    });
    expect(asked.map(({ messages, previous, end }) => [messages.map(({ id }) => id), previous, end])).toEqual(
      [[["m1", "m2", "m3", "m4"], undefined, 4]],
    );
    expect(summariesOf(of)[0]?.text).toBe("[Summary of the conversation so far]\nwritten by a model");
    expect(of.state["summary"]).toEqual({ text: "written by a model", coversThrough: "m4" });
    expect(of.accounted).toEqual([undefined]);
  });

  test("model: without a port, or one that rejects, nothing is committed", async () => {
    const profile = profileOf({ policies: [summarize({ compressor: { kind: "model" } })] });
    expect(acted(replay(talk(), profile))).toEqual(["refused failed"]);
    const model = (): Promise<string> => Promise.reject(new Error("overloaded"));
    const of = await replayWaiting(talk(), profile, { ports: { compressors: { model } } });
    expect(acted(of)).toEqual(["refused failed"]);
    expect(JSON.stringify([of.state, requestAt(of, 3)])).not.toContain("overloaded");
  });

  test("recorded: the newest summary of the recording that covers no more than is covered", () => {
    const mark = (at: number, summary: string) =>
      ({ kind: "compaction", at, label: "compacted", summary }) as const;
    const of = (...marks: ReturnType<typeof mark>[]): string | undefined =>
      summariesOf(runOf(talk({ marks }), { policies: [summarize({ compressor: { kind: "recorded" } })] }))[0]
        ?.text;
    const frame = "[Summary of the conversation so far]\n";
    expect(of(mark(2, "older"), mark(4, "newer"), mark(5, "too new"))).toBe(`${frame}newer`);
    expect(of(mark(5, "too new"))).toBeUndefined();
  });

  test("maxCompressorInputTokens: the newest messages that fit, whole ones, the rest is not given", () => {
    const given = (maxCompressorInputTokens: number): string => {
      const run = runOf(talk(), { policies: [summarize({ maxCompressorInputTokens })] });
      return summariesOf(run)[0]?.text ?? "none";
    };
    const two = Math.ceil(`Fix the beta module. ${"u".repeat(400)}`.length / 4) + 100;
    expect(given(0)).toContain("alpha");
    expect(given(two)).not.toContain("alpha");
    expect(given(two)).toContain("beta");
    expect(given(two - 1)).not.toContain("beta");
  });
});

test("spill keeps the totals of its session: results, bytes spilled, bytes kept, fall-backs", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(100) }, { gives: lines(400) }, { gives: lines(60) })
    .call({ name: "read", args: { path: "a.ts" }, gives: lines(100) })
    .say("done")
    .build();
  const spill = {
    kind: "spill",
    spillBytes: 1000,
    headBytes: 100,
    tailBytes: 100,
    sessionCapBytes: 4000,
  } as const;
  const of = runOf(thread, { policies: [spill] });
  const kept = of.events
    .filter(({ action }) => action === "spilled" || action === "pointed")
    .reduce((sum, { after }) => sum + (after?.bytes ?? 0), 0);
  expect(of.state["spill"]).toEqual({ results: 3, bytesSpilled: 3200, bytesKept: kept, fallbacks: 1 });
});

describe("what comes from further in", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ id: "a", gives: lines(400) })
    .say("done")
    .build();
  const CUTTERS: readonly PolicyInput[] = [
    { kind: "offload", thresholdTokens: 1000 },
    { kind: "spill", spillBytes: 1000, headBytes: 9, tailBytes: 9 },
    { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 9 },
    { kind: "respond-limit", maxResponseBytes: 9, maxSummaryBytes: 9 },
    { kind: "paging", thresholdBytes: 1000, pageBytes: 9 },
    { kind: "attachments" },
  ];

  test.each(CUTTERS)("keeps its state updates where %j replaces its content", (policy) => {
    const of = runInside(thread, [policy], {
      writes: ["task"],
      wrapToolCall: (call) => ({
        kind: "success",
        parts: [text(lines(400)), { type: "media", mediaType: "image/png", data: "QUJD" }],
        updates: [{ key: "task", apply: () => call.identity }],
      }),
    });
    expect(of.failed).toBeUndefined();
    expect(of.state["task"]).toBe("t.1.1");
  });

  test.each(CUTTERS)(
    "is no result yet while it asks for approval: %j looks at the answer alone",
    (policy) => {
      const asking: Partial<Middleware> = {
        wrapToolCall: (call, { approved }, next) =>
          approved ? next(call) : { kind: "needs-approval", reason: "it is dark" },
      };
      const own = (of: Run): string[] =>
        of.events.filter((event) => event.policy === policy.kind).map(({ action }) => action);
      const granted = runInside(thread, [policy], asking, { approve: () => true });
      const plain = runOf(thread, { policies: [policy] });
      expect(own(granted)).toEqual(own(plain));
      const refused = runInside(thread, [policy], asking, { approve: () => false });
      expect(own(refused)).toEqual([]);
      expect(resultOf(refused.stored.at(2))).toBe("Denied: it is dark");
    },
  );

  test("a fatal outcome ends the run, whatever stands around it", () => {
    for (const policy of CUTTERS) {
      const of = runInside(thread, [policy], { wrapToolCall: () => ({ kind: "fatal", reason: "no more" }) });
      expect(of.failed).toEqual({ step: 1, message: "no more" });
    }
  });
});

test("a denial is cut as it is sent, within offload's threshold: it never came through the stack", () => {
  const thread = new ThreadBuilder().user("go").call({ gives: "ok" }).say("done").build();
  const reason = "because ".repeat(2000);
  const inner: Partial<Middleware> = { wrapToolCall: () => ({ kind: "needs-approval", reason }) };
  const of = runInside(thread, [{ kind: "offload", thresholdTokens: 1000 }], inner, { approve: () => false });
  expect(acted(of)).toEqual([`asked ${reason}`, `denied ${reason}`, "cut on-send"]);
  expect(resultOf(of.stored.at(2))).toBe(`Denied: ${reason}`);
  const sent = resultOf(requestAt(of, 2).messages[2]);
  expect(sent.length).toBeLessThanOrEqual(4000);
  expect(sent).toContain(`the whole text is ${"Denied: ".length + reason.length} bytes`);
});

test("filtering the tools of a request is no permission: a tool that is called anyway comes through the stack", () => {
  const thread = new ThreadBuilder({ tools: [{ name: "bash" }] })
    .user("go")
    .call({ gives: "ok" })
    .say("done")
    .build();
  const called: string[] = [];
  const of = runInside(thread, [], {
    wrapModelCall: (request, _context, next) => next({ ...request, tools: [] }),
    wrapToolCall: (call, _context, next) => (called.push(call.call.name), next(call)),
  });
  expect(requestAt(of, 1).tools).toEqual([]);
  expect(called).toEqual(["bash"]);
});

test("no run asks the clock or chance, and no request names a place on this machine", LONG, () => {
  const never = (): never => {
    throw new Error("a run is pure");
  };
  fc.assert(
    fc.property(randomThread, randomProfile, randomFaults, (thread, input, faults) => {
      const profile = profileOf(input);
      const spies = [
        vi.spyOn(Date, "now").mockImplementation(never),
        vi.spyOn(Math, "random").mockImplementation(never),
        vi.spyOn(performance, "now").mockImplementation(never),
      ];
      let of: Run;
      try {
        of = replay(thread, profile, { faults });
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      for (const { step } of of.steps)
        expect(JSON.stringify(requestAt(of, step))).not.toContain(process.cwd());
    }),
    { numRuns: 60 },
  );
});
