import { type Maybe, chain, inTurn, isPromise } from "../lib/maybe.ts";
import type { Batch } from "../model/recording.ts";
import type { ToolOutcome } from "../policies/middleware.ts";
import type { Course } from "./course.ts";
import { jumpQuiet } from "./quiet.ts";
import { type Failed, type Run, RunFailure, Suspension } from "./run.ts";

/** A computation that may have to wait: it gives the promises that it waits for. */
export type Waiting<T> = Generator<Promise<unknown>, T, unknown>;

/** Called before each batch with its index: checkpoints are taken here. */
export type BeforeBatch = (course: Course, batch: number) => void;

const NONE: readonly undefined[] = [];

/** Runs the calls of a batch in the order in which their results were recorded. */
function runTools(course: Course, batch: Batch): Maybe<readonly (ToolOutcome | undefined)[]> {
  if (batch.results.length === 0) return NONE;
  return inTurn(batch.results, (recorded) => {
    const { call } = recorded;
    return call ? course.runCall(batch, { call, recorded }) : undefined;
  });
}

/** Ends a batch once its calls were run: commits it, and the turn with it where it was the last. */
function endBatch(course: Course, at: number, outcomes: readonly (ToolOutcome | undefined)[]): Maybe<void> {
  const { batches } = course.recording;
  const batch = batches[at] as Batch;
  course.commitBatch(at, outcomes);
  const again = course.faults.length > 0 ? course.rerun(batch) : undefined;
  // A turn that ends without an answer has no output to look at.
  if (batch.step === 0 || batches[at + 1]?.turn === batch.turn) return again;
  return chain(again, () => course.endTurn(batch));
}

function runBatch(course: Course, at: number): Maybe<void> {
  const { batches } = course.recording;
  const batch = batches[at] as Batch;
  const begun = batches[at - 1]?.turn === batch.turn ? undefined : course.beginTurn(batch);
  const asked = batch.step > 0 ? chain(begun, () => course.modelStep(batch)) : begun;
  const outcomes = chain(asked, () => runTools(course, batch));
  return chain(outcomes, (all) => endBatch(course, at, all));
}

function failedAt(course: Course, at: number, error: unknown): Failed {
  if (!(error instanceof RunFailure)) throw error;
  const step = course.recording.batches[at]?.nextStep ?? 0;
  const { message } = error;
  return error instanceof Suspension ? { step, message, asked: error.asked } : { step, message };
}

/** Plays a batch. Gives why the run has to stop, if it has to. */
function playBatch(course: Course, at: number): Maybe<Run["failed"]> {
  try {
    const done = runBatch(course, at);
    return isPromise(done)
      ? done.then(
          () => undefined,
          (error: unknown) => failedAt(course, at, error),
        )
      : undefined;
  } catch (error) {
    return failedAt(course, at, error);
  }
}

/** Plays the batches [from, to), every one of them. Gives why the run has to stop, if it has to. */
export function* playBatches(
  course: Course,
  from: number,
  to: number,
  before?: BeforeBatch,
): Waiting<Run["failed"]> {
  for (let at = from; at < to; at++) {
    before?.(course, at);
    const played = playBatch(course, at);
    const failed = isPromise(played) ? ((yield played) as Run["failed"]) : played;
    if (failed) return failed;
  }
  return undefined;
}

/**
 * The one loop: model steps, their tool batches and turns, from a batch on to the end of the recording. Replay and
 * live run it with different ports. Where every policy promises to look and pass only, it jumps.
 */
export function* runLoop(course: Course, from: number): Waiting<Run> {
  const { batches } = course.recording;
  // Faults strike at single calls and turns: with them nothing is promised.
  const jumps = course.faults.length === 0;
  let landed = false;
  for (let at = from; at < batches.length;) {
    // Where a jump ended some policy promised nothing more: it is played before any is asked again.
    const next: number = jumps && !landed ? jumpQuiet(course, at, playBatches) : at;
    landed = next > at;
    if (landed) {
      at = next;
      continue;
    }
    const played = playBatch(course, at);
    const failed = isPromise(played) ? ((yield played) as Run["failed"]) : played;
    if (failed) return course.run(failed);
    at++;
  }
  return course.run();
}

/** Runs to the end without waiting. Throws when something has to be waited for: replay never does. */
export function runNow<T>(waiting: Waiting<T>): T {
  const { done, value } = waiting.next();
  if (!done) throw new RunFailure("a replay met something that only a live run can wait for");
  return value;
}

/** Runs to the end, waiting where it must. */
export async function runWaiting<T>(waiting: Waiting<T>): Promise<T> {
  let turn = waiting.next();
  while (!turn.done) {
    try {
      turn = waiting.next(await turn.value);
    } catch (error) {
      turn = waiting.throw(error);
    }
  }
  return turn.value;
}
