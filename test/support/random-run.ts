import fc from "fast-check";
import { replay } from "../../core/engine/replay.ts";
import type { Run } from "../../core/engine/run.ts";
import { checkProfile } from "../../core/policies/check.ts";
import { randomFaults, randomProfile } from "./random-profile.ts";
import { randomThread } from "./random-thread.ts";

/** Runs of random profiles with random faults on random threads. */
export const randomRun: fc.Arbitrary<Run> = fc
  .tuple(randomThread, randomProfile, randomFaults)
  .map(([thread, input, faults]) => {
    const { profile } = checkProfile(input);
    if (!profile) throw new Error("a random profile has errors");
    return replay(thread, profile, { faults });
  });
