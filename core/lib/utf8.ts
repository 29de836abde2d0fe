let measure: (text: string) => number = countUtf8;

/**
 * Lets the platform's own measure of UTF-8 bytes be used: a root that has one (Node's Buffer) is many times faster
 * than a loop. It must count a lone surrogate as 3, as `countUtf8` does; nothing else changes.
 */
export function setUtf8Measure(platform: (text: string) => number): void {
  measure = platform;
}

/**
 * Length of a text in UTF-8 bytes. A lone surrogate counts as 3, the size of the replacement character that an
 * encoder writes for it.
 */
export function utf8Length(text: string): number {
  return measure(text);
}

/** `utf8Length` without the platform's help. */
export function countUtf8(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLow(text, i + 1)) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000;
}

/** UTF-8 bytes of the code point at `at` and its length in UTF-16 units. */
function pointAt(text: string, at: number): { readonly bytes: number; readonly units: number } {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return { bytes: 1, units: 1 };
  if (unit < 0x800) return { bytes: 2, units: 1 };
  if (unit >= 0xd800 && unit < 0xdc00 && isLow(text, at + 1)) return { bytes: 4, units: 2 };
  return { bytes: 3, units: 1 };
}

/** The largest index that is at most `limit` bytes of UTF-8 after `from` and does not split a code point. */
export function indexAtBytes(text: string, limit: number, from = 0): number {
  // Every unit is at most three bytes: most texts are seen to fit without being read.
  if ((text.length - from) * 3 <= limit) return text.length;
  let left = limit;
  let at = from;
  while (at < text.length) {
    const point = pointAt(text, at);
    if (point.bytes > left) break;
    left -= point.bytes;
    at += point.units;
  }
  return at;
}

/** The smallest index from which the rest of the text is at most `limit` bytes and that splits no code point. */
export function indexAtTailBytes(text: string, limit: number): number {
  let left = limit;
  let at = text.length;
  while (at > 0) {
    const previous = at - (isLow(text, at - 1) && isHigh(text, at - 2) ? 2 : 1);
    const { bytes } = pointAt(text, previous);
    if (bytes > left) break;
    left -= bytes;
    at = previous;
  }
  return at;
}

function isHigh(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00;
}

/** The largest index at most `limit` UTF-16 units from the start that does not part a surrogate pair. */
export function indexAtUnits(text: string, limit: number): number {
  if (limit >= text.length) return text.length;
  return limit > 0 && isHigh(text, limit - 1) && isLow(text, limit) ? limit - 1 : Math.max(0, limit);
}

/** UTF-8 bytes of the UTF-16 units [from, to) of a text. */
export function utf8LengthOf(text: string, from: number, to: number): number {
  return utf8Length(text.slice(from, to));
}
