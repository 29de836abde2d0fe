import fc from "fast-check";
import { expect, test } from "vitest";
import { requestAt } from "../../../core/engine/request.ts";
import { replay } from "../../../core/engine/replay.ts";
import type { PolicyInput, ProfileInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { offloadEntries } from "../../../core/policies/offload.ts";
import { randomProfile } from "../../support/random-profile.ts";
import { calmThread, randomThread } from "../../support/random-thread.ts";
import { ReferenceRun } from "../../support/reference-run.ts";
import { LONG } from "../../support/long.ts";

const KINDS = ["offload", "spill", "summarize"];

/** The profile as the reference understands it: its three policies, the fixed compressor, chars4. */
function plain(input: ProfileInput, summary: string): ProfileInput {
  const policies = input.policies
    .filter(({ kind }) => KINDS.includes(kind))
    .map((policy): PolicyInput =>
      policy.kind === "summarize" ? { ...policy, compressor: { kind: "fixed", text: summary } } : policy,
    );
  return { policies };
}

function compare(thread: Thread, input: ProfileInput): void {
  const { profile } = checkProfile(input);
  if (!profile) throw new Error("the profile has errors");
  const run = replay(thread, profile);
  const reference = new ReferenceRun(thread, profile);
  expect(reference.requests.length).toBe(run.stepCount);
  reference.requests.forEach((messages, at) => expect(requestAt(run, at + 1).messages).toEqual(messages));
  expect(offloadEntries(run.state)).toEqual(reference.entries);
}

const summaries = fc.constantFrom("short", "a longer summary ".repeat(20), "", "🧪 ".repeat(900));

test.each([
  ["disorderly", randomThread],
  ["calm", calmThread],
] as const)("the requests of %s threads are those of the slow reference", LONG, (_name, threads) => {
  fc.assert(
    fc.property(threads, randomProfile, summaries, (thread, input, summary) =>
      compare(thread, plain(input, summary)),
    ),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 200) },
  );
});
