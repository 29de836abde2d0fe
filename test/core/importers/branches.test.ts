import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_BRANCHES } from "../../../core/importers/branches.ts";
import type { ReadFile } from "../../../core/importers/read-all.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { jsonl, readText } from "../../support/import-text.ts";

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A line of a Claude Code session. */
function claude(uuid: string, parentUuid: string | null, message: object): object {
  const type = "role" in message && message.role === "assistant" ? "assistant" : "user";
  return { type, uuid, parentUuid, sessionId: "s", message };
}
const asks = (uuid: string, parent: string | null, content: unknown = uuid) =>
  claude(uuid, parent, { role: "user", content });
const says = (uuid: string, parent: string, content: unknown = [{ type: "text", text: uuid }]) =>
  claude(uuid, parent, { id: `msg-${uuid}`, role: "assistant", content, stop_reason: "end_turn" });
const call = (id: string) => ({ type: "tool_use", id, name: "Read", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: id });

/** An entry of a pi session. */
const pi = (id: string, parentId: string | null): object => ({
  type: "message",
  id,
  parentId,
  message: { role: "user", content: id },
});
const piHeader = { type: "session", version: 3, id: "s", timestamp: "t", cwd: "/" };

const ids = (thread: Thread | undefined) => thread?.messages.map((message) => message.id);
const branches = ({ threads }: ReadFile) => threads.filter((thread) => thread.branch);
const notes = ({ report }: ReadFile, words: string) =>
  report.notes.filter((note) => note.what.includes(words)).map((note) => note.count);

describe("branches that a session left", () => {
  it("are threads of their own beside the live one, the last one first", () => {
    const read = readText(
      jsonl([
        asks("u1", null),
        says("a1", "u1"),
        asks("first", "a1"),
        says("a2", "first"),
        asks("second", "a1"),
        asks("live", "a1"),
        says("a3", "live"),
      ]),
    );
    expect(read.threads.map((thread) => [thread.id, thread.branch, ids(thread)])).toEqual([
      ["main", undefined, ["u1", "msg-a1", "live", "msg-a3"]],
      ["branch-1", { of: "main", shared: 2 }, ["u1", "msg-a1", "second"]],
      ["branch-2", { of: "main", shared: 2 }, ["u1", "msg-a1", "first", "msg-a2"]],
    ]);
    expect(notes(read, "branches that the session left")).toEqual([2]);
  });

  it("are none where calls were made in parallel", () => {
    const read = readText(
      jsonl([
        asks("u1", null),
        claude("a1", "u1", { id: "m", role: "assistant", content: [call("c1")] }),
        claude("a2", "a1", { id: "m", role: "assistant", content: [call("c2")] }),
        asks("r1", "a1", [result("c1")]),
        asks("r2", "a2", [result("c2")]),
        says("a3", "r2"),
      ]),
    );
    expect(read.threads.map(ids)).toEqual([["u1", "m", "r1", "r2", "msg-a3"]]);
  });

  it("have the parallel results that belong to them", () => {
    const read = readText(
      jsonl([
        asks("u1", null),
        claude("a1", "u1", { id: "m", role: "assistant", content: [call("c1")] }),
        claude("a2", "a1", { id: "m", role: "assistant", content: [call("c2")] }),
        asks("r1", "a1", [result("c1")]),
        asks("r2", "a2", [result("c2")]),
        says("left", "r2"),
        asks("live", "u1"),
      ]),
    );
    expect(branches(read).map(ids)).toEqual([["u1", "m", "r1", "r2", "msg-left"]]);
  });

  it("are found in pi's trees", () => {
    const read = readText(jsonl([piHeader, pi("a", null), pi("b", "a"), pi("c", "b"), pi("d", "a")]));
    expect(read.threads.map(ids)).toEqual([
      ["a", "d"],
      ["a", "b", "c"],
    ]);
  });

  it("are what a Gemini CLI user went back from, unless a longer one holds it", () => {
    const header = { sessionId: "s", projectHash: "0", startTime: "t" };
    const said = (id: string) => ({ id, type: "user", content: id });
    const back = (id: string) => ({ $rewindTo: id });
    const read = readText(
      jsonl([header, said("a"), said("b"), said("c"), back("c"), back("b"), said("d"), back("d"), said("e")]),
    );
    expect(read.threads.map(ids)).toEqual([
      ["a", "e"],
      ["a", "d"],
      ["a", "b", "c"],
    ]);
  });

  it("are the turns that a Codex user took back, with the marks of that time", () => {
    const line = (type: string, payload: object) => ({ timestamp: "2026-01-01T00:00:00Z", type, payload });
    const said = (text: string) =>
      line("response_item", { type: "message", role: "user", content: [{ type: "input_text", text }] });
    const read = readText(
      jsonl([
        line("session_meta", { id: "s", cwd: "/", originator: "o", cli_version: "1" }),
        said("one"),
        said("two"),
        line("event_msg", { type: "error", message: "no" }),
        line("event_msg", { type: "thread_rolled_back", num_turns: 1 }),
        said("three"),
      ]),
    );
    const texts = read.threads.map(({ messages }) =>
      messages.map(({ parts }) => (parts[0]?.type === "text" ? parts[0].text : "")),
    );
    expect(texts).toEqual([
      ["one", "three"],
      ["one", "two"],
    ]);
    expect(read.threads[1]?.marks?.map(({ kind, at }) => [kind, at])).toEqual([["error", 2]]);
  });
});

