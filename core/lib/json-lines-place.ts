import { utf8LengthOf } from "./utf8.ts";

/** A stretch of a file: line from 1, byte offset from 0, length in bytes. */
export interface BytePlace {
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
}

/** Turns stretches of a decoded text, asked for in order, into places in the file. Linear in the text. */
export class PlaceCursor {
  readonly #text: string;
  #at = 0;
  /** The next newline from the position on, -1 when there is none: looked for once. */
  #newline: number;
  #line: number;
  #offset: number;

  /** `line` and `offset` are those of the text's first character. */
  constructor(text: string, line: number, offset: number) {
    this.#text = text;
    this.#newline = text.indexOf("\n");
    this.#line = line;
    this.#offset = offset;
  }

  /** The place of [from, to); `from` must not lie before the last one asked for. */
  place(from: number, to: number): BytePlace {
    this.#moveTo(from);
    return { line: this.#line, offset: this.#offset, bytes: utf8LengthOf(this.#text, from, to) };
  }

  #moveTo(to: number): void {
    this.#offset += utf8LengthOf(this.#text, this.#at, to);
    this.#at = Math.max(this.#at, to);
    while (this.#newline >= 0 && this.#newline < to) {
      this.#line++;
      this.#newline = this.#text.indexOf("\n", this.#newline + 1);
    }
  }
}
