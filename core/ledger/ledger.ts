import type { ContentSize, EventBody, EventDetail, LedgerEvent, Limit, Measure } from "../model/event.ts";

/**
 * An event with its number and date. A run makes thousands: each property is set by name, which is three times as fast
 * as spreading a body behind others, and what a body does not have is not there.
 */
class DatedEvent implements LedgerEvent {
  readonly seq: number;
  readonly step: number;
  readonly turn: number;
  readonly lane: string;
  readonly policy: LedgerEvent["policy"];
  readonly action: LedgerEvent["action"];
  readonly subject: LedgerEvent["subject"];
  declare readonly measured?: Measure;
  declare readonly limit?: Limit;
  declare readonly before?: ContentSize;
  declare readonly after?: ContentSize;
  declare readonly detail?: EventDetail;

  constructor(seq: number, at: Pick<LedgerEvent, "step" | "turn" | "lane">, body: EventBody) {
    this.seq = seq;
    this.step = at.step;
    this.turn = at.turn;
    this.lane = at.lane;
    this.policy = body.policy;
    this.action = body.action;
    this.subject = body.subject;
    if (body.measured) this.measured = body.measured;
    if (body.limit) this.limit = body.limit;
    if (body.before) this.before = body.before;
    if (body.after) this.after = body.after;
    if (body.detail) this.detail = body.detail;
  }
}

/** Numbers and dates events: the only maker of ledger events. */
export class Ledger {
  /** Events since the last `take`. */
  private events: LedgerEvent[] = [];
  readonly lane: string;
  step = 1;
  turn = 1;
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
    const seq = ++this.last;
    this.events.push(new DatedEvent(seq, this, body));
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
