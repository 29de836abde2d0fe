import { CLOSE_OBJECT, COLON } from "./json-signs.ts";

const NEWLINE = 10;
/** A first key is looked for in so many bytes. */
const LONGEST_HEAD = 128;
/** So many beginnings are told apart. */
const MOST_HEADS = 8;

/** Where some bytes stand in others, from a place on; -1 where they do not. */
export type FindBytes = (bytes: Uint8Array, some: Uint8Array, from: number) => number;

/** Finds where objects of an array seem to meet: what lies between them is as before, and what follows begins as others did. */
export class SeamFinder {
  readonly #find: FindBytes;
  #bytes: Uint8Array = new Uint8Array();
  /** From the closing bracket of one object to the opening one of the next. */
  #joint: Uint8Array | undefined;
  /** How objects begin: up to the colon after their first key. */
  readonly #heads: Uint8Array[] = [];
  /** What is looked for: the joint, with the head where all objects begin alike. */
  #seam: Uint8Array = new Uint8Array();
  /** True when there is no seam any more in these bytes. */
  #none = false;
  #newline = -1;

  constructor(find: FindBytes = findBytes) {
    this.#find = find;
  }

  /** What follows is asked of these bytes. */
  begin(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#none = false;
    this.#newline = -1;
  }

  /** An object begins at `at`, after this comma. */
  learn(comma: number, at: number): void {
    const bytes = this.#bytes;
    // Copies: the owner of the bytes uses their memory again.
    if (!this.#joint && bytes[comma - 1] === CLOSE_OBJECT)
      this.#setJoint(new Uint8Array(bytes.subarray(comma - 1, at + 1)));
    if (this.#heads.length === MOST_HEADS || this.#isHead(at + 1)) return;
    const colon = bytes.subarray(at + 1, at + LONGEST_HEAD).indexOf(COLON);
    if (colon < 0) return;
    this.#heads.push(new Uint8Array(bytes.subarray(at + 1, at + colon + 2)));
    this.#setJoint(this.#joint);
  }

  #setJoint(joint: Uint8Array | undefined): void {
    this.#joint = joint;
    this.#none = false;
    const [head, other] = this.#heads;
    this.#seam = new Uint8Array([...(joint ?? []), ...(head && !other ? head : [])]);
  }

  /** Where the object that begins at `at` seems to end; `at` itself when nothing says so. */
  next(at: number): number {
    const joint = this.#joint;
    if (!joint || this.#none) return at;
    const [bytes, seam] = [this.#bytes, this.#seam];
    for (let end = this.#find(bytes, seam, at); end >= 0; end = this.#find(bytes, seam, end + 1))
      if (seam.length > joint.length || this.#isHead(end + joint.length)) return end + 1;
    this.#none = true;
    return at;
  }

  /** Newlines in [from, to), which must not lie before what was asked for last. */
  newlines(from: number, to: number): number {
    let count = 0;
    if (this.#newline < from) this.#newline = this.#nextNewline(from);
    for (; this.#newline < to; this.#newline = this.#nextNewline(this.#newline + 1)) count++;
    return count;
  }

  #isHead(at: number): boolean {
    return this.#heads.some((head) => isAt(this.#bytes, at, head));
  }

  #nextNewline(from: number): number {
    const at = this.#bytes.indexOf(NEWLINE, from);
    return at < 0 ? Infinity : at;
  }
}

/** `FindBytes` without the host's help. */
function findBytes(bytes: Uint8Array, some: Uint8Array, from: number): number {
  const first = some[0] ?? 0;
  let at = bytes.indexOf(first, from);
  while (at >= 0 && !isAt(bytes, at, some)) at = bytes.indexOf(first, at + 1);
  return at;
}

function isAt(bytes: Uint8Array, from: number, some: Uint8Array): boolean {
  for (let at = 0; at < some.length; at++) if (bytes[from + at] !== some[at]) return false;
  return true;
}
