import { describe, expect, test } from "vitest";
import { listBack, readBack } from "../../../core/analysis/read-back.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { totalsOf } from "../../../core/analysis/totals.ts";
import { SPILL_KEY } from "../../../core/policies/spill.ts";
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

type Given = Partial<Omit<PolicyInputOf<"spill">, "kind">>;
const spill = (given: Given = {}) => ({
  policies: [{ kind: "spill" as const, spillBytes: 1000, headBytes: 100, tailBytes: 100, ...given }],
});

function one(text: string, asked: Asked = {}) {
  return new ThreadBuilder()
    .user("go")
    .call({ ...asked, gives: text })
    .say("done")
    .build();
}

test.each([
  [999, "passed"],
  [1000, "passed"],
  [1001, "spilled"],
])("a text of %i bytes is %s", (length, action) => {
  const run = runOf(one("x".repeat(length)), spill());
  expect(run.events.map((event) => event.action)).toEqual([action]);
});

test("bytes are measured, not characters", () => {
  expect(acted(runOf(one("漢".repeat(334)), spill()))).toEqual(["spilled"]);
  expect(acted(runOf(one("漢".repeat(333)), spill()))).toEqual([]);
});

test("head, note and tail at line boundaries; the note names file and lines; the file holds the whole", () => {
  const text = lines(100);
  const run = runOf(one(text), spill({ headBytes: 90, tailBytes: 90 }));
  const shown = resultOf(requestAt(run, 2).messages[2]);
  expect(shown.startsWith(`${lines(4)}[lines 5-96 of 100 left out here`)).toBe(true);
  expect(shown.endsWith(text.slice(-80))).toBe(true);
  expect(shown).toContain("/ullage/spill/t/t.1.1.txt");
  expect(shown).toContain("offset 5 and limit 92");
  expect(readBack(run, 2, "/ullage/spill/t/t.1.1.txt", { offset: 5, limit: 2 })).toMatchObject({
    text: text.slice(80, 120),
    from: 5,
    to: 6,
    of: 100,
  });
  expect(only(run, "spilled").detail).toMatchObject({
    head: { from: 1, to: 4 },
    omitted: { from: 5, to: 96 },
    tail: { from: 97, to: 100 },
  });
  expect(totalsOf(run)).toMatchObject({ spilled: 1, bytesStored: 2000, lostBytes: 0 });
});

test("a failing tail is seen: it stays in history", () => {
  const run = runOf(one(`${lines(200)}FAILED: 1 of 900\n`), spill());
  expect(resultOf(requestAt(run, 2).messages[2])).toContain("FAILED: 1 of 900");
});

describe("nothing is gained", () => {
  test("when head and tail hold the whole text", () => {
    expect(run(1001, { headBytes: 600, tailBytes: 600 })).toEqual([["passed", "no-gain"]]);
  });
  test("when head, note and tail are no smaller than it", () => {
    expect(run(1001, { headBytes: 450, tailBytes: 450 })).toEqual([["passed", "no-gain"]]);
  });
  function run(length: number, given: Given) {
    return runOf(one("x".repeat(length)), spill(given)).events.map(({ action, detail }) => [
      action,
      detail?.reason,
    ]);
  }
});

test("an emoji is never split and no lone surrogate is made", () => {
  const run = runOf(one("🧪".repeat(1000)), spill({ headBytes: 101, tailBytes: 102 }));
  const shown = resultOf(requestAt(run, 2).messages[2]);
  expect(shown.startsWith("🧪".repeat(25) + "\n[")).toBe(true);
  expect(shown.isWellFormed()).toBe(true);
});

