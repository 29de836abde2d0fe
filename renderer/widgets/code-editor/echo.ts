/**
 * Tells a value that comes back from whoever was told of an edit from one that somebody else made. What comes back may
 * be late: by then more has been typed, and setting the editor to it would take that away again.
 */
export class EchoFilter {
  #told: string[] = [];

  /** The editor told of its text. */
  told(text: string): void {
    this.#told.push(text);
  }

  /** True for a text that the editor told of and that nobody changed since; false for one to be shown. */
  isEcho(text: string): boolean {
    const at = this.#told.indexOf(text);
    this.#told = at < 0 ? [] : this.#told.slice(at + 1);
    return at >= 0;
  }
}
