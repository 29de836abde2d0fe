import { describe, expect, test } from "vitest";
import { readCache } from "../../core/analysis/cache.ts";
import { readBack } from "../../core/analysis/read-back.ts";
import { summariesOf } from "../../core/analysis/summaries.ts";
import { verifyRun } from "../../core/analysis/verify.ts";
import { requestAt } from "../../core/engine/request.ts";
import { type Run, stepOf } from "../../core/engine/run.ts";
import type { Message } from "../../core/model/message.ts";
import type { ContentPart, ToolResultPart } from "../../core/model/part.ts";
import type { PolicyInput } from "../../core/model/profile.ts";
import type { Thread } from "../../core/model/thread.ts";
import { checkProfile } from "../../core/policies/check.ts";
import { offloadEntries } from "../../core/policies/offload.ts";
import { measureTokens } from "../../core/policies/request-view.ts";
import { type Asked, ThreadBuilder, acted, lines, resultOf, runOf } from "../support/build-thread.ts";

// The traps that others fell into (policies, section 8), one test or more for each, with the very values.

const run = (thread: Thread, ...policies: PolicyInput[]): Run => runOf(thread, { policies });
const ids = (of: Run, step: number): string[] => requestAt(of, step).messages.map(({ id }) => id);
const tokensAt = (of: Run, step: number): number => measureTokens(stepOf(of, step).view);

function gives(text: string | readonly ContentPart[], asked: Asked = {}): Thread {
  return new ThreadBuilder()
    .user("go")
    .call({ ...asked, gives: text })
    .say("done")
    .build();
}

/** What the model sees of the first result. */
const shown = (of: Run): string => resultOf(requestAt(of, 2).messages[2]);

/** One policy of each kind that cuts results, with bounds that a text of some thousand bytes is over. */
const CUTTERS: readonly PolicyInput[] = [
  { kind: "offload", thresholdTokens: 1000, previewLines: 3, tailLines: 2 },
  { kind: "spill", spillBytes: 1000, headBytes: 100, tailBytes: 100 },
  { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 100 },
  { kind: "runtime-limit", maxBytes: 1000 },
  { kind: "paging", thresholdBytes: 1000, pageBytes: 100 },
];

/** The whole text of a result that was cut, read back piece by piece from where its policy keeps it. */
function wholeOf(of: Run, target: string): string {
  let text = "";
  for (let start: string | undefined = "1"; start !== undefined;) {
    const answer = readBack(of, 2, target, { start });
    if (answer.isError) throw new Error(answer.text);
    const gap = answer.next?.includes(":") ? 1 : 0;
    const end =
      answer.next === undefined ? answer.text.length : answer.text.lastIndexOf("[more follows") - gap;
    text += answer.text.slice(0, end);
    start = answer.next;
  }
  return text;
}

/** Where each policy keeps the whole of the only result. */
const KEPT_AT: Partial<Record<PolicyInput["kind"], string>> = {
  offload: "/large_tool_results/t.1.1",
  spill: "/ullage/spill/t/t.1.1.txt",
  "respond-limit": "/ullage/files/replay/t/results/t.1.1.txt",
  paging: "t.1.1",
};

describe("parallel results that match only partly", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ id: "a" }, { id: "b" }, { id: "c" })
    .result("b", "two")
    .result("nobody", "lost")
    .result("b", "two again")
    .say("done")
    .build();

  test("the orphans are left out, the open calls get the fixed Error, stored history stays", () => {
    const of = run(thread);
    const missing = (callId: string, position: number): Message => ({
      id: `m2:no-result:${position}`,
      role: "tool",
      parts: [
        {
          type: "tool-result",
          callId,
          isError: true,
          parts: [{ type: "text", text: "No result was recorded for this call." }],
        },
      ],
    });
    const [go, calls, two] = thread.messages as [Message, Message, Message];
    expect(requestAt(of, 2).messages).toEqual([go, calls, two, missing("a", 1), missing("c", 3)]);
    expect(of.events.map(({ action, subject }) => [action, subject.message, subject.call])).toEqual(
      expect.arrayContaining([
        ["repaired", "m4", "nobody"],
        ["repaired", "m5", "b"],
        ["repaired", "m2", "a"],
        ["repaired", "m2", "c"],
      ]),
    );
    expect(of.events.length).toBe(4);
    thread.messages.forEach((message, at) => expect(of.stored.at(at)).toBe(message));
  });
});

