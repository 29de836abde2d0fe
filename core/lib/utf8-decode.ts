/** How many UTF-16 units are joined at once: more arguments than a call may have would be too many. */
const PIECE = 8192;
const REPLACEMENT = 0xfffd;

/** The text of UTF-8 bytes; each byte that is none becomes U+FFFD. For bytes inside a text: files have a quicker door. */
export function textOfUtf8(bytes: Uint8Array): string {
  const pieces: string[] = [];
  let units: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    pushPoint(units, length === 0 ? REPLACEMENT : pointOf(bytes, at, length));
    at += Math.max(1, length);
    if (units.length < PIECE) continue;
    pieces.push(String.fromCharCode(...units));
    units = [];
  }
  pieces.push(String.fromCharCode(...units));
  return pieces.join("");
}

function pushPoint(units: number[], point: number): void {
  if (point < 0x10000) units.push(point);
  else units.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
}

function pointOf(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0;
  if (length === 1) return first;
  let point = first & (0xff >> (length + 1));
  for (let next = 1; next < length; next++) point = (point << 6) | ((bytes[at + next] ?? 0) & 0x3f);
  return point;
}

/** Length of the valid sequence at `at`, 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (let next = 1; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  const point = pointOf(bytes, at, length);
  if (length === 3 && (point < 0x800 || (point >= 0xd800 && point < 0xe000))) return 0;
  return length === 4 && (point < 0x10000 || point > 0x10ffff) ? 0 : length;
}
