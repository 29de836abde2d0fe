import type { LedgerEvent } from "../model/event.ts";

/** An event before the ledger numbers and dates it. */
export type Entry = Omit<LedgerEvent, "seq" | "step" | "turn" | "lane">;

/** The list of decisions of one run: it only grows. */
export class Ledger {
  readonly events: LedgerEvent[];
  private readonly lane: string;
  private step = 1;
  private turn = 1;

  /** Goes on after `events`, which it does not change. */
  constructor(lane: string, events: readonly LedgerEvent[] = []) {
    this.lane = lane;
    this.events = [...events];
  }

  /** Sets the step and turn that the next events carry. */
  enter(step: number, turn: number): void {
    this.step = step;
    this.turn = turn;
  }

  /** Writes an event and gives its seq. */
  readonly emit = (entry: Entry): number => {
    const seq = this.events.length + 1;
    const { step, turn, lane } = this;
    this.events.push({ seq, step, turn, lane, ...entry });
    return seq;
  };
}