describe("ids of calls", () => {
  const HOSTILE = [
    "a.b/c",
    "a_b_c",
    "A_B_C",
    "a_b_C",
    "../../etc/passwd",
    "",
    "x".repeat(2048),
    "$&",
    "__proto__",
  ];

  test("that are reused, or empty, answer in order; identities come from the step and the position", () => {
    const thread = new ThreadBuilder()
      .user("go")
      .call({ id: "" }, { id: "" })
      .result("", "first")
      .result("", "second")
      .call({ id: "" })
      .result("", "third")
      .say("done")
      .build();
    const of = run(thread, { kind: "spill" });
    expect(of.events.map(({ subject }) => [subject.identity, subject.message])).toEqual([
      ["t.1.1", "m3"],
      ["t.1.2", "m4"],
      ["t.2.1", "m6"],
    ]);
    expect(ids(of, 3)).toEqual(["m1", "m2", "m3", "m4", "m5", "m6"]);
  });

  test.each([
    [{ kind: "offload", thresholdTokens: 1000 }, (n: number) => `/large_tool_results/t.1.${n}`],
    [
      { kind: "spill", spillBytes: 1000, headBytes: 9, tailBytes: 9 },
      (n: number) => `/ullage/spill/t/t.1.${n}.txt`,
    ],
    [
      { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 9 },
      (n: number) => `/ullage/files/replay/t/results/t.1.${n}.txt`,
    ],
    [{ kind: "paging", thresholdBytes: 1000, pageBytes: 9 }, (n: number) => `t.1.${n}`],
  ] as const)("that are hostile are in no path and share none: %j", (policy, path) => {
    const asked = HOSTILE.map((id, at) => ({ id, gives: `${at}`.repeat(5000) }));
    const thread = new ThreadBuilder()
      .user("go")
      .call(...asked)
      .say("done")
      .build();
    const of = run(thread, policy);
    const kept =
      policy.kind === "offload"
        ? offloadEntries(of.state).map(({ path: at, text }) => [at, text])
        : of.files.map(({ path: at, file }) => [at, file.text]);
    expect(kept).toEqual(asked.map(({ gives: text }, at) => [path(at + 1), text]));
    const sent = requestAt(of, 2).messages.slice(2);
    expect(sent.map(({ parts }) => (parts[0] as ToolResultPart).callId)).toEqual(HOSTILE);
  });
});

describe("patterns of replacement in a text", () => {
  const text = "$& $$ $1 $` $' $<x>\n".repeat(300);

  test.each(CUTTERS)("stay what they are, in what is shown and in what is kept: %j", (policy) => {
    const of = run(gives(text), policy);
    expect(acted(of).length).toBe(1);
    expect(shown(of)).toContain("$& $$ $1 $` $' $<x>");
    expect(shown(of)).not.toContain("go");
    const kept = KEPT_AT[policy.kind];
    if (kept !== undefined) expect(wholeOf(of, kept)).toBe(text);
    expect(verifyRun(of)).toEqual([]);
  });
});

describe("base64", () => {
  const image = { type: "media", mediaType: "image/png", data: "A".repeat(400_000) } as const;
  const thread = gives([{ type: "text", text: "seen" }, image]);

  test("is no text: media are 1,500 tokens each, whatever their size", () => {
    // Request: "go", the call's name and its empty arguments, "seen", the image.
    expect(tokensAt(run(thread), 2)).toBe(1 + 1 + 1 + 1 + 1500);
  });

  test.each(["offload", "spill", "runtime-limit", "paging"] as const)("never makes %s act", (kind) => {
    const of = run(thread, { kind });
    expect(acted(of)).toEqual([]);
    expect(of.stored.at(2)).toBe(thread.messages[2]);
  });
});

