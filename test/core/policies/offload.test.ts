import { describe, expect, test } from "vitest";
import { readBack } from "../../../core/analysis/read-back.ts";
import { offloadStore } from "../../../core/analysis/stores.ts";
import { totalsOf } from "../../../core/analysis/totals.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Message } from "../../../core/model/message.ts";
import type { ToolResultPart } from "../../../core/model/part.ts";
import type { PolicyInputOf } from "../../../core/model/profile.ts";
import { offloadEntries } from "../../../core/policies/offload.ts";
import { createStack } from "../../../core/policies/stack.ts";
import { ThreadBuilder, acted, lines, only, resultOf, runOf } from "../../support/build-thread.ts";

type Given = Partial<Omit<PolicyInputOf<"offload">, "kind">>;
const offload = (given: Given = {}) => ({
  policies: [{ kind: "offload" as const, thresholdTokens: 1000, ...given }],
});

/** A call that gives a text, then an answer: the request of step 2 holds the result. */
function one(text: string, error = false) {
  return new ThreadBuilder().user("go").call({ gives: text, error }).say("done").build();
}

describe("at the threshold", () => {
  test.each([
    [3999, "passed"],
    [4000, "passed"],
    [4001, "offloaded"],
  ])("a text of %i characters is %s", (length, action) => {
    const thread = one("x".repeat(length));
    const run = runOf(thread, offload());
    expect(run.events.map((event) => event.action)).toEqual([action]);
    expect(run.events[0]?.measured).toEqual({ value: Math.ceil(length / 4), unit: "tokens" });
    expect(run.stored.at(2) === thread.messages[2]).toBe(action === "passed");
  });

  test("thresholds below 1000 are refused", () => {
    expect(() => runOf(one(""), offload({ thresholdTokens: 999 }))).toThrow(/below the least, 1,000/);
  });
});

test("the model sees a header with path and size, and the first lines; the whole can be read back", () => {
  const text = lines(500);
  const run = runOf(one(text), offload({ previewLines: 3 }));
  const shown = resultOf(requestAt(run, 2).messages[2]);
  expect(shown).toContain("/large_tool_results/t.1.1");
  expect(shown).toContain(`${text.length} bytes, 500 lines`);
  expect(shown.endsWith(lines(3))).toBe(true);
  expect(readBack(run, 2, "/large_tool_results/t.1.1", { offset: 499 })).toMatchObject({
    isError: false,
    text: text.slice(-40),
    from: 499,
    to: 500,
    of: 500,
  });
  expect(only(run, "offloaded").detail).toMatchObject({
    head: { from: 1, to: 3 },
    omitted: { from: 4, to: 500 },
    stored: "whole",
  });
});

test("header and preview together stay within the threshold, and the header wins", () => {
  const run = runOf(one("y".repeat(90_000)), offload({ previewLines: 100, previewLineChars: 50_000 }));
  const shown = resultOf(requestAt(run, 2).messages[2]);
  expect(shown.length).toBeLessThanOrEqual(4000);
  expect(shown).toContain("/large_tool_results/t.1.1");
});

test("the last lines are shown when asked for, with what lies between named", () => {
  const run = runOf(one(lines(900)), offload({ previewLines: 2, tailLines: 2 }));
  const shown = resultOf(requestAt(run, 2).messages[2]);
  expect(shown).toContain("[lines 3-898 of 900 left out]");
  expect(shown.endsWith("000900 xxxxxxxxxxxx\n")).toBe(true);
});

test("a stored copy is cut to maxResultBytes on a line boundary, and the header says so", () => {
  const run = runOf(one(lines(500)), offload({ maxResultBytes: 1010 }));
  expect(offloadEntries(run.state)[0]?.text).toBe(lines(50));
  expect(resultOf(requestAt(run, 2).messages[2])).toContain("its first 1000 bytes are stored");
  expect(totalsOf(run).lostBytes).toBe(10_000 - 1000);
});

