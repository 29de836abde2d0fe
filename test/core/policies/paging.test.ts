import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCache } from "../../../core/analysis/cache.ts";
import { lostBytes } from "../../../core/analysis/lost-bytes.ts";
import { listBack, readBack } from "../../../core/analysis/read-back.ts";
import { fileStore } from "../../../core/analysis/stores.ts";
import { totalsOf } from "../../../core/analysis/totals.ts";
import { verifyRun } from "../../../core/analysis/verify.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { type Run, stepOf } from "../../../core/engine/run.ts";
import { utf8Length } from "../../../core/lib/utf8.ts";
import type { PolicyInputOf } from "../../../core/model/profile.ts";
import { longText } from "../../support/random-text.ts";
import {
  type Asked,
  ThreadBuilder,
  acted,
  lines,
  only,
  resultOf,
  runOf,
} from "../../support/build-thread.ts";

type Given = Partial<Omit<PolicyInputOf<"paging">, "kind">>;
const paging = (given: Given = {}) => ({
  policies: [{ kind: "paging" as const, thresholdBytes: 1000, pageBytes: 100, ...given }],
});

function one(gives: string, asked: Asked = {}) {
  return new ThreadBuilder()
    .user("go")
    .call({ ...asked, gives })
    .say("done")
    .build();
}

const shownOf = (run: Run): string => resultOf(requestAt(run, 2).messages[2]);
const tools = (run: Run, step: number): string[] => requestAt(run, step).tools.map(({ name }) => name);

/** Windows of a paged result, read one after the other as the notices say. */
function windows(run: Run, identity = "t.1.1"): string[] {
  const found: string[] = [];
  for (let start: string | undefined = "1"; start !== undefined;) {
    const answer = readBack(run, 2, identity, { start });
    const gap = answer.next?.includes(":") ? 1 : 0;
    const end =
      answer.next === undefined ? answer.text.length : answer.text.lastIndexOf("[more follows") - gap;
    found.push(answer.text.slice(0, end));
    start = answer.next;
  }
  return found;
}

describe("at the threshold", () => {
  test.each([
    [999, "passed"],
    [1000, "passed"],
    [1001, "paged"],
  ])("a text of %i bytes is %s", (length, action) => {
    const thread = one("x".repeat(length));
    const run = runOf(thread, paging());
    expect(run.events.map((event) => event.action)).toEqual([action]);
    expect(run.stored.at(2) === thread.messages[2]).toBe(action === "passed");
  });

  test("bytes are measured, not characters", () => {
    expect(acted(runOf(one("漢".repeat(333)), paging()))).toEqual([]);
    expect(acted(runOf(one("漢".repeat(334)), paging()))).toEqual(["paged"]);
  });

  test("a threshold of 0 pages every text, but not an empty one", () => {
    expect(acted(runOf(one("ab\ncd\n"), paging({ thresholdBytes: 0, pageBytes: 3 })))).toEqual(["paged"]);
    expect(acted(runOf(one(""), paging({ thresholdBytes: 0 })))).toEqual([]);
  });

  test("a text that one window holds stays as it is", () => {
    const run = runOf(one("x".repeat(2000)), paging({ pageBytes: 2000 }));
    expect(run.events[0]?.detail?.reason).toBe("one-page");
  });

  test.each([["thresholdBytes"], ["pageBytes"]])("a negative %s is an error", (param) => {
    expect(() => runOf(one(""), paging({ [param]: -1 }))).toThrow(/below the least, 0/);
  });
});

test("the first window of whole lines, and a trailer that names the call with absolute line numbers", () => {
  const run = runOf(one(lines(100)), paging());
  expect(shownOf(run)).toBe(
    `${lines(5)}[lines 1-5 of 100; the next window: read_tool_result {"identity":"t.1.1","start":"6"}]`,
  );
  expect(only(run, "paged")).toMatchObject({
    subject: { message: "m3", identity: "t.1.1", path: "t.1.1" },
    measured: { value: 2000, unit: "bytes" },
    detail: {
      head: { from: 1, to: 5 },
      omitted: { from: 6, to: 100 },
      omittedBytes: 1900,
      omittedRange: { from: 100, to: 2000 },
      next: "6",
      stored: "whole",
    },
  });
  expect(totalsOf(run)).toMatchObject({ paged: 1, bytesStored: 2000, lostBytes: 0 });
  expect(fileStore(run, "page")).toEqual({
    bytes: 2000,
    entries: [
      {
        path: "t.1.1",
        identity: "t.1.1",
        message: "m3",
        call: "c1_0",
        bytes: 2000,
        storedBytes: 2000,
        step: 1,
      },
    ],
  });
});