describe("a summariser that fails", () => {
  const thread = new ThreadBuilder()
    .user("u".repeat(400))
    .say("a".repeat(400))
    .user("u".repeat(400))
    .say("done")
    .build();
  const summarize = (text: string) =>
    ({
      kind: "summarize",
      trigger: { tokens: 250 },
      keepRecent: 1,
      compressor: { kind: "fixed", text },
    }) as const;

  test.each([
    ["compressor-fails", "failed"],
    ["compressor-empty", "empty"],
    ["compressor-longer", "not-smaller"],
  ] as const)("%s: nothing of it is stored or sent", (kind, reason) => {
    const of = runOf(thread, { policies: [summarize("short")] }, [{ kind }]);
    expect(acted(of)).toEqual([`refused ${reason}`]);
    expect(of.state).toEqual({});
    expect(requestAt(of, 2).messages).toEqual(thread.messages.slice(0, 3));
  });

  test("leaves the summary that there was", () => {
    const old = { ...thread, state: { summary: { text: "what was before", coversThrough: "m1" } } };
    const policy = { ...summarize("x"), trigger: { tokens: 150 } };
    const of = runOf(old, { policies: [policy] }, [{ kind: "compressor-fails" }]);
    expect(of.state["summary"]).toEqual({ text: "what was before", coversThrough: "m1" });
    expect(ids(of, 2)).toEqual(["summary:m1", "m2", "m3"]);
  });

  test("a compaction that grows the context is refused, one that shrinks it by a token is not", () => {
    // Two messages of 100 tokens are covered.
    const frame = "[Summary of the conversation so far]\n".length;
    const at = (tokens: number): string[] =>
      acted(run(thread, { ...summarize("s".repeat(tokens * 4 - frame)), maxSummaryTokens: 1000 }));
    expect(at(201)).toEqual(["refused not-smaller"]);
    expect(at(200)).toEqual(["refused not-smaller"]);
    expect(at(199)[0]).toBe("fired");
  });
});

describe("keepRecent and batches", () => {
  const fixed = { kind: "fixed", text: "short" } as const;
  const summarize = (keepRecent: number) =>
    ({ kind: "summarize", trigger: { tokens: 1000 }, keepRecent, compressor: fixed }) as const;
  const batch = (calls: number): Thread =>
    new ThreadBuilder()
      .user("u".repeat(4000))
      .say("a".repeat(400))
      .user("and now all of them")
      .call(...Array.from({ length: calls }, () => ({ gives: "r".repeat(400) })))
      .say("done")
      .build();

  test.each([1, 2, 10, 19, 20])(
    "keepRecent %i inside a batch of 20 calls keeps the whole batch",
    (keepRecent) => {
      const of = run(batch(20), summarize(keepRecent));
      const fired = of.events.findLast(({ action }) => action === "fired");
      expect(fired?.detail).toMatchObject({
        cutWanted: 24 - keepRecent,
        cutAt: 3,
        heldBy: "m4",
        coversThrough: "m3",
        covered: 3,
      });
      expect(ids(of, 3)).toEqual(["summary:m3", ...Array.from({ length: 21 }, (_, at) => `m${at + 4}`)]);
      expect(verifyRun(of)).toEqual([]);
    },
  );

  test.each([
    [21, 3, undefined],
    [22, 2, undefined],
    [23, 1, undefined],
  ])("keepRecent %i falls before it: the cut stays at %i", (keepRecent, cutAt, heldBy) => {
    const fired = run(batch(20), summarize(keepRecent)).events.findLast(({ action }) => action === "fired");
    expect([fired?.detail?.cutAt, fired?.detail?.heldBy]).toEqual([cutAt, heldBy]);
  });

  test("trailing results that are more than keepRecent: what lies before them is still covered, step by step", () => {
    const builder = new ThreadBuilder().user("u".repeat(4000));
    const three = Array.from({ length: 3 }, () => ({ gives: "r".repeat(400) }));
    for (let at = 0; at < 4; at++) builder.call(...three);
    const of = run(builder.say("done").build(), {
      ...summarize(2),
      trigger: { tokens: 600 },
      maxSummaryTokens: 32,
    });
    // Each request ends in a batch of three results: the cut goes to the call before it.
    expect(summariesOf(of).map(({ firedAtStep, coversThrough }) => [firedAtStep, coversThrough])).toEqual([
      [2, "m1"],
      [3, "m5"],
      [4, "m9"],
      [5, "m13"],
    ]);
    expect(ids(of, 2)).toEqual(["summary:m1", "m2", "m3", "m4", "m5"]);
    expect(ids(of, 5)).toEqual(["summary:m13", "m14", "m15", "m16", "m17"]);
  });

  test("where nothing lies before them it does not fire, and says that it cannot fit", () => {
    const five = Array.from({ length: 5 }, () => ({ gives: "r".repeat(4000) }));
    const of = run(
      new ThreadBuilder()
        .call(...five)
        .say("done")
        .build(),
      summarize(2),
    );
    expect(of.events.at(-1)).toMatchObject({ action: "passed", detail: { reason: "cannot-fit" } });
    expect(ids(of, 2)).toEqual(["m1", "m2", "m3", "m4", "m5", "m6"]);
  });
});

