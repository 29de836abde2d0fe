import { describe, expect, it } from "vitest";
import { replay } from "../../../core/engine/replay.ts";
import { resultText } from "../../../core/model/part.ts";
import { withResults } from "../../../core/model/seen.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { effectiveProfile } from "../../../core/policies/defaults.ts";
import { jsonl, readText } from "../../support/import-text.ts";

const WHOLE = Array.from({ length: 4000 }, (_, line) => `src/tide-${line}.ts:${line}: height\n`).join("");
const SHOWN = `<persisted-output>\nOutput too large (${Math.round(WHOLE.length / 1024)}KB). Full output saved to: /x/c1.txt\n\nPreview (first 1KB):\n${WHOLE.slice(0, 1000)}\n...\n</persisted-output>`;

/** A session with a result that its vendor showed as a preview, beside one that it showed whole. */
function session(): Thread {
  const line = (uuid: string, parentUuid: string | null, role: string, content: unknown, more = {}) => ({
    type: role,
    uuid,
    parentUuid,
    sessionId: "s",
    message: { role, content, ...(role === "assistant" ? { id: `msg-${uuid}` } : {}) },
    ...more,
  });
  const grep = (id: string) => ({ type: "tool_use", id, name: "Grep", input: { pattern: "height" } });
  const answer = (id: string, content: string) => [{ type: "tool_result", tool_use_id: id, content }];
  const records = [
    line("u1", null, "user", "Where are heights used?"),
    line("a1", "u1", "assistant", [grep("c1")]),
    line("r1", "a1", "user", answer("c1", SHOWN), { toolUseResult: { content: WHOLE } }),
    line("a2", "r1", "assistant", [grep("c2")]),
    line("r2", "a2", "user", answer("c2", "one line")),
    line("a3", "r2", "assistant", [{ type: "text", text: "Everywhere." }]),
  ];
  return readText(jsonl(records)).threads[0] as Thread;
}

const texts = (thread: Thread) =>
  thread.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-result" ? [resultText(part)] : [])),
  );

describe("a result of which the model saw a preview", () => {
  it("is there whole and as seen", () => {
    const thread = session();
    expect(texts(withResults(thread, "full"))).toEqual([WHOLE, "one line"]);
    expect(texts(withResults(thread, "seen"))).toEqual([SHOWN, "one line"]);
  });

  it("keeps ids, and the same thread gives the same object", () => {
    const thread = session();
    const seen = withResults(thread, "seen");
    expect(seen.messages.map(({ id }) => id)).toEqual(thread.messages.map(({ id }) => id));
    expect(withResults(thread, "seen")).toBe(seen);
    expect(withResults({ ...thread, meta: [] }, "seen").messages).toBe(thread.messages);
  });

  it.each([
    ["full", WHOLE, 1],
    ["seen", SHOWN, 0],
  ] as const)("is managed as the profile says: %s", (results, text, offloads) => {
    const profile = effectiveProfile({ results, policies: [{ kind: "offload", thresholdTokens: 1000 }] });
    const run = replay(session(), profile);
    expect(texts(run.recording.thread)[0]).toBe(text);
    expect(run.happenings.filter(({ action }) => action === "offloaded").length).toBe(offloads);
  });
});

describe("the profile's form of results", () => {
  it("is full unless told, and nothing else than the two", () => {
    expect(checkProfile({ policies: [] }).profile?.results).toBe("full");
    expect(checkProfile({ policies: [], results: "seen" }).profile?.results).toBe("seen");
    expect(checkProfile({ policies: [], results: "whole" }).problems.errors).toMatchObject([
      { policy: "profile", param: "results" },
    ]);
  });
});