test("the oldest are evicted until the store fits, inside one parallel batch too", () => {
  const big = lines(400);
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: big }, { gives: big }, { gives: big })
    .say("done")
    .build();
  const room = JSON.stringify([
    { path: "/large_tool_results/t.1.1", identity: "t.1.1", text: big, bytes: big.length },
  ]).length;
  const run = runOf(thread, offload({ maxTotalBytes: 2 * room, maxResultBytes: 2 * room }));
  expect(acted(run)).toEqual(["offloaded", "offloaded", "offloaded", "evicted store-full"]);
  expect(offloadEntries(run.state).map(({ identity }) => identity)).toEqual(["t.1.2", "t.1.3"]);
  const gone = readBack(run, 2, "/large_tool_results/t.1.1");
  expect(gone.text).toContain("evicted");
  expect(gone).toMatchObject({ isError: true });
  expect(readBack(run, 2, "/large_tool_results/never").text).toContain("There is no stored result");
  expect(offloadStore(run).entries[0]).toMatchObject({
    identity: "t.1.1",
    leftAtStep: 1,
    leftBecause: "evicted",
  });
});

test("exactly full is not over: the bound is what a checkpoint stores", () => {
  const big = lines(400);
  const thread = new ThreadBuilder().user("go").call({ gives: big }, { gives: big }).say("done").build();
  const entries = [1, 2].map((n) => ({
    path: `/large_tool_results/t.1.${n}`,
    identity: `t.1.${n}`,
    text: big,
    bytes: big.length,
  }));
  const exact = JSON.stringify(entries).length;
  expect(acted(runOf(thread, offload({ maxTotalBytes: exact, maxResultBytes: 9000 })))).toEqual([
    "offloaded",
    "offloaded",
  ]);
  expect(acted(runOf(thread, offload({ maxTotalBytes: exact - 1, maxResultBytes: 9000 })))).toContain(
    "evicted store-full",
  );
});

test("an entry that cannot fit alone is cut to what fits; one that cannot at all is dropped without a pointer", () => {
  const cut = runOf(one("\u0001".repeat(5000)), offload({ maxTotalBytes: 1000, maxResultBytes: 1000 }));
  const [entry] = offloadEntries(cut.state);
  expect(JSON.stringify([entry]).length).toBeLessThanOrEqual(1000);
  expect(entry?.text.length).toBeGreaterThan(100);
  const none = runOf(one("z".repeat(5000)), offload({ maxTotalBytes: 80, maxResultBytes: 80 }));
  expect(acted(none)).toEqual(["dropped"]);
  expect(resultOf(requestAt(none, 2).messages[2])).not.toContain("/large_tool_results/");
});

test("errors are not offloaded but cut as they are sent; history keeps them", () => {
  const thread = one("e".repeat(9000), true);
  const run = runOf(thread, offload());
  expect(acted(run)).toEqual(["cut on-send"]);
  expect(run.stored.at(2)).toBe(thread.messages[2]);
  const shown = resultOf(requestAt(run, 2).messages[2]);
  expect(shown.length).toBeLessThanOrEqual(4000);
  expect(shown).toContain("9000 bytes");
});

test.each([
  [4000, undefined],
  [4001, "cut"],
])(
  "an error of %i units, with a bound of 1000 tokens: sent as it is up to what the policy says",
  (units, action) => {
    const thread = one("e".repeat(units), true);
    const [sender] = createStack(runOf(thread, offload()).profile);
    const message = thread.messages[2] as Message;
    const sent = sender?.sendResult?.(message.parts[0] as ToolResultPart, message, 0);
    expect(sender?.sendsAbove).toBe(1000);
    expect(sent?.event.action).toBe(action);
    expect(acted(runOf(thread, offload()))).toEqual(action ? ["cut on-send"] : []);
  },
);

