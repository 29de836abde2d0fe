import { describe, expect, test } from "vitest";
import { lostBytes } from "../../../core/analysis/lost-bytes.ts";
import { totalsOf } from "../../../core/analysis/totals.ts";
import { verifyRun } from "../../../core/analysis/verify.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { sentenceOf } from "../../../core/ledger/sentences.ts";
import { utf8Length } from "../../../core/lib/utf8.ts";
import type { PolicyInputOf } from "../../../core/model/profile.ts";
import {
  type Asked,
  ThreadBuilder,
  acted,
  lines,
  only,
  resultOf,
  runOf,
} from "../../support/build-thread.ts";

type Given = Partial<Omit<PolicyInputOf<"runtime-limit">, "kind">>;
const limit = (given: Given = {}) => ({ policies: [{ kind: "runtime-limit" as const, ...given }] });

function one(gives: Asked["gives"], asked: Asked = {}) {
  return new ThreadBuilder()
    .user("go")
    .call({ ...asked, ...(gives === undefined ? {} : { gives }) })
    .say("done")
    .build();
}

const shownOf = (run: ReturnType<typeof runOf>): string => resultOf(requestAt(run, 2).messages[2]);

describe("at the limits", () => {
  test.each([
    [999, "passed"],
    [1000, "passed"],
    [1001, "limited"],
  ])("a text of %i bytes under maxBytes 1000 is %s", (length, action) => {
    const thread = one("x".repeat(length));
    const run = runOf(thread, limit({ maxBytes: 1000 }));
    expect(run.events.map((event) => event.action)).toEqual([action]);
    expect(run.events[0]).toMatchObject({
      measured: { value: length, unit: "bytes" },
      limit: { name: "maxBytes", value: 1000 },
    });
    expect(run.stored.at(2) === thread.messages[2]).toBe(action === "passed");
  });

  test.each([
    [9, "passed", { value: 180, unit: "bytes" }],
    [10, "passed", { value: 200, unit: "bytes" }],
    [11, "limited", { value: 11, unit: "lines" }],
  ])("a text of %i lines under maxLines 10 is %s", (count, action, measured) => {
    const run = runOf(one(lines(count)), limit({ maxLines: 10 }));
    expect(run.events.map((event) => event.action)).toEqual([action]);
    expect(run.events[0]?.measured).toEqual(measured);
  });

  test("a last line without a newline counts", () => {
    expect(acted(runOf(one("a\nb\nc"), limit({ maxLines: 2 })))).toEqual(["limited"]);
    expect(acted(runOf(one("a\nb\n"), limit({ maxLines: 2 })))).toEqual([]);
  });

  test("bytes are measured, not characters", () => {
    expect(acted(runOf(one("漢".repeat(333)), limit({ maxBytes: 1000 })))).toEqual([]);
    expect(acted(runOf(one("漢".repeat(334)), limit({ maxBytes: 1000 })))).toEqual(["limited"]);
  });
});

test("whole lines from the head, then a notice with shown and total lines", () => {
  const run = runOf(one(lines(100)), limit({ maxLines: 3 }));
  expect(shownOf(run)).toBe(`${lines(3)}[cut: 3 of 100 lines are shown]`);
  expect(only(run, "limited")).toMatchObject({
    before: { bytes: 2000, lines: 100 },
    detail: {
      head: { from: 1, to: 3 },
      omitted: { from: 4, to: 100 },
      omittedBytes: 1940,
      omittedRange: { from: 60, to: 2000 },
    },
  });
  expect(sentenceOf(only(run, "limited"))).toBe("runtime-limit limited it: 100 lines > maxLines 3.");
  expect(totalsOf(run)).toMatchObject({ limited: 1, lostBytes: 1940 });
});

