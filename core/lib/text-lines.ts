import { indexAtBytes, indexAtTailBytes, indexAtUnits, utf8Length } from "./utf8.ts";

/**
 * Lines of a text: split at `\n`, the newline belongs to its line, a last line without one counts, the empty text
 * has none (policies, section 0).
 */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return text.length > 0 && text.charCodeAt(text.length - 1) !== 10 ? lines + 1 : lines;
}

/** Where line `line` (from 1) begins, or the text's length past the end. */
export function lineStart(text: string, line: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf("\n", at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}

/** Where the last `lines` lines begin. */
export function lineStartFromEnd(text: string, lines: number): number {
  if (lines <= 0) return text.length;
  let at = text.length - (text.endsWith("\n") ? 1 : 0);
  for (let i = 0; i < lines; i++) {
    if (at <= 0) return 0;
    at = text.lastIndexOf("\n", at - 1);
    if (at === -1) return 0;
  }
  return at + 1;
}

/** The end of the last whole line at or before `end`, or `end` itself where no line ends inside. */
export function lineEndWithin(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const newline = end > 0 ? text.lastIndexOf("\n", end - 1) : -1;
  return newline === -1 ? end : newline + 1;
}

/** A head of at most `bytes`: on a line boundary where one lies inside, else on the last code point that fits. */
export function headWithinBytes(text: string, bytes: number): string {
  if (utf8Length(text) <= bytes) return text;
  return text.slice(0, lineEndWithin(text, indexAtBytes(text, bytes)));
}

/** A head of at most `units` UTF-16 units, cut like `headWithinBytes`. */
export function headWithinUnits(text: string, units: number): string {
  return text.slice(0, lineEndWithin(text, indexAtUnits(text, units)));
}

/** Where a tail of at most `bytes` begins: at a line start where one lies inside, else at a code point. */
export function tailStartWithinBytes(text: string, bytes: number): number {
  const start = indexAtTailBytes(text, bytes);
  if (start === 0 || text.charCodeAt(start - 1) === 10) return start;
  const newline = text.indexOf("\n", start);
  return newline === -1 || newline + 1 >= text.length ? start : newline + 1;
}
