import { counterNamed } from "../model/counter.ts";
import type { Fault } from "../model/fault.ts";
import type { Profile } from "../model/profile.ts";
import { type Recording, record } from "../model/recording.ts";
import type { Thread } from "../model/thread.ts";
import { Course } from "./course.ts";
import { type Standing, beginning } from "./standing.ts";
import { type BeforeBatch, playBatches, runLoop, runNow } from "./loop.ts";
import { recordedPorts } from "./ports.ts";
import type { Run } from "./run.ts";

const recordings = new WeakMap<Thread, Recording>();

/** The recording of a thread, made once for each counting. */
export function recordingOf(thread: Thread, profile: Profile): Recording {
  const known = recordings.get(thread);
  const counter = counterNamed(profile.tokenCounter);
  const same = known?.counting.counter === counter && known.counting.mediaTokens === profile.mediaTokens;
  if (known && same) return known;
  const made = record(thread, { counter, mediaTokens: profile.mediaTokens });
  recordings.set(thread, made);
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
}

/**
 * Runs a profile on a recorded thread: the one loop with a recorded model and recorded tools. Pure: the same
 * thread, profile and faults give the same run, byte for byte.
 */
export function replay(thread: Thread, profile: Profile, options: ReplayOptions = {}): Run {
  const recording = recordingOf(thread, profile);
  const from = options.from ?? beginning(recording);
  const ports = recordedPorts(recording);
  const course = new Course(recording, profile, options.faults ?? [], ports, from);
  const played = options.beforeBatch !== undefined || options.jump === false;
  if (played)
    return course.run(runNow(playBatches(course, from.batch, recording.batches.length, options.beforeBatch)));
  return runNow(runLoop(course, from.batch, ports));
}
