import { type Maybe, isPromise } from "../lib/maybe.ts";
import type { Batch } from "../model/recording.ts";
import type { ToolOutcome } from "../policies/middleware.ts";
import type { Course } from "./course.ts";
import { jumpQuiet } from "./quiet.ts";
import { type Failed, type Run, RunFailure, Suspension } from "./run.ts";

/** A computation that may have to wait: it gives the promises that it waits for. */
export type Waiting<T> = Generator<Promise<unknown>, T, unknown>;

/** The value, waiting for it only when it is not here yet. */
function* settle<T>(value: Maybe<T>): Waiting<T> {
  return isPromise(value) ? ((yield value) as T) : value;
}

/** Called before each batch with its index: checkpoints are taken here. */
export type BeforeBatch = (course: Course, batch: number) => void;

const NONE: readonly undefined[] = [];

/** Runs the calls of a batch in the order in which their results were recorded. */
function* runTools(course: Course, batch: Batch): Waiting<readonly (ToolOutcome | undefined)[]> {
  const outcomes: (ToolOutcome | undefined)[] = [];
  for (const recorded of batch.results) {
    const { call } = recorded;
    const outcome = call ? course.runCall(batch, { call, recorded }) : undefined;
    outcomes.push(isPromise(outcome) ? yield* settle(outcome) : outcome);
  }
  return outcomes;
}

function* runBatch(course: Course, at: number): Waiting<void> {
  const { batches } = course.recording;
  const batch = batches[at] as Batch;
  if (batches[at - 1]?.turn !== batch.turn) yield* settle(course.beginTurn(batch));
  const answer = batch.step > 0 ? course.modelStep(batch) : undefined;
  if (isPromise(answer)) yield answer;
  const outcomes = batch.results.length > 0 ? yield* runTools(course, batch) : NONE;
  course.commitBatch(at, outcomes);
  if (course.faults.length > 0) yield* settle(course.rerun(batch));
  // A turn that ends without an answer has no output to look at.
  if (batch.step > 0 && batches[at + 1]?.turn !== batch.turn) yield* settle(course.endTurn(batch));
}

function failedAt(step: number, error: RunFailure): Failed {
  const { message } = error;
  return error instanceof Suspension ? { step, message, asked: error.asked } : { step, message };
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
    try {
      yield* runBatch(course, at);
    } catch (error) {
      if (error instanceof RunFailure) return failedAt(course.recording.batches[at]?.nextStep ?? 0, error);
      throw error;
    }
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
    const failed = yield* playBatches(course, at, at + 1);
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
