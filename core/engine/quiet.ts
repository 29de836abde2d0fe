import type { Batch } from "../model/recording.ts";
import type { Quiet } from "../policies/middleware.ts";
import type { RequestView } from "../policies/request-view.ts";
import { Course } from "./course.ts";
import type { Standing } from "./standing.ts";
import type { Waiting } from "./loop.ts";
import type { Played, Quietly, Run, StepRecord } from "./run.ts";

/** Plays batches of a course to the end, without jumping. Given by the loop, which this file must not import. */
export type PlayBatches = (course: Course, from: number, to: number) => Waiting<Run["failed"]>;

/** A jump that every policy agreed to. */
interface Promised {
  /** The request before any wrapper shapes it. */
  readonly request: RequestView;
  readonly promises: readonly Quiet[];
  readonly until: number;
}

function promisesOf(course: Course, from: number): Promised | undefined {
  const { stack, recording } = course;
  let until = Math.min(recording.batches.length, recording.figures.nextRepair[from] as number);
  if (until <= from || !course.canPromise) return undefined;
  const context = course.quietContext();
  const promises: Quiet[] = [];
  for (const middleware of stack) {
    const promise = middleware.quiet?.(from, context);
    if (!promise) return undefined;
    promises.push(promise);
    until = Math.min(until, promise.until);
    if (until <= from) return undefined;
  }
  const { request } = context;
  return course.waitsFor(request.from) ? undefined : { request, promises, until };
}

/** Sums what the policies promised. */
class QuietEvents {
  private readonly promises: readonly Quiet[];
  readonly eachStep: number;

  constructor(promises: readonly Quiet[]) {
    this.promises = promises;
    this.eachStep = promises.reduce((sum, promise) => sum + promise.eachStep, 0);
  }

  /** Events of the batches [from, to). */
  count(steps: number, from: number, to: number): number {
    return steps * this.eachStep + this.promises.reduce((sum, promise) => sum + promise.results(from, to), 0);
  }
}

/** A stretch of batches in which every policy only looks and passes. */
class QuietStretch implements Quietly {
  readonly kind = "quiet";
  readonly first: number;
  readonly count: number;
  readonly steps: { readonly from: number; readonly to: number };
  private readonly standing: Standing;
  private readonly course: Course;
  private readonly until: number;
  private readonly events: QuietEvents;
  /** Its requests but for their end, over the sent form that history has before it. */
  private readonly shaped: RequestView;
  /** The sent form of the whole recording from here on, once somebody looks. */
  private grown: RequestView["sent"] | undefined;
  private readonly playAll: PlayBatches;

  constructor(course: Course, from: number, promised: Promised, playAll: PlayBatches) {
    const { promises, until } = promised;
    const { steps } = course.recording.figures;
    this.course = course;
    this.standing = course.standing(from);
    this.until = until;
    this.playAll = playAll;
    this.events = new QuietEvents(promises);
    this.first = this.standing.last;
    const before = steps[from] as number;
    const after = steps[until] as number;
    this.steps = { from: before + 1, to: after };
    this.count = this.events.count(after - before, from, until);
    this.shaped = promises.reduce((view, promise) => promise.shape?.(view) ?? view, promised.request);
  }

  /** Stored index of the first message that its requests hold as itself. */
  get begins(): number {
    return this.shaped.from;
  }

  record(step: number): StepRecord {
    const { batches, stepBatch, raw } = this.course.recording;
    const at = stepBatch[step] as number;
    const batch = batches[at] as Batch;
    const done = step - this.steps.from;
    const from = this.first + this.events.count(done, this.standing.batch, at);
    const to = this.first + this.events.count(done + 1, this.standing.batch, at + 1);
    this.grown ??= this.shaped.sent.grow(raw.length);
    const view = { ...this.shaped, sent: this.grown, to: batch.from };
    const events = { from, asked: from + this.events.eachStep, to };
    return { step, turn: batch.turn, message: batch.from, view, state: this.standing.state, events };
  }

  play(): Played {
    const course = new Course(this.course.setup, this.standing);
    const waiting = this.playAll(course, this.standing.batch, this.until);
    if (!waiting.next().done) throw new Error("a quiet stretch had to wait");
    const [played] = course.run().stretches;
    return played?.kind === "played" ? played : { kind: "played", first: this.first, steps: [], events: [] };
  }
}

/** Shortest stretch that is worth jumping over, in batches. */
const WORTH = 4;

/**
 * Jumps over the batches from `from` on in which nothing can happen, as far as every policy promises, and gives the
 * next batch; `from` itself when there is nothing to jump over.
 */
export function jumpQuiet(course: Course, from: number, playAll: PlayBatches): number {
  const promised = promisesOf(course, from);
  if (!promised || promised.until - from < WORTH) return from;
  const stretch = new QuietStretch(course, from, promised, playAll);
  // User messages alone are no step: there is no request to tell about.
  if (stretch.steps.to < stretch.steps.from) return from;
  if (course.waitsFor(stretch.begins)) return from;
  course.jump(stretch, promised.until);
  return promised.until;
}
