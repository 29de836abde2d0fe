import fc from "fast-check";
import { expect, test } from "vitest";
import { replayDocument } from "../../../core/analysis/replay-document.ts";
import { type Checkpoint, resume, takeCheckpoint } from "../../../core/engine/checkpoint.ts";
import { replay } from "../../../core/engine/replay.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Fault } from "../../../core/model/fault.ts";
import {
  COUNTER_NAMES,
  type PolicyInput,
  type Profile,
  type ProfileInput,
} from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { POLICY_SPECS, valueAt, withParam } from "../../../core/policies/parameters.ts";
import { ThreadBuilder, runOf } from "../../support/build-thread.ts";
import { calmProfile, randomFaults, randomProfile } from "../../support/random-profile.ts";
import { calmThread, randomThread } from "../../support/random-thread.ts";
import { LONG } from "../../support/long.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 80);
const SOURCE = { name: "t", format: "ullage", bytes: 0, sha256: "" };

/** Everything that a run says, its requests' digests included. */
function told(thread: Thread, profile: Profile, faults: readonly Fault[]): string {
  return JSON.stringify(replayDocument(replay(thread, profile, { faults }), SOURCE));
}

/** A deep copy: nothing that a run remembers of the original is known of it. */
function copied(thread: Thread): Thread {
  return JSON.parse(JSON.stringify(thread)) as Thread;
}

/** One change of a profile: a parameter of one policy, the order, a policy more or less, the counter. */
interface Change {
  readonly kind: "param" | "order" | "fewer" | "counter" | "media";
  readonly at: number;
  readonly from: ProfileInput;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant("param" as const) },
    { weight: 1, arbitrary: fc.constantFrom("order", "fewer", "counter", "media") },
  ),
  at: fc.nat(1000),
  from: randomProfile,
});

/** Takes one parameter over from a policy of the same kind of another profile. */
function withOneOf(policies: readonly PolicyInput[], { at, from }: Change): readonly PolicyInput[] {
  const which = at % policies.length;
  const own = policies[which] as PolicyInput;
  const other = from.policies.find(({ kind }) => kind === own.kind);
  const keys = POLICY_SPECS[own.kind].params.map(({ key }) => key);
  const set = keys.filter((key) => other && valueAt(other, key) !== undefined);
  const key = set[at % Math.max(1, set.length)];
  return key === undefined ? policies : policies.with(which, withParam(own, key, valueAt(other, key)));
}

function changed(input: ProfileInput, made: Change): ProfileInput {
  const { policies } = input;
  if (made.kind === "counter") return { ...input, tokenCounter: COUNTER_NAMES[made.at % 2] ?? "chars4" };
  if (made.kind === "media") return { ...input, mediaTokens: made.at };
  if (policies.length === 0) return input;
  if (made.kind === "order") return { ...input, policies: policies.toReversed() };
  if (made.kind === "fewer") return { ...input, policies: policies.toSpliced(made.at % policies.length, 1) };
  return { ...input, policies: withOneOf(policies, made) };
}

function whole(input: ProfileInput): Profile | undefined {
  return checkProfile(input).profile;
}

test.each([
  ["disorderly", randomThread, randomProfile],
  ["calm", calmThread, fc.oneof(calmProfile, randomProfile)],
] as const)(
  "after one change a run of a %s thread that was run before is the run of one that never was",
  LONG,
  (_name, threads, profiles) => {
    let differ = 0;
    fc.assert(
      fc.property(threads, profiles, change, randomFaults, (thread, input, made, faults) => {
        const before = whole(input);
        const after = whole(changed(input, made));
        if (!before || !after) return;
        const first = told(thread, before, faults);
        const again = told(thread, after, faults);
        expect(again).toBe(told(copied(thread), after, faults));
        // And back: what the changed run remembers is not taken for the first one's.
        expect(told(thread, before, faults)).toBe(first);
        if (first !== again) differ++;
      }),
      { numRuns: RUNS },
    );
    expect(differ).toBeGreaterThan(RUNS / 4);
  },
);

/** A run that writes a dozen other summaries: what was remembered of the last few is gone after it. */
function forget(): void {
  const builder = new ThreadBuilder();
  for (let turn = 0; turn < 14; turn++) builder.user(`Mend pier ${turn}. ${"u".repeat(800)}`).say("done");
  const summarize = { kind: "summarize", trigger: { messages: 2 }, keepRecent: 1 } as const;
  const fires = runOf(builder.build(), { policies: [summarize] }).events.filter(
    ({ action }) => action === "fired",
  );
  expect(fires.length).toBeGreaterThan(10);
}

/** Summaries that are written again and again, each from the one before. */
const summarizing: fc.Arbitrary<ProfileInput> = fc
  .record({
    trigger: fc.constantFrom({ messages: 3 }, { messages: 6 }, { tokens: 900 }),
    keepRecent: fc.constantFrom(1, 3),
    maxSummaryTokens: fc.constantFrom(60, 400),
  })
  .map((given) => ({ policies: [{ kind: "summarize", ...given }] }));

test("from any checkpoint a run goes on as if it had never stopped", LONG, () => {
  fc.assert(
    fc.property(
      fc.oneof(randomThread, calmThread),
      fc.oneof(randomProfile, summarizing),
      randomFaults,
      fc.nat(1000),
      (thread, input, faults, at) => {
        const profile = whole(input);
        if (!profile) return;
        const taken: Checkpoint[] = [];
        const run = replay(thread, profile, {
          faults,
          beforeBatch: (course, batch) =>
            taken.push(JSON.parse(JSON.stringify(takeCheckpoint(course, batch))) as Checkpoint),
        });
        const checkpoint = taken[at % taken.length] as Checkpoint;
        forget();
        const rest = resume(copied(thread), profile, checkpoint, { faults });
        expect(JSON.stringify(rest.events)).toBe(JSON.stringify(run.events.slice(checkpoint.last)));
        expect(JSON.stringify(rest.state)).toBe(JSON.stringify(run.state));
        expect(rest.files.map(({ path, file }) => [path, file.text])).toEqual(
          run.files.map(({ path, file }) => [path, file.text]),
        );
        for (const { step } of rest.steps)
          expect(JSON.stringify(requestAt(rest, step))).toBe(JSON.stringify(requestAt(run, step)));
      },
    ),
    { numRuns: RUNS },
  );
});
