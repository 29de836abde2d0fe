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
  #line: number;
  #offset: number;

  /** `line` and `offset` are those of the text's first character. */
  constructor(text: string, line: number, offset: number) {
    this.#text = text;
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
    for (
      let at = this.#text.indexOf("\n", this.#at);
      at >= 0 && at < to;
      at = this.#text.indexOf("\n", at + 1)
    ) {
      this.#line++;
    }
    this.#at = Math.max(this.#at, to);
  }
}
