import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from "./json-signs.ts";

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
/** Most strings are keys and other short ones: to look here is quicker than to ask for a search. */
const SHORT = 24;

/** Signs that a scan does something about. */
const SIGNS = new Uint8Array(256);
for (const sign of [QUOTE, NEWLINE, OPEN_ARRAY, OPEN_OBJECT, COMMA, CLOSE_ARRAY, CLOSE_OBJECT])
  SIGNS[sign] = 1;

/** Where the next of these signs is, from `at` on; the end when there is none. */
export function nextSign(bytes: Uint8Array, at: number): number {
  let next = at;
  while (next < bytes.length && SIGNS[bytes[next] as number] === 0) next++;
  return next;
}

/** Where the next quote is, from `from` on; -1 when there is none. */
export function nextQuote(bytes: Uint8Array, from: number): number {
  const near = Math.min(bytes.length, from + SHORT);
  for (let at = from; at < near; at++) if (bytes[at] === QUOTE) return at;
  return bytes.indexOf(QUOTE, near);
}

/** True for a byte that an element may begin with, whole or broken: no space, no comma, no closing bracket. */
export function isStart(byte: number): boolean {
  if (byte <= SPACE) return byte !== SPACE && byte !== NEWLINE && byte !== RETURN && byte !== TAB;
  return byte !== COMMA && byte !== CLOSE_ARRAY && byte !== CLOSE_OBJECT;
}

/** Line breaks in some bytes. */
export function newlinesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** How many backslashes stand in a row right before `end`, not before `from`: an odd number escapes what stands there. */
export function backslashesBefore(bytes: Uint8Array, from: number, end: number): number {
  let count = 0;
  while (end - count > from && bytes[end - count - 1] === BACKSLASH) count++;
  return count;
}