describe("a floor over the trigger", () => {
  const talk = new ThreadBuilder();
  for (let turn = 0; turn < 20; turn++) talk.user("u".repeat(400)).say("a".repeat(400));
  const summarize = {
    kind: "summarize",
    trigger: { tokens: 250 },
    keepRecent: 4,
    maxSummaryTokens: 600,
    compressor: { kind: "fixed", text: "short" },
  } as const;

  test("does not fire at every step, but when maxSummaryTokens are newly covered", () => {
    const of = run(talk.build(), summarize);
    const fires = of.events.filter(({ action }) => action === "fired").map(({ step }) => step);
    // A step brings 200 tokens: three of them make the 600.
    expect(fires).toEqual([3, 6, 9, 12, 15, 18]);
    const told = of.events.filter(
      ({ action, detail }) => action === "passed" && detail?.reason === "cannot-fit",
    );
    expect(told.map(({ step }) => step)).toEqual([2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20]);
    expect(of.events.filter(({ action }) => action === "warned").length).toBe(fires.length);
  });
});

test("evict, read, evict: what is read back of an evicted entry is stored nowhere and evicts nothing", () => {
  const big = lines(400);
  const read = { name: "read", args: { path: "/large_tool_results/t.1.1" } };
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: big })
    .call({ gives: big })
    .call({ ...read, gives: big })
    .call({ ...read, gives: big })
    .say("done")
    .build();
  const of = run(thread, {
    kind: "offload",
    thresholdTokens: 1000,
    maxTotalBytes: 9000,
    maxResultBytes: 9000,
  });
  expect(of.events.map(({ step, action, detail }) => [step, action, detail?.reason])).toEqual([
    [1, "offloaded", undefined],
    [2, "offloaded", undefined],
    [2, "evicted", "store-full"],
    [3, "passed", "reader"],
    // The reader's own answer is cut as it is sent, and so are those of a recording that did not bound them.
    [4, "cut", "on-send"],
    [4, "passed", "reader"],
    [5, "cut", "on-send"],
  ]);
  expect(offloadEntries(of.state).map(({ identity }) => identity)).toEqual(["t.2.1"]);
});

describe("a pointer to a file that was never written", () => {
  const image = { type: "media", mediaType: "image/png", data: "QUJD" } as const;
  const request = (of: Run): string => JSON.stringify(requestAt(of, 2));

  test.each([
    [
      "spill",
      { kind: "spill", spillBytes: 1000, headBytes: 9, tailBytes: 9 },
      "store-unwritable",
      "fell-back",
    ],
    [
      "respond-limit",
      { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 9 },
      "store-unwritable",
      "aborted",
    ],
    [
      "respond-limit",
      { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 9 },
      "upload-fails",
      "aborted",
    ],
    [
      "respond-limit",
      { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 9 },
      "no-scope",
      "aborted",
    ],
    ["attachments", { kind: "attachments" }, "store-unwritable", "fell-back"],
    ["attachments", { kind: "attachments" }, "upload-fails", "fell-back"],
    ["attachments", { kind: "attachments" }, "no-scope", "fell-back"],
  ] as const)("%s: none where %s meets %s", (_name, policy, kind, action) => {
    const parts = policy.kind === "attachments" ? [image] : lines(500);
    const of = runOf(gives(parts), { policies: [policy] }, [{ kind }]);
    expect(of.events[0]?.action).toBe(action);
    expect(of.files).toEqual([]);
    expect(request(of)).not.toMatch(/ullage|large_tool_results|"ref"/);
    expect(verifyRun(of)).toEqual([]);
  });

  test("offload: none where not one code point fits the store", () => {
    const of = run(gives(lines(500)), {
      kind: "offload",
      thresholdTokens: 1000,
      maxTotalBytes: 9,
      maxResultBytes: 9,
    });
    expect(acted(of)).toEqual(["dropped"]);
    expect(request(of)).not.toContain("large_tool_results");
  });
});

describe("a tail that fails", () => {
  const thread = gives(`${lines(400)}FAILED: 1 of 900\n`);

  test.each([
    [{ kind: "spill", spillBytes: 1000, headBytes: 100, tailBytes: 100 }, true],
    [{ kind: "offload", thresholdTokens: 1000, tailLines: 1 }, true],
    [{ kind: "offload", thresholdTokens: 1000 }, false],
    [{ kind: "spill", spillBytes: 0, maxToolOutputBytes: 1000 }, false],
    [{ kind: "runtime-limit", maxBytes: 1000 }, false],
  ] as const)("%j shows it: %s; where it does not, the event says which lines went", (policy, seen) => {
    const of = run(thread, policy);
    expect(shown(of).endsWith("FAILED: 1 of 900\n")).toBe(seen);
    const { detail } = of.events[0] as { detail: NonNullable<(typeof of.events)[number]["detail"]> };
    if (seen) expect(detail.tail?.to).toBe(401);
    else expect(detail.omitted?.to ?? detail.note).toBe(policy.kind === "spill" ? "tail-lost" : 401);
  });
});

