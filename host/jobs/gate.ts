/** States of a gate: nothing is decided, the work has passed, it has passed and is to stop afterwards, it was given up. */
const OPEN = 0;
const PASSED = 1;
const PASSED_LAST = 2;
const SHUT = 3;

/** A gate as a message carries it. */
export type SharedGate = SharedArrayBuffer;

/**
 * Between a piece of work that leaves something behind and whoever may give it up, on two threads: the work passes right
 * before it stores anything, and one that was given up never passes. So whoever gives up knows at once what will become
 * of it, however long the other thread takes to notice.
 */
export class Gate {
  readonly shared: SharedGate;
  private readonly state: Int32Array;

  /** Without `shared`, a new one, which is open. */
  constructor(shared: SharedGate = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.state = new Int32Array(shared);
  }

  /** True once the work was given up, or is to stop after what it stores now. */
  get givenUp(): boolean {
    return Atomics.load(this.state, 0) >= PASSED_LAST;
  }

  /** The work's side: false when it was given up before. What it does afterwards counts, whatever is said. */
  pass(): boolean {
    return Atomics.compareExchange(this.state, 0, OPEN, PASSED) === OPEN;
  }

  /** What was passed for is stored, and told; more is to come, which can be given up again. */
  reopen(): void {
    if (Atomics.compareExchange(this.state, 0, PASSED, OPEN) === PASSED_LAST)
      Atomics.store(this.state, 0, SHUT);
  }

  /** The other side: true when nothing more will be stored. Else something is being stored just now. */
  giveUp(): boolean {
    const before = Atomics.compareExchange(this.state, 0, OPEN, SHUT);
    if (before === PASSED && Atomics.compareExchange(this.state, 0, PASSED, PASSED_LAST) === OPEN)
      return this.giveUp();
    return before === OPEN || before === SHUT;
  }
}