describe("the legacy cut", () => {
  test("applies when spilling is off: head only, notice within the bound, the tail lost", () => {
    const run = runOf(one(lines(1000)), spill({ spillBytes: 0, maxToolOutputBytes: 500 }));
    const shown = resultOf(requestAt(run, 2).messages[2]);
    expect(shown.length).toBeLessThanOrEqual(500);
    expect(shown).toContain("20000 bytes");
    expect(only(run, "cut").detail).toMatchObject({ reason: "off", note: "tail-lost" });
    expect(totalsOf(run).lostBytes).toBe(only(run, "cut").detail?.omittedBytes);
  });
  test("applies when the file cannot be written: never a pointer to a file that is not there", () => {
    const run = runOf(one(lines(1000)), spill({ maxToolOutputBytes: 500 }), [{ kind: "store-unwritable" }]);
    expect(acted(run)).toEqual(["fell-back store-unwritable"]);
    expect(resultOf(requestAt(run, 2).messages[2])).not.toContain("/ullage/spill");
    expect(listBack(run, 2)).toEqual([]);
  });
  test("applies past the session cap, while a later and smaller result still fits", () => {
    const thread = new ThreadBuilder()
      .user("go")
      .call({ gives: lines(100) }, { gives: lines(400) }, { gives: lines(60) })
      .say("done")
      .build();
    const run = runOf(thread, spill({ sessionCapBytes: 4000 }));
    expect(acted(run)).toEqual(["spilled", "fell-back session-cap", "spilled"]);
  });
  test("counts the file of a call that is run again once, against the cap and in the totals", () => {
    const thread = new ThreadBuilder()
      .user("go")
      .call({ gives: lines(100), id: "a" })
      .call({ gives: lines(90) })
      .say("done")
      .build();
    const cap = spill({ sessionCapBytes: 4000 });
    const once = runOf(thread, cap);
    const twice = runOf(thread, cap, [{ kind: "rerun", call: "a" }]);
    expect(acted(once)).toEqual(["spilled", "spilled"]);
    expect(acted(twice)).toEqual(["spilled", "fault", "spilled", "spilled"]);
    expect(twice.state[SPILL_KEY]).toEqual(once.state[SPILL_KEY]);
    expect(once.state[SPILL_KEY]).toMatchObject({ results: 2, bytesSpilled: 3800 });
  });
  test("leaves an empty text where the notice alone does not fit", () => {
    const run = runOf(one(lines(100)), spill({ spillBytes: 0, maxToolOutputBytes: 10 }));
    expect(resultOf(requestAt(run, 2).messages[2])).toBe("");
    expect(acted(run)).toEqual(["cut off"]);
  });
  test("does not touch a ranged read that was left alone", () => {
    const run = runOf(
      one(lines(1000), { name: "Read", args: { file_path: "a.ts", limit: 1000 } }),
      spill({ maxToolOutputBytes: 500 }),
    );
    expect(acted(run)).toEqual([]);
    expect(resultOf(requestAt(run, 2).messages[2])).toBe(lines(1000));
  });
});

test("a file keeps fileCapBytes, then a note", () => {
  const run = runOf(one(lines(1000)), spill({ fileCapBytes: 1000 }));
  const { text } = readBack(run, 2, "t.1.1", { offset: 51 });
  expect(text).toContain("this file keeps the first 1000 of 20000 bytes");
  expect(totalsOf(run).lostBytes).toBeGreaterThan(18_000 - 1);
});

test("a read is never copied: the preview points back at the file, numbered in that file", () => {
  const run = runOf(one(lines(100), { name: "read", args: { path: "src/a.ts", offset: 41 } }), spill());
  const shown = resultOf(requestAt(run, 2).messages[2]);
  expect(shown).toContain(
    "[lines 46-135 left out here (1800 of 2000 bytes): read src/a.ts with offset 46 and limit 90]",
  );
  expect(acted(run)).toEqual(["pointed"]);
  expect(listBack(run, 2)).toEqual([]);
});

test("results with media are untouched", () => {
  const rich = [
    { type: "text", text: "x".repeat(5000) },
    { type: "media", mediaType: "image/png", data: "AA" },
  ] as const;
  const run = runOf(new ThreadBuilder().user("go").call({ gives: rich }).say("done").build(), spill());
  expect(run.events[0]?.detail?.reason).toBe("rich");
});

test("an error's text is treated like a result's", () => {
  const run = runOf(one("x".repeat(5000), { error: true }), spill());
  expect(acted(run)).toEqual(["spilled"]);
  const part = requestAt(run, 2).messages[2]?.parts[0];
  expect(part?.type === "tool-result" && part.isError).toBe(true);
});