describe("flapping across a threshold", () => {
  /** Calls with results of 400 characters, and the reasons for which each request broke the cache of the last. */
  function breaks(policy: PolicyInput): number[] {
    const builder = new ThreadBuilder().user("go");
    for (let at = 0; at < 20; at++) builder.call({ gives: "r".repeat(400) });
    const of = run(builder.say("done").build(), policy);
    return of.steps.flatMap(({ step, view }) =>
      step > 1 && readCache(stepOf(of, step - 1).view, view).breakReason !== null ? [step] : [],
    );
  }

  test("clear-tool-uses: what is cleared stays, and clearAtLeast makes the breaks few", () => {
    const clear = { kind: "clear-tool-uses", triggerTokens: 500, keep: 3 } as const;
    const each = breaks({ ...clear, clearAtLeast: 0 });
    expect(breaks({ ...clear, clearAtLeast: 400 })).toEqual([9, 14, 19]);
    expect(each.length).toBeGreaterThan(10);
  });

  test("summarize: between two fires the summary and what follows it are the same", () => {
    const summarize = {
      kind: "summarize",
      trigger: { tokens: 800 },
      keepRecent: 4,
      maxSummaryTokens: 100,
      compressor: { kind: "fixed", text: "short" },
    } as const;
    expect(breaks(summarize)).toEqual([9, 15, 21]);
  });
});

describe("budgets of nothing, and less", () => {
  test.each([
    ["offload", "thresholdTokens", 0],
    ["offload", "maxResultBytes", 0],
    ["offload", "maxTotalBytes", 0],
    ["offload", "previewLines", -1],
    ["offload", "previewLineChars", 0],
    ["offload", "tailLines", -1],
    ["spill", "spillBytes", -1],
    ["spill", "headBytes", -1],
    ["spill", "tailBytes", -1],
    ["spill", "maxToolOutputBytes", -1],
    ["spill", "fileCapBytes", -1],
    ["spill", "sessionCapBytes", -1],
    ["runtime-limit", "maxBytes", -1],
    ["runtime-limit", "maxLines", -1],
    ["paging", "thresholdBytes", -1],
    ["paging", "pageBytes", -1],
    ["summarize", "keepRecent", 0],
    ["summarize", "maxSummaryTokens", 0],
    ["summarize", "maxCompressorInputTokens", -1],
    ["window", "maxTokens", 0],
    ["window", "maxMessages", 0],
    ["window", "turns", 0],
    ["clear-tool-uses", "triggerTokens", 0],
    ["clear-tool-uses", "keep", -1],
    ["clear-tool-uses", "clearAtLeast", -1],
  ])("%s.%s %i is an error that says so", (kind, param, value) => {
    expect(checkProfile({ policies: [{ kind, [param]: value }] }).problems.errors).toMatchObject([
      { policy: kind, param },
    ]);
  });

  test.each([
    [
      { kind: "offload", thresholdTokens: 1000, previewLines: 0 },
      /^\[Tool result of 8000 bytes, 400 lines[^\n]*\]\n$/,
    ],
    [
      { kind: "spill", spillBytes: 100, headBytes: 0, tailBytes: 0 },
      /^\[lines 1-400 of 400 left out[^\n]*\]\n$/,
    ],
    [{ kind: "spill", spillBytes: 0, maxToolOutputBytes: 0 }, /^$/],
    [{ kind: "runtime-limit", maxBytes: 0 }, /^$/],
    [{ kind: "runtime-limit", maxLines: 0 }, /^\[cut: 0 of 400 lines are shown\]$/],
    [{ kind: "paging", thresholdBytes: 0, pageBytes: 0 }, /^0\n\[lines 1-1 of 400; [^\n]*"start":"1:1"\}\]$/],
  ] as const)("%j acts as its page says", (policy, seen) => {
    const of = run(gives(lines(400)), policy);
    expect(shown(of)).toMatch(seen);
    expect(verifyRun(of)).toEqual([]);
  });

  test("caps of nothing keep nothing in files: the legacy cut, and no pointer", () => {
    const spill = {
      kind: "spill",
      spillBytes: 100,
      headBytes: 9,
      tailBytes: 9,
      maxToolOutputBytes: 0,
    } as const;
    const of = run(gives(lines(400)), { ...spill, sessionCapBytes: 0 });
    expect(acted(of)).toEqual(["fell-back session-cap"]);
    expect([shown(of), of.files]).toEqual(["", []]);
  });
});

