import type { StepPair } from "../model/weights.ts";

/** What had been sent by the end of a step: of each message, and beside history. */
interface Sent {
  readonly messages: Float64Array;
  readonly fixed: number;
}

/** Holds what had been sent by one step against what had been sent by another. */
export class WeightBetween {
  private readonly steps: StepPair;
  private readonly sent = new Map<number, Sent>();

  constructor(steps: StepPair) {
    this.steps = steps;
  }

  /** Takes what was sent up to a step, if it is one of the two. */
  note(step: number, sent: () => Sent): void {
    if (step === this.steps.from || step === this.steps.to) this.sent.set(step, sent());
  }

  /** Tokens that were sent of a message between the two; below zero where the second step comes first. */
  of(index: number): number {
    return this.difference(({ messages }) => messages[index] as number);
  }

  /** The same of what is sent beside history. */
  fixed(): number {
    return this.difference((sent) => sent.fixed);
  }

  private difference(pick: (sent: Sent) => number): number {
    const [from, to] = [this.sent.get(this.steps.from), this.sent.get(this.steps.to)];
    return from && to ? pick(to) - pick(from) : 0;
  }
}
