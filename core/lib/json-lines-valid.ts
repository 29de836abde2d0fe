/** True for bytes that are valid UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF). */
export function isUtf8(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** Length of the valid sequence at `at`, 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  if (first >= 0xc2 && first <= 0xdf) return isTail(second) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) return isTriple(first, second) && isTail(bytes[at + 2]) ? 3 : 0;
  if (first < 0xf0 || first > 0xf4 || !isTail(second)) return 0;
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0;
  return isTail(bytes[at + 2]) && isTail(bytes[at + 3]) ? 4 : 0;
}

function isTriple(first: number, second: number): boolean {
  if (!isTail(second)) return false;
  return !(first === 0xe0 && second < 0xa0) && !(first === 0xed && second > 0x9f);
}

function isTail(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}