/** A tree: each entry hangs on an earlier one, or begins anew. */
const trees = fc
  .array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 60 })
  .map((back) => back.map((steps, at) => (at === 0 || steps > at ? null : `e${at - 1 - (steps % at)}`)));

const formats: readonly (readonly [string, (parents: readonly (string | null)[]) => object[]])[] = [
  [
    "Claude Code",
    (parents) =>
      parents.map((parent, at) =>
        at % 2 === 0 || parent === null ? asks(`e${at}`, parent) : says(`e${at}`, parent),
      ),
  ],
  ["pi", (parents) => [piHeader, ...parents.map((parent, at) => pi(`e${at}`, parent))]],
];

describe("any tree", () => {
  it.each(formats)("of %s is all there, and a branch shares what it says that it shares", (_, linesOf) => {
    fc.assert(
      fc.property(trees, (parents) => {
        const { threads } = readText(jsonl(linesOf(parents)));
        const told = new Set(
          threads.flatMap((thread) => ids(thread) ?? []).map((id) => id.replace("msg-", "")),
        );
        expect([...told].toSorted()).toEqual(parents.map((_parent, at) => `e${at}`).toSorted());
        for (const thread of threads) expectBranch(thread, threads);
      }),
    );
  });
});

function expectBranch(thread: Thread, threads: readonly Thread[]): void {
  if (!thread.branch) return;
  const { of, shared } = thread.branch;
  const lane = threads.find(({ id }) => id === of);
  expect(lane?.branch).toBeUndefined();
  expect(shared).toBeLessThan(thread.messages.length);
  expect(thread.messages.slice(0, shared)).toEqual(lane?.messages.slice(0, shared));
  expect(thread.messages[shared]).not.toEqual(lane?.messages[shared]);
}

describe("100,000 branches", () => {
  const claudeTree = () => [
    asks("u1", null),
    ...many(100_000, (index) => asks(`b${index}`, "u1")),
    asks("live", "u1"),
  ];
  const piTree = () => [
    piHeader,
    pi("u1", null),
    ...many(100_000, (index) => pi(`b${index}`, "u1")),
    pi("live", "u1"),
  ];

  it.each([
    ["Claude Code", claudeTree],
    ["pi", piTree],
  ])("of %s are counted, and the last ones listed", (_, lines) => {
    const read = readText(jsonl(lines()));
    expect(ids(read.threads[0])).toEqual(["u1", "live"]);
    expect(branches(read).length).toBe(MAX_BRANCHES);
    expect(ids(branches(read)[0])).toEqual(["u1", "b99999"]);
    expect(notes(read, "more branches")).toEqual([100_000 - MAX_BRANCHES]);
  });

  it("of a long session take no more room than the session itself", () => {
    const long = many(50_000, (index) => asks(`u${index}`, index === 0 ? null : `u${index - 1}`));
    const left = many(1000, (index) => asks(`b${index}`, `u${49_000 + index - 1}`));
    const read = readText(jsonl([...long, ...left, asks("live", "u49999")]));
    const messages = branches(read).reduce((sum, thread) => sum + thread.messages.length, 0);
    expect(branches(read).length).toBeGreaterThan(0);
    expect(messages).toBeLessThan(300_000);
    expect(branches(read).length + (notes(read, "more branches")[0] ?? 0)).toBe(1000);
  });
});
