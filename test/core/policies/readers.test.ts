import { describe, expect, test } from "vitest";
import { type ReadAsked, listBack, readBack } from "../../../core/analysis/read-back.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import type { Json } from "../../../core/model/json.ts";
import type { PolicyInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { type Asked, ThreadBuilder, lines, runOf } from "../../support/build-thread.ts";

const bytes = (text: string): number => Buffer.byteLength(text);
const run = (thread: Thread, policy: PolicyInput): Run => runOf(thread, { policies: [policy] });

function gives(text: string, asked: Asked = {}): Thread {
  return new ThreadBuilder()
    .user("go")
    .call({ ...asked, gives: text })
    .say("done")
    .build();
}

/** Every policy on results, with bounds that a text of 8,000 bytes is over. */
const POLICIES: readonly PolicyInput[] = [
  { kind: "offload", thresholdTokens: 1000 },
  { kind: "spill", spillBytes: 1000, headBytes: 9, tailBytes: 9 },
  { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 9 },
  { kind: "runtime-limit", maxBytes: 1000 },
  { kind: "paging", thresholdBytes: 1000, pageBytes: 9 },
];

describe("a reader call", () => {
  const READERS: readonly (readonly [string, Json])[] = [
    ["read_tool_result", { identity: "t.9.9", start: "1" }],
    ["read_tool_result", null],
    ...["read", "read_file", "Read", "ReadFile", "readFile", "view_file", "open_file", "view"].map(
      (name) => [name, { path: "/large_tool_results/t.1.1" }] as const,
    ),
    ...["path", "file_path", "filePath"].map(
      (key) => ["read", { [key]: "/ullage/spill/t/t.1.1.txt" }] as const,
    ),
  ];

  test.each(READERS)("%s %j is managed by no policy", (name, args) => {
    for (const policy of [...POLICIES, { kind: "attachments" } as const]) {
      const thread = gives(lines(400), { name, args });
      const of = run(thread, policy);
      // Offload still bounds what is sent.
      const said = of.events.filter(({ detail }) => detail?.reason !== "on-send");
      expect(said.map(({ action, detail }) => [action, detail?.reason])).toEqual([["passed", "reader"]]);
      expect(of.stored.at(2)).toBe(thread.messages[2]);
    }
  });

  test.each([
    ["bash", { path: "/large_tool_results/t.1.1" }],
    ["read", { path: "/large_tool_results" }],
    ["read", { path: "/large_tool_results/../etc/passwd" }],
    ["read", { path: "/ullage/spill/t/../../../src/a.ts" }],
    ["read", { path: "src/large_tool_results/x" }],
    ["read", { command: "/large_tool_results/t.1.1" }],
    ["read", {}],
    ["read", "/large_tool_results/t.1.1"],
  ] as const)("is not %s %j", (name, args) => {
    for (const policy of POLICIES) {
      const of = run(gives(lines(400), { name, args }), policy);
      expect([policy.kind, of.events[0]?.action === "passed"]).toEqual([policy.kind, false]);
    }
  });

  test("is one of the tools that the profile names, under the arguments that it names", () => {
    const spill = {
      kind: "spill",
      spillBytes: 1000,
      headBytes: 9,
      tailBytes: 9,
      readTools: ["look"],
      readArgs: { path: ["at"], offset: ["from"], limit: ["most"] },
    } as const;
    const told = (name: string, args: Json): string[] =>
      run(gives(lines(400), { name, args }), spill).events.map(
        ({ action, detail }) => detail?.reason ?? action,
      );
    expect(told("look", { at: "/ullage/spill/t/x.txt" })).toEqual(["reader"]);
    expect(told("look", { at: "src/a.ts", from: 3 })).toEqual(["pointed"]);
    expect(told("look", { at: "src/a.ts", most: 3 })).toEqual(["ranged-read"]);
    expect(told("read", { path: "/ullage/spill/t/x.txt" })).toEqual(["spilled"]);
  });
});

/** A store, the policy that fills it, the path of its only text, and what its reader may give. */
const STORES: readonly (readonly [string, PolicyInput, string, (text: string) => number, number, boolean])[] =
  [
    [
      "offload",
      { kind: "offload", thresholdTokens: 1000 },
      "/large_tool_results/t.1.1",
      (text) => text.length,
      4000,
      true,
    ],
    [
      "spill",
      { kind: "spill", spillBytes: 3000, headBytes: 9, tailBytes: 9 },
      "/ullage/spill/t/t.1.1.txt",
      bytes,
      3000,
      true,
    ],
    [
      "file",
      { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 9 },
      "/ullage/files/replay/t/results/t.1.1.txt",
      bytes,
      65_536,
      true,
    ],
    ["page", { kind: "paging", thresholdBytes: 1000, pageBytes: 2500 }, "t.1.1", bytes, 2500, false],
  ];

describe.each(STORES)(
  "what is read back from the %s store",
  (_store, policy, path, size, bound, inclusive) => {
    const whole = lines(10_000);
    const of = run(gives(whole), policy);
    const read = (asked: ReadAsked) => readBack(of, 2, path, asked);

    test("is bounded, and a cut answer ends with a notice that names the next start", () => {
      const { text, next = "", to, of: all } = read({ offset: 1 });
      const notice = text.slice(text.lastIndexOf("[more follows"));
      expect(notice).toBe(`[more follows: go on at ${next} of 10000 lines]`);
      const counted = inclusive ? size(text) : size(text.slice(0, -notice.length));
      expect(counted).toBeLessThanOrEqual(bound);
      // No line more would have fitted, with room for the longest notice.
      expect(counted).toBeGreaterThan(bound - 20 - (inclusive ? 120 : 0));
      expect([to, all]).toEqual([Number(next) - 1, 10_000]);
    });

    test("takes an offset and a limit in lines", () => {
      expect(read({ offset: 7, limit: 2 })).toMatchObject({ text: whole.slice(120, 160), from: 7, to: 8 });
      expect(read({ offset: 10_000, limit: 9 })).toMatchObject({
        text: whole.slice(-20),
        from: 10_000,
        to: 10_000,
      });
      expect(read({ offset: 10_001 }).text).toBe("[end: there are 10000 lines]");
    });

    test("takes a start, LINE or LINE:BYTE", () => {
      expect(read({ start: "7", limit: 1 }).text).toBe(whole.slice(120, 140));
      expect(read({ start: "7:15", limit: 1 }).text).toBe(whole.slice(135, 140));
      for (const start of ["0", "x", "1:", "7:-1"]) expect(read({ start }).isError).toBe(true);
    });

    test("can be searched, and is listed", () => {
      expect(read({ search: "009999 " })).toMatchObject({
        text: whole.slice(-40, -20),
        from: 9999,
        to: 9999,
      });
      expect(read({ search: "nowhere" })).toMatchObject({ isError: false, text: "" });
      expect(listBack(of, 2)).toEqual([{ path, bytes: 200_000 }]);
      expect(listBack(of, 1)).toEqual([]);
    });

    test("is an error for what never was, and before it was stored", () => {
      expect(readBack(of, 2, `${path}x`)).toMatchObject({
        isError: true,
        text: `There is no stored result ${path}x.`,
      });
      expect(readBack(of, 1, path).isError).toBe(true);
    });

    test("of one long line comes in pieces that split no code point", () => {
      const long = "🧪".repeat(50_000);
      const other = run(gives(long), policy);
      let joined = "";
      for (let start: string | undefined = "1"; start !== undefined;) {
        const answer = readBack(other, 2, path, { start });
        expect(answer.text.isWellFormed()).toBe(true);
        expect(size(answer.text)).toBeLessThanOrEqual(bound + (inclusive ? 0 : 120));
        joined += answer.text.split("\n")[0] ?? "";
        start = answer.next;
      }
      expect(joined).toBe(long);
    });
  },
);

test("a composite of stores: a path and an identity find their own, each with its own bound", () => {
  const policies: PolicyInput[] = [
    { kind: "offload", thresholdTokens: 1000 },
    { kind: "paging", thresholdBytes: 30_000, pageBytes: 500 },
  ];
  const thread = new ThreadBuilder()
    .user("go")
    .call({ gives: lines(500) }, { gives: lines(2000) })
    .say("done")
    .build();
  const of = runOf(thread, { policies });
  expect(listBack(of, 2)).toEqual([
    { path: "/large_tool_results/t.1.1", bytes: 10_000 },
    { path: "t.1.2", bytes: 40_000 },
  ]);
  expect(readBack(of, 2, "/large_tool_results/t.1.1", { offset: 500 }).text).toBe(lines(500).slice(-20));
  expect(readBack(of, 2, "t.1.2", { start: "2000" }).text).toBe(lines(2000).slice(-20));
  expect(requestAt(of, 2).tools.map(({ name }) => name)).toEqual(["read_tool_result"]);
});