test("media stay beside the preview, text parts are measured joined", () => {
  const media = { type: "media", mediaType: "image/png", data: "AAAA" } as const;
  const half = { type: "text", text: "h".repeat(2001) } as const;
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: [half, media, half] })
    .say("done")
    .build();
  const part = requestAt(runOf(thread, offload()), 2).messages[2]?.parts[0];
  expect(part?.type === "tool-result" && part.parts.map(({ type }) => type)).toEqual(["text", "media"]);
});

test("reader calls are never managed again", () => {
  const read = { name: "read", args: { path: "/large_tool_results/t.1.1" }, gives: "r".repeat(5000) };
  const run = runOf(
    new ThreadBuilder()
      .user("go")
      .call(read)
      .call({ name: "read_tool_result", gives: "short" })
      .say("done")
      .build(),
    offload(),
  );
  expect(run.events.filter((event) => event.detail?.reason === "reader").length).toBe(2);
  expect(offloadEntries(run.state)).toEqual([]);
});

test("a call that is run again replaces its own entry and counts as newest", () => {
  const big = lines(400);
  const thread = new ThreadBuilder()
    .user("go")
    .call({ id: "a", gives: big }, { id: "b", gives: big })
    .say("done")
    .build();
  const run = runOf(thread, offload(), [{ kind: "rerun", call: "a" }]);
  expect(offloadEntries(run.state).map(({ identity }) => identity)).toEqual(["t.1.2", "t.1.1"]);
});

test("a blocked output puts the store back: pointers then read as evicted", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(400) })
    .say("done")
    .user("more")
    .say("yes")
    .build();
  const run = runOf(thread, offload(), [{ kind: "output-block", turn: 1 }]);
  expect(offloadEntries(run.state)).toEqual([]);
  expect(readBack(run, 2, "t.1.1").isError).toBe(false);
  expect(readBack(run, 3, "t.1.1").text).toContain("evicted");
  expect(offloadStore(run).entries[0]).toMatchObject({ leftAtStep: 2, leftBecause: "restored" });
});

test("hostile ids never reach the path and never share one", () => {
  const asked = ["a.b/c", "a_b_c", "A_B_C", "../..", "", "x".repeat(2048)].map((id) => ({
    id,
    gives: lines(300),
  }));
  const run = runOf(
    new ThreadBuilder({ id: "../Evil" })
      .user("go")
      .call(...asked)
      .say("done")
      .build(),
    offload(),
  );
  const paths = offloadEntries(run.state).map(({ path }) => path);
  expect(new Set(paths).size).toBe(asked.length);
  for (const path of paths) expect(path).toMatch(/^\/large_tool_results\/h-[0-9a-f]{64}$/);
});

test("with summarize, what a covered result points at is dropped at the next step", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(400) })
    .say("a")
    .user("b")
    .say("c")
    .user("d")
    .say("e")
    .build();
  const summarize = {
    kind: "summarize" as const,
    trigger: { messages: 4 },
    keepRecent: 1,
    compressor: { kind: "fixed" as const, text: "s" },
  };
  const run = runOf(thread, { policies: [...offload().policies, summarize] });
  const fired = only(run, "fired");
  const dropped = only(run, "dropped");
  expect(dropped).toMatchObject({
    step: fired.step + 1,
    detail: { reason: "summary-covers" },
    subject: { identity: "t.1.1" },
  });
  expect(readBack(run, fired.step, "t.1.1").isError).toBe(false);
  expect(readBack(run, dropped.step, "t.1.1").text).toContain("evicted because a summary covers it");
});

test("a summary in the state that no policy of the stack sends drops nothing", () => {
  const thread = new ThreadBuilder({ state: { summary: { text: "s", coversThrough: "m3" } } })
    .user("go")
    .call({ gives: lines(400) })
    .say("a")
    .user("b")
    .say("c")
    .build();
  const run = runOf(thread, offload());
  expect(acted(run)).toEqual(["offloaded"]);
  expect(readBack(run, 3, "t.1.1").isError).toBe(false);
});
