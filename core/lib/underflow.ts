/** As many zeros after a point are looked for; they lie around two places that are half as far from each other. */
const ZEROS = 200;
const STRIDE = ZEROS / 2;
const ZERO = 48;
const EXPONENT = /\d[eE]-\d{3}/g;
/** What a number may come after. */
const BEFORE = new Set([":", ",", "[", " ", "\t", "\n", "\r", ""]);

/**
 * Quick: true when a JSON text may hold a number that becomes 0 because it is too small for a double: by an exponent of
 * three digits, or by more zeros after its point than an exponent of two makes up for. It may be wrong so, never the
 * other way.
 */
export function mayUnderflow(text: string): boolean {
  EXPONENT.lastIndex = 0;
  for (let found = EXPONENT.exec(text); found; found = EXPONENT.exec(text))
    if (isInNumber(text, found.index)) return true;
  return hasManyZeros(text);
}

/** True for a digit of a number that stands in no string, as far as its start tells. */
function isInNumber(text: string, at: number): boolean {
  let from = at;
  while (isOfNumber(text[from - 1])) from--;
  return BEFORE.has(text.charAt(from - 1));
}

function isOfNumber(sign: string | undefined): boolean {
  return sign !== undefined && (sign === "." || sign === "-" || (sign >= "0" && sign <= "9"));
}

function hasManyZeros(text: string): boolean {
  for (let at = STRIDE; at + STRIDE < text.length; at += STRIDE) {
    if (text.charCodeAt(at) !== ZERO || text.charCodeAt(at + STRIDE) !== ZERO) continue;
    if (/^0+$/.test(text.slice(at, at + STRIDE))) return true;
  }
  return false;
}