describe("one line of 10 MB", () => {
  const letter = "🧪";
  const text = letter.repeat(2_621_440);
  const thread = gives(text);

  test("offload shows its beginning, within the threshold", () => {
    const of = run(thread, { kind: "offload" });
    const [header = "", preview] = shown(of).split("\n");
    expect(header).toContain("10485760 bytes, 1 lines, its first 1048576 bytes are stored");
    expect(preview).toBe(`${letter.repeat(500)}…`);
    expect(offloadEntries(of.state)[0]?.text).toBe(letter.repeat(262_144));
  });

  test("spill shows its two ends, and keeps all of it", () => {
    const of = run(thread, { kind: "spill" });
    const [head, note, tail] = shown(of).split("\n");
    expect([head, tail]).toEqual([letter.repeat(1024), letter.repeat(1024)]);
    expect(note).toContain("[lines 1-1 of 1 left out here (10477568 bytes)");
    expect(of.files[0]?.file.storedBytes).toBe(10_485_760);
  });

  test("respond-limit shows an excerpt of it", () => {
    const of = run(thread, { kind: "respond-limit" });
    expect(JSON.parse(shown(of))).toMatchObject({ size: 10_485_760, excerpt: letter.repeat(512) });
  });

  test("runtime-limit shows none of it", () => {
    expect(shown(run(thread, { kind: "runtime-limit" }))).toBe("[cut: 0 of 1 lines are shown]");
  });

  test("paging serves it in pieces", () => {
    const of = run(thread, { kind: "paging" });
    const next = '[lines 1-1 of 1; the next window: read_tool_result {"identity":"t.1.1","start":"1:32768"}]';
    expect(shown(of)).toBe(`${letter.repeat(8192)}\n${next}`);
    const last = readBack(of, 2, "t.1.1", { start: `1:${10_485_760 - 32_768}` });
    expect(last).toEqual({ isError: false, text: letter.repeat(8192), from: 1, to: 1, of: 1 });
  });

  test("a summary is given it without harm", () => {
    const summarize = { kind: "summarize", trigger: { tokens: 5000 }, keepRecent: 1 } as const;
    const more = new ThreadBuilder().user(text).say("ok").user("on").say("done").build();
    const of = run(more, summarize);
    expect(ids(of, 2)).toEqual(["summary:m2", "m3"]);
    expect(summariesOf(of)[0]?.tokens).toBeLessThanOrEqual(2000);
  });
});

describe("line ends and signs that break careless code", () => {
  const TEXTS = [
    ["CRLF", "one\r\ntwo\r\n"],
    ["a lone CR", "one\rtwo\r"],
    ["U+2028 and U+2029", "one\u2028two\u2029"],
    ["a BOM", "\ufeffone\n"],
    ["NUL", "one\u0000two\n"],
    ["lone surrogates", "\ud800 \udc00\n"],
  ] as const;

  test.each(TEXTS)("%s: only \\n ends a line, and nothing is changed on the way", (_name, bit) => {
    const text = bit.repeat(1200);
    const count = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
    for (const policy of CUTTERS) {
      const of = run(gives(text), policy);
      const event = of.events.find(({ action }) => action !== "passed");
      expect([policy.kind, event?.before?.lines]).toEqual([policy.kind, count]);
      const kept = KEPT_AT[policy.kind];
      if (kept !== undefined) expect(wholeOf(of, kept)).toBe(text);
      expect(verifyRun(of)).toEqual([]);
    }
  });

  test("a text without a final newline has one line more than newlines, and its tail is whole", () => {
    const text = `${lines(400)}the end`;
    expect(shown(run(gives(text), CUTTERS[1] as PolicyInput)).endsWith("the end")).toBe(true);
    expect(
      shown(run(gives(text), CUTTERS[0] as PolicyInput)).endsWith(`${lines(400).slice(-20)}the end`),
    ).toBe(true);
    expect(readBack(run(gives(text), CUTTERS[4] as PolicyInput), 2, "t.1.1", { start: "401" })).toMatchObject(
      {
        text: "the end",
        of: 401,
      },
    );
    expect(shown(run(gives(text), { kind: "runtime-limit", maxLines: 400 }))).toBe(
      `${lines(400)}[cut: 400 of 401 lines are shown]`,
    );
  });
});

