import { cutLongRuns } from "../lib/long-runs.ts";
import { TextMemo } from "../lib/text-memo.ts";
import type { Counter } from "./counter.ts";
import type { BpeName } from "./profile.ts";

/** Byte-pair encoders are quadratic on what they cannot split: longer runs are cut first. UTF-16 units. */
const LONGEST_RUN = 2000;

/** Texts whose counts are remembered, in UTF-16 units all together. */
const REMEMBERED = 32 * 2 ** 20;

/**
 * An exact counter from a byte-pair encoder's count of one text. It counts a text once: what it counted is
 * remembered. Exact but for texts with an unbroken run over 2,000 characters, where it may be a few tokens over.
 */
export function bpeCounter(name: BpeName, encodedLength: (text: string) => number): Counter {
  const memo = new TextMemo(REMEMBERED);
  const counted = (text: string): number => {
    let tokens = 0;
    for (const piece of cutLongRuns(text, LONGEST_RUN)) tokens += encodedLength(piece);
    return tokens;
  };
  return { name, count: (text) => (text === "" ? 0 : memo.of(text, counted)) };
}