test.each([
  [99, 4],
  [100, 5],
  [119, 5],
  [120, 6],
])("a window of %i bytes holds %i lines of 20: the trailer is not counted", (pageBytes, count) => {
  const run = runOf(one(lines(100)), paging({ pageBytes }));
  expect(shownOf(run).startsWith(`${lines(count)}[lines 1-${count} of 100;`)).toBe(true);
});

test("the next windows go on where the trailer says, and past the end there is a marker", () => {
  const run = runOf(one(lines(12)), paging({ thresholdBytes: 100 }));
  expect(readBack(run, 2, "t.1.1", { start: "6" })).toEqual({
    isError: false,
    text: `${lines(10).slice(100)}[more follows: go on at 11 of 12 lines]`,
    from: 6,
    to: 10,
    of: 12,
    next: "11",
  });
  expect(readBack(run, 2, "t.1.1", { start: "11" })).toEqual({
    isError: false,
    text: lines(12).slice(200),
    from: 11,
    to: 12,
    of: 12,
  });
  expect(readBack(run, 2, "t.1.1", { start: "13" })).toMatchObject({
    isError: false,
    text: "[end: there are 12 lines]",
  });
});

test("an unknown identity is a tool error, and so is one of a later step", () => {
  const run = runOf(one(lines(100)), paging());
  expect(readBack(run, 2, "t.9.9")).toMatchObject({
    isError: true,
    text: "There is no stored result t.9.9.",
  });
  expect(readBack(run, 1, "t.1.1").isError).toBe(true);
  expect(listBack(run, 1)).toEqual([]);
  expect(listBack(run, 2)).toEqual([{ path: "t.1.1", bytes: 2000 }]);
});

test("a line longer than a page comes in pieces, and a piece shares its window with no other line", () => {
  const long = `ab\n${"x".repeat(250)}\ncd\nef\n`;
  const run = runOf(one(long), paging({ thresholdBytes: 0 }));
  expect(windows(run)).toEqual(["ab\n", "x".repeat(100), "x".repeat(100), `${"x".repeat(50)}\n`, "cd\nef\n"]);
  expect(readBack(run, 2, "t.1.1", { start: "2:200" })).toMatchObject({ from: 2, to: 2, next: "3" });
});

test("pieces are cut at code points, and a page smaller than one still moves on by one", () => {
  const run = runOf(one("🧪漢a\n"), paging({ thresholdBytes: 0, pageBytes: 1 }));
  expect(windows(run)).toEqual(["🧪", "漢", "a", "\n"]);
  expect(windows(runOf(one("🧪漢a\n"), paging({ thresholdBytes: 0, pageBytes: 0 })))).toEqual([
    "🧪",
    "漢",
    "a",
    "\n",
  ]);
  expect(shownOf(run)).toBe(
    '🧪\n[lines 1-1 of 1; the next window: read_tool_result {"identity":"t.1.1","start":"1:4"}]',
  );
});

test("windows tile any text: nothing lost, nothing repeated, none over its bound", () => {
  fc.assert(
    fc.property(longText, fc.constantFrom(0, 1, 3, 90, 1000), (long, pageBytes) => {
      const text = long.slice(0, 600);
      const run = runOf(one(text), paging({ thresholdBytes: 0, pageBytes }));
      if (run.files.length === 0) return;
      const read = windows(run);
      expect(read.join("")).toBe(text);
      expect(shownOf(run).startsWith(read[0] ?? "?")).toBe(true);
      for (const window of read)
        if (utf8Length(window) > Math.max(1, pageBytes)) expect(Array.from(window).length).toBe(1);
    }),
  );
});

test.each([["a\r\nb\r\n".repeat(300)], ["a\u2028b\u0000".repeat(300)], [`\ufeff${"$& $$ ".repeat(300)}`]])(
  "CRLF, U+2028, NUL, BOM and patterns of replacement stay what they are",
  (text) => {
    expect(windows(runOf(one(text), paging())).join("")).toBe(text);
  },
);

test("an error's text is paged like a result's", () => {
  const run = runOf(one(lines(100), { error: true }), paging());
  expect(acted(run)).toEqual(["paged"]);
  expect(requestAt(run, 2).messages[2]?.parts[0]).toMatchObject({ isError: true });
});

test("hostile thread ids stay inside their JSON and read back", () => {
  const thread = { ...one(lines(100)), id: 'a"]\n[end' };
  const run = runOf(thread, paging());
  expect(shownOf(run).split("\n").length).toBe(6);
  expect(readBack(run, 2, 'a"]\n[end.1.1', { start: "6" }).isError).toBe(false);
});