describe("an emoji across a cut", () => {
  const text = "🧪".repeat(3000);

  // Budgets that end one, two and three bytes inside a code point.
  test.each([101, 102, 103])("of %i bytes leaves 25 of them", (budget) => {
    const spill = { kind: "spill", spillBytes: 1000, headBytes: budget, tailBytes: budget } as const;
    const [head, , tail] = shown(run(gives(text), spill)).split("\n");
    expect([head, tail]).toEqual(["🧪".repeat(25), "🧪".repeat(25)]);
    const respond = { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: budget } as const;
    expect(JSON.parse(shown(run(gives(text), respond)))).toMatchObject({ excerpt: "🧪".repeat(25) });
    const paging = { kind: "paging", thresholdBytes: 1000, pageBytes: budget } as const;
    expect(shown(run(gives(text), paging)).split("\n")[0]).toBe("🧪".repeat(25));
    const offload = { kind: "offload", thresholdTokens: 1000, maxResultBytes: budget } as const;
    expect(offloadEntries(run(gives(text), offload).state)[0]?.text).toBe("🧪".repeat(25));
  });

  test("of an odd number of UTF-16 units leaves the half out", () => {
    const offload = { kind: "offload", thresholdTokens: 1000, previewLineChars: 51 } as const;
    expect(shown(run(gives(text), offload)).split("\n")[1]).toBe(`${"🧪".repeat(25)}…`);
  });
});

describe("a notice that is longer than the cap", () => {
  test.each([
    ["runtime-limit", { kind: "runtime-limit", maxBytes: 20 }, "cut no-room", ""],
    ["the legacy cut", { kind: "spill", spillBytes: 0, maxToolOutputBytes: 20 }, "cut off", ""],
    [
      "respond-limit",
      { kind: "respond-limit", maxResponseBytes: 20, maxSummaryBytes: 20 },
      "aborted no-room",
      "Aborted: the result of 8000 bytes is over the limit of 20, and not even a note about it would fit.",
    ],
  ] as const)("%s", (_name, policy, action, text) => {
    const of = run(gives(lines(400)), policy);
    expect([acted(of), shown(of)]).toEqual([[action], text]);
    expect(verifyRun(of)).toEqual([]);
  });

  test("a file's note, a page's trailer are no part of their cap", () => {
    const spill = { kind: "spill", spillBytes: 1000, headBytes: 9, tailBytes: 9, fileCapBytes: 1 } as const;
    const of = run(gives(lines(400)), spill);
    expect(of.files[0]?.file).toMatchObject({
      storedBytes: 1,
      text: "0\n[this file keeps the first 1 of 8000 bytes]\n",
    });
    const page = shown(run(gives(lines(400)), { kind: "paging", thresholdBytes: 9, pageBytes: 1 }));
    expect(page.split("\n")[0]).toBe("0");
  });
});

test("a summary that an older profile stored is cut to today's bound in every request, and the cut is told once", () => {
  const talk = new ThreadBuilder({ state: { summary: { text: "s".repeat(40_000), coversThrough: "m1" } } });
  for (let turn = 0; turn < 3; turn++) talk.user("hello").say("yes");
  const of = run(talk.build(), { kind: "summarize", maxSummaryTokens: 50 });
  const frame = "[Summary of the conversation so far]\n";
  const [first, ...rest] = [1, 2, 3].map((step) => requestAt(of, step).messages[0]);
  expect(first).toEqual({
    id: "summary:m1",
    role: "user",
    parts: [{ type: "text", text: frame + "s".repeat(200 - frame.length) }],
  });
  for (const later of rest) expect(later).toEqual(first);
  expect(acted(of)).toEqual(["summary-cut", "summary-applied", "summary-applied"]);
});

