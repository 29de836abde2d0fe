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

/**
 * The first words of a text on one line, a space between them: at most `most` UTF-16 units, without half a surrogate pair
 * at the end, of the first `within` of the text. It is a text of its own: it does not keep the other one in memory.
 */
export function firstWords(text: string, most: number, within: number): string {
  const units: number[] = [];
  const end = Math.min(text.length, within);
  let apart = false;
  for (let at = 0; at < end && units.length <= most; at++) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      apart = units.length > 0;
      continue;
    }
    if (apart) units.push(32);
    apart = false;
    units.push(unit);
  }
  const line = String.fromCharCode(...units);
  return units.length > most ? line.slice(0, indexAtUnits(line, most)) : line;
}
