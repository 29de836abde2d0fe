import { chars4, counterNamed } from "../model/counter.ts";
import type { Fault } from "../model/fault.ts";
import type { Profile } from "../model/profile.ts";
import { type Recording, record } from "../model/recording.ts";
import { withResults } from "../model/seen.ts";
import type { Thread } from "../model/thread.ts";
import type { Middleware } from "../policies/middleware.ts";
import { createStack } from "../policies/stack.ts";
import { Course } from "./course.ts";
import { type Standing, beginning } from "./standing.ts";
import { type BeforeBatch, type Waiting, playBatches, runLoop, runNow, runWaiting } from "./loop.ts";
import { type RunPorts, recordedPorts } from "./ports.ts";
import type { Run } from "./run.ts";

const recordings = new WeakMap<Thread, Recording>();

/** The recording of a thread, made once for each counting. */
export function recordingOf(thread: Thread, profile: Profile): Recording {
  const shown = withResults(thread, profile.results);
  const known = recordings.get(shown);
  const counter = counterNamed(profile.tokenCounter);
  const readers = profile.policies.some(({ kind }) => kind === "paging");
  const { mediaTokens } = profile;
  const of = known?.counting;
  if (known && of?.counter === counter && of.mediaTokens === mediaTokens && of.readers === readers)
    return known;
  const made = record(shown, { counter, mediaTokens, readers });
  recordings.set(shown, made);
  return made;
}

/** Media tokens of the library's own figures (policies, section 0). */
const MEDIA_TOKENS = 1500;

/** The recording of a thread in chars4, as outlines and lists have it: a run's own where it was counted so. */
export function plainRecording(thread: Thread): Recording {
  const known = recordings.get(thread);
  const of = known?.counting;
  if (known && of?.counter === chars4 && of.mediaTokens === MEDIA_TOKENS) return known;
  const made = record(thread, { counter: chars4, mediaTokens: MEDIA_TOKENS, readers: false });
  // A run that is counted otherwise keeps its own.
  if (!known) recordings.set(thread, made);
  return made;
}

/** How a replay is made. */
export interface ReplayOptions {
  readonly faults?: readonly Fault[];
  /** Where to begin, instead of the beginning: a checkpoint's standing in the same recording. */
  readonly from?: Standing;
  /** Called before each batch; then every batch is played. */
  readonly beforeBatch?: BeforeBatch;
  /** False: every batch is played, nothing is jumped over. The run is the same, event for event. */
  readonly jump?: boolean;
  /** The outside, where it is not the recording's: a live model, live tools, somebody who answers. */
  readonly ports?: Partial<RunPorts>;
  /** The stack, where it is not the profile's own. */
  readonly stack?: readonly Middleware[];
}

function courseOf(thread: Thread, profile: Profile, options: ReplayOptions): Course {
  const recording = recordingOf(thread, profile);
  const ports = { ...recordedPorts(recording), ...options.ports };
  const stack = options.stack ?? createStack(profile);
  const setup = { recording, profile, faults: options.faults ?? [], ports, stack };
  return new Course(setup, options.from ?? beginning(recording));
}

function* play(course: Course, from: number, options: ReplayOptions): Waiting<Run> {
  const { beforeBatch, jump = true } = options;
  if (!beforeBatch && jump) return yield* runLoop(course, from);
  return course.run(yield* playBatches(course, from, course.recording.batches.length, beforeBatch));
}

/**
 * Runs a profile on a recorded thread: the one loop with a recorded model and recorded tools. Pure: the same
 * thread, profile and faults give the same run, byte for byte.
 */
export function replay(thread: Thread, profile: Profile, options: ReplayOptions = {}): Run {
  return runNow(play(courseOf(thread, profile, options), options.from?.batch ?? 0, options));
}

/** The same loop for ports and hooks that have to be waited for. */
export function replayWaiting(thread: Thread, profile: Profile, options: ReplayOptions = {}): Promise<Run> {
  return runWaiting(play(courseOf(thread, profile, options), options.from?.batch ?? 0, options));
}
