import type { WindowConfig } from "../model/profile.ts";
import type { Recording } from "../model/recording.ts";
import type { Hole, RequestView } from "./request-view.ts";

/** Size of a request in the unit of the budget, with some stretches left out. */
export type MeasureWithout = (holes: readonly Hole[]) => number;

const known = new WeakMap<Recording, Int32Array>();

/** Indices of the user messages of a recording: where its turns begin. */
function userMessages(recording: Recording): Int32Array {
  let users = known.get(recording);
  if (!users) {
    const found: number[] = [];
    recording.thread.messages.forEach(({ role }, at) => {
      if (role === "user") found.push(at);
    });
    users = Int32Array.from(found);
    known.set(recording, users);
  }
  return users;
}

/** How many of ascending numbers are below a limit. */
function countBelow(ascending: Int32Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The smallest of 0 … `most` that is enough; `most` when none is. What is enough stays enough further up. */
function least(most: number, isEnough: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where the turns of a request begin; what stands before the first of them begins with no user message. */
class Turns {
  /** Turns before the current one. */
  readonly old: number;
  private readonly users: Int32Array;

  constructor(users: Int32Array, to: number) {
    this.users = users;
    this.old = countBelow(users, to) - 1;
  }

  start(turn: number): number {
    return this.users[turn] as number;
  }

  /** Nothing before the first turn, and `count` turns from `first` on are left out. */
  without(first: number, count: number): Hole[] {
    const begins = this.start(0);
    const from = this.start(first);
    const to = this.start(first + count);
    if (first === 0) return to > 0 ? [{ from: 0, to }] : [];
    const lead = begins > 0 ? [{ from: 0, to: begins }] : [];
    return count > 0 ? [...lead, { from, to }] : lead;
  }
}

/** Holes of `count` turns. */
type Shape = (count: number) => Hole[];

function oldestFirst(turns: Turns): Shape {
  return (count) => turns.without(0, count);
}

/** The larger half of the turns that stay stands at the beginning. */
function middleOut(turns: Turns): Shape {
  return (count) => turns.without(Math.ceil((turns.old - count) / 2), count);
}

/**
 * The stretches of a request that leave, as little as possible: whole turns, so that pairs leave together, never the
 * current one, and what is kept begins with a user message. Nothing where there is no older turn.
 */
export function holesFor(
  request: RequestView,
  recording: Recording,
  config: WindowConfig,
  measure: MeasureWithout,
  budget: number,
): readonly Hole[] {
  const turns = new Turns(userMessages(recording), request.to);
  if (turns.old < 0) return [];
  const fitted = (shape: Shape, from = 0): Hole[] => {
    const isEnough = (more: number): boolean => measure(shape(from + more)) <= budget;
    return shape(from + least(turns.old - from, isEnough));
  };
  switch (config.strategy) {
    case "oldest-first":
      return fitted(oldestFirst(turns));
    case "middle-out":
      return fitted(middleOut(turns));
    case "recent-turns":
      return fitted(oldestFirst(turns), Math.max(0, turns.old + 1 - config.turns));
    case "adaptive": {
      const oldest = fitted(oldestFirst(turns));
      const middle = fitted(middleOut(turns));
      return measure(middle) > measure(oldest) ? middle : oldest;
    }
  }
}
