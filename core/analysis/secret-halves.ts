import type { ValueRange } from "./assigned-values.ts";
import { secretRanges } from "./mask-text.ts";

/** A secret is looked for within so many UTF-16 units of a cut. */
export const AROUND_CUT = 8192;
/** Fewer units of a secret are no more than a word of it. */
const LEAST = 6;

/** The secrets that lie across a place of a text. */
function across(text: string, place: number): ValueRange[] {
  if (place <= 0 || place >= text.length) return [];
  const begin = Math.max(0, place - AROUND_CUT);
  return secretRanges(text.slice(begin, place + AROUND_CUT))
    .map(({ from, to }) => ({ from: from + begin, to: to + begin }))
    .filter(({ from, to }) => from < place && place < to);
}

/** What is in a range of a text of the secrets that the range's ends go through: nobody knows it by its form any more. */
export function secretHalves(text: string, range: ValueRange): string[] {
  const halves = [range.from, range.to]
    .flatMap((place) => across(text, place))
    .map(({ from, to }) => text.slice(Math.max(from, range.from), Math.min(to, range.to)))
    .filter((half) => half.trim().length >= LEAST);
  return [...new Set(halves)];
}
