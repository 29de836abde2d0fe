/** What one remembered text costs beside its characters, in UTF-16 units, roughly. */
const ENTRY_UNITS = 64;

/**
 * Remembers a number for each text, the last used ones: what was not asked for in a whole generation is forgotten.
 * `units` bounds the texts that are held, in UTF-16 units; one longer text is held alone.
 */
export class TextMemo {
  private readonly units: number;
  private young = new Map<string, number>();
  private old = new Map<string, number>();
  private held = 0;

  constructor(units: number) {
    this.units = units;
  }

  /** The number of a text, made where it is not remembered. */
  of(text: string, make: (text: string) => number): number {
    const known = this.young.get(text);
    if (known !== undefined) return known;
    const value = this.old.get(text) ?? make(text);
    this.keep(text, value);
    return value;
  }

  private keep(text: string, value: number): void {
    const cost = text.length + ENTRY_UNITS;
    if (this.held > 0 && this.held + cost > this.units / 2) {
      this.old = this.young;
      this.young = new Map();
      this.held = 0;
    }
    this.young.set(text, value);
    this.held += cost;
  }
}
