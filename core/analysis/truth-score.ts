import type { TruthScore } from "../model/ground-truth.ts";

/** Whether the vendor and the profile took one thing out. */
export interface Verdict {
  readonly vendor: boolean;
  readonly profile: boolean;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function scoreOf(both: number, vendorOnly: number, profileOnly: number, neither: number): TruthScore {
  const precision = share(both, both + profileOnly);
  const recall = share(both, both + vendorOnly);
  return { both, vendorOnly, profileOnly, neither, precision, recall };
}

/** How the decisions about some things agree. */
export function truthScore(verdicts: readonly Verdict[]): TruthScore {
  const count = (vendor: boolean, profile: boolean): number =>
    verdicts.filter((one) => one.vendor === vendor && one.profile === profile).length;
  return scoreOf(count(true, true), count(true, false), count(false, true), count(false, false));
}

/** Scores of several marks as one. */
export function sumScores(scores: readonly TruthScore[]): TruthScore {
  const sum = (key: "both" | "vendorOnly" | "profileOnly" | "neither"): number =>
    scores.reduce((total, score) => total + score[key], 0);
  return scoreOf(sum("both"), sum("vendorOnly"), sum("profileOnly"), sum("neither"));
}
