import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./json-signs.ts";
import { backslashesBefore, nextQuote } from "./json-bytes.ts";
import type { Decode } from "./lines.ts";

/** From so many bytes on the text of an object is large: engines keep what is longer in memory of its own, which takes time. */
export const LARGE_OBJECT = 130_000;

/** From so many bytes on a member is parsed for itself. */
const LARGE_MEMBER = 8192;
const LARGEST_KEY = 200;

/** A JSON object that was parsed in pieces, and the text and value of each. */
export interface ParsedPieces {
  readonly value: unknown;
  readonly pieces: readonly { readonly text: string; readonly value: unknown }[];
}

interface Member {
  readonly key: string;
  /** Where its value stands: [from, to) in bytes. */
  readonly from: number;
  readonly to: number;
}

/**
 * Parses a large JSON object without making one text of all of it: its large members by themselves, and what is left
 * with empty texts in their places. The value is that of `JSON.parse`; undefined where that would fail, and where there is
 * anything about the object that is better left to it. `bytes` are best in a form in which a byte is found quickly.
 */
export function parsePieces(bytes: Uint8Array, decode: Decode): ParsedPieces | undefined {
  const scan = new MemberScan(bytes);
  if (!scan.run() || scan.large.length === 0) return undefined;
  try {
    return assembled(bytes, scan, decode);
  } catch {
    return undefined;
  }
}

function assembled(
  bytes: Uint8Array,
  { large, members }: MemberScan,
  decode: Decode,
): ParsedPieces | undefined {
  const between: string[] = [];
  let from = 0;
  for (const member of large) {
    between.push(decode(bytes.subarray(from, member.from)));
    from = member.to;
  }
  const text = `${between.join('""')}""${decode(bytes.subarray(from))}`;
  const rest = JSON.parse(text) as Record<string, unknown>;
  // A key that stands twice has one value only.
  if (Object.keys(rest).length !== members) return undefined;
  const pieces: { text: string; value: unknown }[] = [{ text, value: { ...rest } }];
  for (const { key, from: start, to } of large) {
    if (key === "__proto__" || !Object.hasOwn(rest, key) || rest[key] !== "") return undefined;
    const own = decode(bytes.subarray(start, to));
    const value: unknown = JSON.parse(own);
    rest[key] = value;
    pieces.push({ text: own, value });
  }
  return { value: rest, pieces };
}

/** Looks at brackets, quotes and commas of an object alone: whether all between them is JSON is for the parser to say. */
class MemberScan {
  readonly large: Member[] = [];
  members = 0;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** False where this is no object, or one with keys that are not as they are written. */
  run(): boolean {
    if (this.#sign() !== OPEN_OBJECT) return false;
    do {
      this.#at++;
      if (!this.#member()) return false;
    } while (this.#sign() === COMMA);
    const closes = this.#sign() === CLOSE_OBJECT;
    this.#at++;
    return closes && this.#sign() === undefined;
  }

  #member(): boolean {
    if (this.#sign() !== QUOTE) return false;
    const open = this.#at;
    if (!this.#passString()) return false;
    const key = this.#bytes.subarray(open + 1, this.#at - 1);
    if (this.#sign() !== COLON || key.length > LARGEST_KEY) return false;
    this.#at++;
    this.#sign();
    const from = this.#at;
    if (!this.#passValue()) return false;
    this.members++;
    if (this.#at - from < LARGE_MEMBER) return true;
    if (!key.every(isPlain)) return false;
    this.large.push({ key: String.fromCharCode(...key), from, to: this.#at });
    return true;
  }

  /** The byte that is next behind spaces. */
  #sign(): number | undefined {
    let byte = this.#bytes[this.#at];
    while (byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13)) byte = this.#bytes[++this.#at];
    return byte;
  }

  #passValue(): boolean {
    const byte = this.#bytes[this.#at];
    if (byte === QUOTE) return this.#passString();
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return this.#passBrackets();
    const from = this.#at;
    while (!ENDS_SCALAR.has(this.#bytes[this.#at] ?? COMMA)) this.#at++;
    return this.#at > from;
  }

  #passBrackets(): boolean {
    let depth = 0;
    do {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) return false;
      if (byte === QUOTE) {
        if (!this.#passString()) return false;
        continue;
      }
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--;
      this.#at++;
    } while (depth > 0);
    return true;
  }

  #passString(): boolean {
    const start = this.#at + 1;
    this.#at = start;
    for (;;) {
      this.#at = nextQuote(this.#bytes, this.#at);
      if (this.#at < 0) return false;
      if (backslashesBefore(this.#bytes, start, this.#at) % 2 === 0) break;
      this.#at++;
    }
    this.#at++;
    return true;
  }
}

const ENDS_SCALAR = new Set([COMMA, CLOSE_OBJECT, CLOSE_ARRAY, 9, 10, 13, 32]);

function isPlain(byte: number): boolean {
  return byte >= 32 && byte < 127 && byte !== BACKSLASH;
}
