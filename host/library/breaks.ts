/** Lanes are stored for so many milliseconds before the calls that wait for this thread are let in: most take far less. */
const longestStretch = 10;
/** After so many messages the clock is looked at: most lanes are short, and to look takes as long as to store some of them. */
const looksAfter = 200;

/** Says when who stores very many lanes should let others in. */
export class Breaks {
  private until = -Infinity;
  private left = 0;

  /** To be asked before each lane, of so many messages. True at first. */
  isDue(messages: number): boolean {
    this.left -= messages;
    if (this.left > 0) return false;
    this.left = looksAfter;
    const now = performance.now();
    if (now < this.until) return false;
    this.until = now + longestStretch;
    return true;
  }
}
