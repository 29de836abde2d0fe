/** What had to be changed or left out, each thing once with how often it happened. */
export class Notes {
  private readonly counts = new Map<string, number>();

  /** Notes one more case of something. */
  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** All notes, in the order of their first case. */
  list(): string[] {
    return [...this.counts].map(([what, times]) => (times > 1 ? `${what} (${times} times)` : what));
  }
}

/** A name of the transcript as a note shows it: quoted, on one line, not too long. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}

/** That a tool has another name in the body. */
export function renamed(name: string, legal: string): string {
  return `the tool ${quoted(name)} is called ${legal}: its name is not legal here`;
}
