import { type SensitiveHit, sensitiveHits } from "./sensitive-text.ts";

/** Texts of fewer UTF-16 units are looked at again: that is as quick as finding them. */
const SHORT = 256;
/** UTF-16 units of texts that are remembered at once. */
const MOST_UNITS = 2 ** 22;

/**
 * Remembers what the last long texts held: a record of a file and the message that is made of it hold the same ones,
 * one after the other.
 */
export class SensitiveMemo {
  readonly #known = new Map<string, readonly SensitiveHit[]>();
  #units = 0;

  /** Everything of the well-known sorts in a text, in order. */
  hits(text: string): readonly SensitiveHit[] {
    if (text.length < SHORT) return sensitiveHits(text);
    const known = this.#known.get(text);
    if (known) return known;
    const hits = sensitiveHits(text);
    this.#remember(text, hits);
    return hits;
  }

  #remember(text: string, hits: readonly SensitiveHit[]): void {
    if (this.#units > MOST_UNITS) {
      this.#known.clear();
      this.#units = 0;
    }
    this.#known.set(text, hits);
    this.#units += text.length;
  }
}
