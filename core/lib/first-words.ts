import { indexAtUnits } from "./utf8.ts";

/** What a regular expression calls white space. */
function isSpace(unit: number): boolean {
  if (unit < 0xa0) return unit === 32 || (unit >= 9 && unit <= 13);
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    (unit >= 0x2028 && unit <= 0x2029) ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/** Where the next sign is that is no white space, from `at` on; `end` when there is none. */
function skipSpaces(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && isSpace(text.charCodeAt(next))) next++;
  return next;
}

/** Where the words that stand one space apart end, from `at` on, where a word begins. */
function evenEnd(text: string, at: number, end: number): number {
  let next = at + 1;
  for (; next < end; next++) {
    const unit = text.charCodeAt(next);
    if (isSpace(unit) && (unit !== 32 || next + 1 === end || isSpace(text.charCodeAt(next + 1)))) break;
  }
  return next;
}

/**
 * The first words of a text on one line, a space between them: at most `most` UTF-16 units, without half a surrogate pair
 * at the end, of the first `within` of the text. It is a text of its own: it does not keep the other one in memory.
 */
export function firstWords(text: string, most: number, within: number): string {
  const end = Math.min(text.length, within);
  // A slice keeps the text that it is of; what is joined from several is new.
  const runs = [""];
  let length = 0;
  for (let at = skipSpaces(text, 0, end); at < end && length <= most; at = skipSpaces(text, at, end)) {
    const from = at;
    at = evenEnd(text, from, Math.min(end, from + most + 1 - length));
    runs.push(text.slice(from, at));
    length += at - from + 1;
  }
  const line = runs.join(" ").slice(1);
  return line.slice(0, indexAtUnits(line, most));
}
