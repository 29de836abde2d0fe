import type { TruthScore } from "../model/ground-truth.ts";

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Counts decisions about things, and says how they agree. */
export class TruthTally {
  #both = 0;
  #vendorOnly = 0;
  #profileOnly = 0;
  #neither = 0;

  /** One thing: whether the vendor took it out, and whether the profile did. */
  add(vendor: boolean, profile: boolean): void {
    if (vendor && profile) this.#both++;
    else if (vendor) this.#vendorOnly++;
    else if (profile) this.#profileOnly++;
    else this.#neither++;
  }

  /** All that another one counted. */
  addAll({ both, vendorOnly, profileOnly, neither }: TruthScore): void {
    this.#both += both;
    this.#vendorOnly += vendorOnly;
    this.#profileOnly += profileOnly;
    this.#neither += neither;
  }

  /** How many things one of them or both took out. */
  get acted(): number {
    return this.#both + this.#vendorOnly + this.#profileOnly;
  }

  score(): TruthScore {
    const [both, vendorOnly, profileOnly] = [this.#both, this.#vendorOnly, this.#profileOnly];
    const precision = share(both, both + profileOnly);
    const recall = share(both, both + vendorOnly);
    return { both, vendorOnly, profileOnly, neither: this.#neither, precision, recall };
  }
}

/** Scores of several marks as one. */
export function sumScores(scores: readonly TruthScore[]): TruthScore {
  const tally = new TruthTally();
  for (const score of scores) tally.addAll(score);
  return tally.score();
}
