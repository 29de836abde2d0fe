import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyRun } from "../../../core/analysis/verify.ts";
import { replayDocument } from "../../../core/analysis/replay-document.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { replay } from "../../../core/engine/replay.ts";
import { canonicalJson } from "../../../core/lib/canonical-json.ts";
import { sha256Hex } from "../../../core/lib/sha256.ts";
import type { Action } from "../../../core/model/event.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { COLUMN, sizeOf, sizeOfTools } from "../../../core/model/size.ts";
import { measureBytes, measureTokens, toolSizeOf } from "../../../core/policies/request-view.ts";
import type { ProfileInput, Profile } from "../../../core/model/profile.ts";
import { calmProfile, randomFaults, randomProfile } from "../../support/random-profile.ts";
import { calmThread, randomThread } from "../../support/random-thread.ts";
import { LONG } from "../../support/long.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 2000);
const SOURCE = { name: "t", format: "ullage", bytes: 0, sha256: "" };

function checked(input: ProfileInput): Profile {
  const { profile, problems } = checkProfile(input);
  if (!profile) throw new Error(JSON.stringify(problems.errors));
  return profile;
}

/** A deep copy: two runs share no object. */
function copied(thread: Thread): Thread {
  return JSON.parse(JSON.stringify(thread)) as Thread;
}

test("every run keeps the nine invariants", LONG, () => {
  fc.assert(
    fc.property(randomThread, randomProfile, randomFaults, (thread, input, faults) => {
      const before = JSON.stringify(thread);
      const run = replay(thread, checked(input), { faults });
      expect(verifyRun(run)).toEqual([]);
      expect(JSON.stringify(thread)).toBe(before);
      expect(run.failed).toBeUndefined();
      expect(run.steps.length).toBe(thread.messages.filter((message) => message.role === "assistant").length);
    }),
    { numRuns: RUNS },
  );
});

/** What the policies do to messages: the properties above would hold of stacks that never act. */
const ACTS: readonly Action[] = [
  "offloaded",
  "spilled",
  "pointed",
  "fell-back",
  "limited",
  "discarded",
  "aborted",
  "externalised",
  "paged",
  "cut",
  "fired",
  "summary-applied",
  "pruned",
  "cleared",
  "restored",
  "repaired",
];

test("random stacks do everything that there is to do", LONG, () => {
  const seen = new Set<Action>();
  fc.assert(
    fc.property(randomThread, randomProfile, randomFaults, (thread, input, faults) => {
      for (const { action } of replay(thread, checked(input), { faults }).events) seen.add(action);
    }),
    { numRuns: 400, seed: 1 },
  );
  expect(ACTS.filter((action) => !seen.has(action))).toEqual([]);
});

test("the same thread, profile and faults give the same document", LONG, () => {
  fc.assert(
    fc.property(randomThread, randomProfile, randomFaults, (thread, input, faults) => {
      const one = replayDocument(replay(thread, checked(input), { faults }), SOURCE);
      const two = replayDocument(replay(copied(thread), checked(input), { faults }), SOURCE);
      expect(JSON.stringify(two)).toBe(JSON.stringify(one));
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  );
});

test("sizes and digests are those of the request that is built", LONG, () => {
  fc.assert(
    fc.property(randomThread, randomProfile, (thread, input) => {
      const run = replay(thread, checked(input));
      const document = replayDocument(run, SOURCE) as {
        steps: { request: { sha256: string; tokens: number; messages: number } }[];
      };
      run.steps.forEach(({ step, view }, at) => {
        const request = requestAt(run, step);
        const told = document.steps[at]?.request;
        const sizes = request.messages.map((message) => sizeOf(message, run.recording.counting));
        const sum = (column: number): number => sizes.reduce((total, size) => total + (size[column] ?? 0), 0);
        expect(measureTokens(view)).toBe(
          sum(COLUMN.tokens) + view.systemSize.tokens + toolSizeOf(view).tokens,
        );
        expect(measureBytes(view)).toBe(sum(COLUMN.bytes) + view.systemSize.bytes + toolSizeOf(view).bytes);
        expect(toolSizeOf(view)).toEqual(sizeOfTools(request.tools, run.recording.counting));
        if (view.reader)
          expect(request.tools.some(({ name }) => name === "read_tool_result")).toBe(
            JSON.stringify(request.messages).includes("read_tool_result"),
          );
        expect(told?.messages).toBe(request.messages.length);
        expect(told?.sha256).toBe(sha256Hex(canonicalJson(request)));
      });
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  );
});

test("jumping over quiet stretches gives the same run, event for event", LONG, () => {
  let jumped = 0;
  fc.assert(
    fc.property(calmThread, fc.oneof(calmProfile, randomProfile), (thread, input) => {
      const profile = checked(input);
      const jumping = replay(thread, profile);
      const plain = replay(copied(thread), profile, { jump: false });
      jumped += jumping.stretches.filter((stretch) => stretch.kind === "quiet").length;
      const records = [...jumping.records()].map(({ view, state: _state, ...rest }) => [
        rest,
        measureTokens(view),
      ]);
      expect(records).toEqual(
        [...plain.records()].map(({ view, state: _state, ...rest }) => [rest, measureTokens(view)]),
      );
      expect(JSON.stringify(replayDocument(jumping, SOURCE))).toBe(
        JSON.stringify(replayDocument(plain, SOURCE)),
      );
      expect(verifyRun(jumping)).toEqual([]);
    }),
    { numRuns: Math.ceil(RUNS / 2) },
  );
  expect(jumped).toBeGreaterThan(RUNS / 20);
});

test("user messages in a row are no steps: nothing is jumped over", () => {
  const messages = [1, 2, 3, 4, 5].map((at) => ({
    id: `m${at}`,
    role: "user" as const,
    parts: [{ type: "text" as const, text: "hello" }],
  }));
  const run = replay({ id: "t", lane: "main", system: null, tools: [], messages }, checked({ policies: [] }));
  expect(run.stepCount).toBe(0);
  expect(run.stored.length).toBe(5);
});