describe("the reader tool", () => {
  const bash = { name: "bash" };
  const thread = {
    ...new ThreadBuilder()
      .user("go")
      .call({ gives: lines(100) })
      .call({ gives: "small" })
      .user("more")
      .say("done")
      .build(),
    tools: [bash],
  };

  test("is offered in exactly the requests whose messages name it", () => {
    const run = runOf(thread, paging());
    expect([1, 2, 3].map((step) => tools(run, step))).toEqual([
      ["bash"],
      ["bash", "read_tool_result"],
      ["bash", "read_tool_result"],
    ]);
  });

  test("goes when a summary covers what named it, and its size with it", () => {
    const summarize = {
      kind: "summarize",
      trigger: { messages: 4 },
      keepRecent: 1,
      compressor: { kind: "fixed", text: "s" },
    } as const;
    for (const policies of [
      [...paging().policies, summarize],
      [summarize, ...paging().policies],
    ]) {
      const run = runOf(thread, { policies });
      expect([2, 3].map((step) => tools(run, step).length)).toEqual([2, 1]);
      expect(verifyRun(run)).toEqual([]);
    }
  });

  test("counts in the trigger of a summary", () => {
    const plain = runOf(thread, paging());
    const small = totalsOf(plain).peakRequestTokens;
    const at = (tokens: number): string[] =>
      acted(
        runOf(thread, {
          policies: [
            {
              kind: "summarize",
              trigger: { tokens },
              keepRecent: 2,
              compressor: { kind: "fixed", text: "s" },
              maxSummaryTokens: 32,
            },
            ...paging().policies,
          ],
        }),
      );
    expect(at(small)).toEqual(["paged"]);
    expect(at(small - 1)).toContain("fired");
  });

  test("breaks the cache behind the recorded tools when it comes", () => {
    const run = runOf(thread, paging());
    const [first, second, third] = [1, 2, 3].map((step) => stepOf(run, step).view);
    expect(readCache(first, second as never)).toEqual({
      prefixTokens: Math.ceil(JSON.stringify(bash).length / 4),
      breakReason: "the reader tool came to be offered",
    });
    expect(readCache(second, third as never).breakReason).toBeNull();
  });

  test("is not offered twice where the recording brings its own", () => {
    const own = { ...thread, tools: [{ name: "read_tool_result" }] };
    expect(tools(runOf(own, paging()), 2)).toEqual(["read_tool_result"]);
  });
});

test("a page that was read back is an event of its own, and never paged again", () => {
  const ask = (identity: string): Asked => ({
    name: "read_tool_result",
    args: { identity, start: "6" },
    gives: lines(90),
  });
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(100) })
    .call(ask("t.1.1"), ask("t.7.7"))
    .say("done")
    .build();
  const run = runOf(thread, paging());
  expect(run.events.map(({ action, detail }) => [action, detail?.reason ?? detail?.note])).toEqual([
    ["paged", undefined],
    ["page-read", "6"],
    ["passed", "reader"],
  ]);
  expect(totalsOf(run).rereads).toBe(2);
  expect(run.stored.at(4)).toBe(thread.messages[4]);
});

test("a page that is read in a long quiet session is not jumped over", () => {
  const builder = new ThreadBuilder().user("go").call({ gives: lines(100) });
  const quietly = (): void => {
    for (let at = 0; at < 20; at++) builder.call({ gives: "small" });
  };
  quietly();
  builder.call({ name: "read_tool_result", args: { identity: "t.1.1", start: "6" }, gives: "a page" });
  quietly();
  const run = runOf(builder.say("done").build(), paging());
  expect(run.stretches.filter(({ kind }) => kind === "quiet").length).toBe(2);
  expect(run.happenings.map(({ action }) => action)).toContain("page-read");
});

test("pages are memory: an unwritable store does not touch them, a blocked output neither", () => {
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(100) })
    .say("done")
    .user("more")
    .say("yes")
    .build();
  const run = runOf(thread, paging(), [{ kind: "store-unwritable" }, { kind: "output-block", turn: 1 }]);
  expect(readBack(run, 3, "t.1.1", { start: "6" }).isError).toBe(false);
  expect(lostBytes(run)).toBe(0);
});

test("a call that is run again keeps its identity and its one page", () => {
  const run = runOf(one(lines(100), { id: "a" }), paging(), [{ kind: "rerun", call: "a" }]);
  expect(listBack(run, 2)).toEqual([{ path: "t.1.1", bytes: 2000 }]);
  expect(fileStore(run, "page").bytes).toBe(2000);
  expect(lostBytes(run)).toBe(0);
});

test("behind the runtime's limit a threshold at its cap never fires; below it pages what is left", () => {
  const under = (thresholdBytes: number) => ({
    policies: [
      { kind: "runtime-limit" as const, maxBytes: 1500 },
      { kind: "paging" as const, thresholdBytes, pageBytes: 100 },
    ],
  });
  const never = runOf(one(lines(500)), under(1500));
  expect(acted(never)).toEqual(["limited"]);
  const run = runOf(one(lines(500)), under(1000));
  expect(acted(run)).toEqual(["limited", "paged"]);
  // Paging keeps what the limit left: the rest and nothing else is lost.
  expect(lostBytes(run)).toBe(lostBytes(never));
});
