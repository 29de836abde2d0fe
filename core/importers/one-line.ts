import { indexAtUnits } from "../lib/utf8.ts";

const MAX = 160;

/** A text on one line, at most 160 UTF-16 units: for labels. */
export function oneLine(text: string): string {
  const short = text
    .slice(0, MAX * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  return short.length <= MAX ? short : `${short.slice(0, indexAtUnits(short, MAX - 1))}…`;
}