describe("metadata and ids where content is replaced", () => {
  const image = { type: "media", mediaType: "image/png", name: "a.png", data: "QUJD" } as const;
  const both = (isError: boolean): Thread => {
    const part = (callId: string, parts: readonly ContentPart[]): ToolResultPart => ({
      type: "tool-result",
      callId,
      isError,
      parts,
    });
    const calls = new ThreadBuilder().user("go").call({ id: "same" }, { id: "same" }).build();
    const texts: ContentPart[] = [
      { type: "text", text: lines(250) },
      image,
      { type: "text", text: lines(250) },
    ];
    const messages: Message[] = [
      ...calls.messages,
      {
        id: "all",
        role: "tool",
        parts: [part("same", texts), part("same", [{ type: "text", text: "small" }])],
      },
      { id: "end", role: "assistant", parts: [{ type: "text", text: "done" }] },
    ];
    return { ...calls, messages };
  };

  test.each([
    [CUTTERS[0], false],
    [CUTTERS[3], false],
    [CUTTERS[3], true],
    [CUTTERS[4], false],
    [CUTTERS[4], true],
  ] as const)(
    "%j of an error %s: message, ids, the flag, the media and the neighbour stay",
    (policy, isError) => {
      const of = run(both(isError), policy as PolicyInput);
      const [go, calls, answer] = requestAt(of, 2).messages;
      expect([go?.id, calls?.id, answer?.id, answer?.role]).toEqual(["m1", "m2", "all", "tool"]);
      expect(answer?.parts).toEqual([
        {
          type: "tool-result",
          callId: "same",
          isError,
          parts: [{ type: "text", text: expect.any(String) as string }, image],
        },
        { type: "tool-result", callId: "same", isError, parts: [{ type: "text", text: "small" }] },
      ]);
      expect(of.stored.at(2).parts[1]).toBe(
        both(isError).messages[2] && of.recording.thread.messages[2]?.parts[1],
      );
    },
  );

  test("what is cleared keeps them too, and an assistant message its thinking and its text beside its calls", () => {
    const thinking = { type: "thinking", text: "let me see", signature: "sig" } as const;
    const said = { type: "text", text: "I will look" } as const;
    const base = new ThreadBuilder()
      .user("go")
      .call({ id: "a", args: { command: "x".repeat(400) } })
      .build();
    const lead = base.messages[1] as Message;
    const messages: Message[] = [
      base.messages[0] as Message,
      { ...lead, parts: [thinking, said, ...lead.parts] },
      ...new ThreadBuilder().user("").say("").result("a", lines(50), true).build().messages.slice(2),
      { id: "end", role: "assistant", parts: [said] },
    ];
    const of = run(
      { ...base, messages },
      {
        kind: "clear-tool-uses",
        triggerTokens: 1,
        keep: 0,
        clearToolInputs: true,
      },
    );
    expect(requestAt(of, 2).messages.slice(1)).toEqual([
      { ...lead, parts: [thinking, said, { type: "tool-call", callId: "a", name: "bash", arguments: {} }] },
      {
        id: "m3",
        role: "tool",
        parts: [
          {
            type: "tool-result",
            callId: "a",
            isError: true,
            parts: [{ type: "text", text: "[tool result cleared]" }],
          },
        ],
      },
    ]);
  });
});

describe("a call that never got a result", () => {
  const fixed = "No result was recorded for this call.";

  test("gets the fixed Error before the next message, and at the end of a request", () => {
    const thread = new ThreadBuilder()
      .user("go")
      .call({ id: "a" })
      .user("well?")
      .call({ id: "a" })
      .say("done")
      .build();
    const of = run(thread);
    expect(ids(of, 2)).toEqual(["m1", "m2", "m2:no-result:1", "m3"]);
    expect(ids(of, 3)).toEqual(["m1", "m2", "m2:no-result:1", "m3", "m4", "m4:no-result:1"]);
    expect(resultOf(requestAt(of, 3).messages[5])).toBe(fixed);
    expect(of.events.map(({ step, action, subject }) => [step, action, subject.message])).toEqual([
      [2, "repaired", "m2"],
      [3, "repaired", "m4"],
    ]);
    expect(of.stored.length).toBe(5);
  });

  test("is not answered by a result that comes after another message", () => {
    const thread = new ThreadBuilder()
      .user("go")
      .call({ id: "a" })
      .user("well?")
      .result("a", "too late")
      .say("done")
      .build();
    const of = run(thread);
    expect(ids(of, 2)).toEqual(["m1", "m2", "m2:no-result:1", "m3"]);
    expect(of.events.map(({ action, subject }) => [action, subject.message])).toEqual(
      expect.arrayContaining([
        ["repaired", "m2"],
        ["repaired", "m4"],
      ]),
    );
    expect(of.events.length).toBe(2);
  });

  test("counts in what a trigger measures", () => {
    const thread = new ThreadBuilder().user("go").call({ id: "a" }).say("done").build();
    // "go", the call's name, its arguments, the fixed text.
    expect(tokensAt(run(thread), 2)).toBe(1 + 1 + 1 + Math.ceil(fixed.length / 4));
  });
});
