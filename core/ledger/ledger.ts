import type { EventBody, LedgerEvent } from "../model/event.ts";

/** Numbers and dates events: the only maker of ledger events. */
export class Ledger {
  /** Events since the last `take`. */
  private events: LedgerEvent[] = [];
  private readonly lane: string;
  private step = 1;
  private turn = 1;
  private last: number;

  /** `last` is the seq of the event before the first. */
  constructor(lane: string, last = 0) {
    this.lane = lane;
    this.last = last;
  }

  /** How many events there are, those that were skipped included. */
  get length(): number {
    return this.last;
  }

  /** Sets the step and turn that the next events carry. */
  enter(step: number, turn: number): void {
    this.step = step;
    this.turn = turn;
  }

  /** Writes an event and gives its seq. */
  readonly emit = (body: EventBody): number => {
    const { step, turn, lane } = this;
    const seq = ++this.last;
    this.events.push({ seq, step, turn, lane, ...body });
    return seq;
  };

  /** Leaves room for events that are written when somebody looks. */
  skip(count: number): void {
    this.last += count;
  }

  /** The list that events go to from here on. */
  into(events: LedgerEvent[]): void {
    this.events = events;
  }
}