test("the notice is inside maxBytes, and as many lines are shown as fit before it", () => {
  const notice = "[cut: 4 of 100 lines are shown]".length;
  const at = (maxBytes: number): string => shownOf(runOf(one(lines(100)), limit({ maxBytes })));
  expect(at(80 + notice)).toBe(`${lines(4)}[cut: 4 of 100 lines are shown]`);
  expect(at(80 + notice - 1)).toBe(`${lines(3)}[cut: 3 of 100 lines are shown]`);
  expect(utf8Length(at(80 + notice - 1))).toBeLessThanOrEqual(80 + notice - 1);
});

test("a first line over maxBytes shows none", () => {
  const run = runOf(one(`${"x".repeat(2000)}\nshort\n`), limit({ maxBytes: 1000 }));
  expect(shownOf(run)).toBe("[cut: 0 of 2 lines are shown]");
  expect(lostBytes(run)).toBe(2007);
});

test("one line of 10 MB shows none, quickly", () => {
  const run = runOf(one("🧪".repeat(2_621_440)), limit());
  expect(shownOf(run)).toBe("[cut: 0 of 1 lines are shown]");
});

test("maxLines 0 shows none of a text that has any", () => {
  expect(shownOf(runOf(one("a\n"), limit({ maxLines: 0 })))).toBe("[cut: 0 of 1 lines are shown]");
  expect(acted(runOf(one(""), limit({ maxLines: 0, maxBytes: 0 })))).toEqual([]);
});

test.each([
  ["an object", JSON.stringify({ a: "x".repeat(2000) })],
  ["an array", ` \n[${"1,".repeat(1000)}1]`],
])("%s gives a notice only", (_what, text) => {
  const run = runOf(one(text), limit({ maxBytes: 1000 }));
  expect(only(run, "limited").detail?.reason).toBe("structured");
  expect(shownOf(run)).toMatch(/^\[cut: a structured result of \d+ lines and \d+ bytes is over the limit/);
});

test("what only looks like JSON is cut by lines", () => {
  const run = runOf(one(`{\n${lines(100)}`), limit({ maxLines: 2 }));
  expect(shownOf(run)).toBe(`{\n${lines(1)}[cut: 2 of 101 lines are shown]`);
  expect(acted(runOf(one(JSON.stringify("x".repeat(2000))), limit({ maxBytes: 1000 })))).toEqual(["limited"]);
});

test("where not even the notice fits the text is empty, and the event says cut", () => {
  const run = runOf(one(lines(100)), limit({ maxBytes: 10 }));
  expect(shownOf(run)).toBe("");
  expect(acted(run)).toEqual(["cut no-room"]);
  expect(lostBytes(run)).toBe(2000);
});

test("an error's text is treated like a result's, media stay behind the text", () => {
  const media = { type: "media", mediaType: "image/png", data: "AAAA" } as const;
  const gives = [
    { type: "text", text: lines(10) } as const,
    media,
    { type: "text", text: lines(10) } as const,
  ];
  const run = runOf(one(gives, { error: true }), limit({ maxLines: 19 }));
  const part = requestAt(run, 2).messages[2]?.parts[0];
  expect(part).toMatchObject({ isError: true, parts: [{ type: "text" }, media] });
  expect(shownOf(run).startsWith(lines(10) + lines(9))).toBe(true);
});

test("what a reader gave back is left alone", () => {
  const run = runOf(one(lines(100), { name: "read_tool_result" }), limit({ maxLines: 3 }));
  expect(run.events.map(({ action, detail }) => [action, detail?.reason])).toEqual([["passed", "reader"]]);
});

test("it acts before the stack wherever it stands in the list", () => {
  const spill = { kind: "spill", spillBytes: 1000, headBytes: 100, tailBytes: 100 } as const;
  const own = { kind: "runtime-limit", maxBytes: 1500 } as const;
  for (const policies of [
    [own, spill],
    [spill, own],
  ]) {
    const run = runOf(one(lines(500)), { policies });
    expect(run.events.map(({ policy, action }) => [policy, action])).toEqual([
      ["runtime-limit", "limited"],
      ["spill", "spilled"],
    ]);
    expect(run.files[0]?.file.bytes).toBeLessThanOrEqual(1500);
    expect(verifyRun(run)).toEqual([]);
  }
});
