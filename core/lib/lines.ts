import { LARGE_OBJECT } from "./json-pieces.ts";

/** One physical line of a file, without its newline and without a carriage return before it. */
export interface PhysicalLine {
  readonly bytes: Uint8Array;
  /** From 1. */
  readonly line: number;
  /** Byte offset of its first byte in the file, from 0. */
  readonly offset: number;
  /** Bytes of the line break after it: 0 at the end of the file, 1, or 2 with a carriage return. */
  readonly breakBytes: number;
  /** Its text, where it was decoded with its neighbours. */
  readonly text: string | undefined;
}

const NEWLINE = 10;
const RETURN = 13;
/** Lines are decoded together in blocks of about so many bytes: one call for many, and one odd byte spoils few. */
const BLOCK_BYTES = 16_384;
/** Blocks that are not tried after one that was no ASCII: what is tried in vain is decoded twice. */
const BLOCKS_LEFT_OUT = 8;

/** Byte chunks in a row. They are joined once, when somebody asks, so that a long line costs linear work. */
export class ByteList {
  #chunks: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Keeps a copy: the caller may use its buffer again. */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    // A Buffer's slice would be a view of memory that its owner uses again.
    this.#chunks.push(new Uint8Array(bytes));
    this.#length += bytes.length;
  }

  /** Keeps bytes that nobody uses again: no copy is made. */
  own(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }

  /** All bytes as one array; the list is empty afterwards. */
  take(): Uint8Array {
    const [first] = this.#chunks;
    const joined = this.#chunks.length === 1 && first ? first : this.#join();
    if (this.#chunks.length > 0) this.#chunks = [];
    this.#length = 0;
    return joined;
  }

  #join(): Uint8Array {
    const joined = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      joined.set(chunk, at);
      at += chunk.length;
    }
    return joined;
  }
}

/** Asked of a line that is longer than `limit` bytes and has not ended: true when whoever is asked takes it from there. */
export interface LongLine {
  readonly limit: number;
  readonly take: (start: Uint8Array, place: { readonly line: number; readonly offset: number }) => boolean;
}

/** Decodes UTF-8; bytes that are none become U+FFFD. */
export type Decode = (bytes: Uint8Array) => string;

/** Whole lines of a chunk that were decoded at once: [from, to) in bytes of the chunk. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly text: string | undefined;
}

const NO_BLOCK: Block = { from: 0, to: 0, text: undefined };

/** What a splitter is given beside its two callbacks. */
export interface LineSplitterOptions {
  /** The place of the first byte in the file; line 1, offset 0 if it is left out. */
  readonly from?: { readonly line: number; readonly offset: number };
  readonly long?: LongLine;
  /** For `PhysicalLine.text`. */
  readonly decode?: Decode | undefined;
}

/**
 * Splits byte chunks into lines. `take` is called for each line that is not empty, in order; when it answers false, splitting stops
 * and `rest` gets the bytes after that line, now and from every later chunk.
 */
export class LineSplitter {
  readonly #held = new ByteList();
  readonly #take: (line: PhysicalLine) => boolean;
  readonly #rest: (bytes: Uint8Array) => void;
  #line: number;
  #offset: number;
  #stopped = false;
  readonly #long: LongLine | undefined;
  readonly #decode: Decode | undefined;
  #block = NO_BLOCK;
  #leftOut = 0;
  /** The line that was asked for. */
  #asked = 0;

  constructor(
    take: (line: PhysicalLine) => boolean,
    rest: (bytes: Uint8Array) => void,
    { from = { line: 1, offset: 0 }, long, decode }: LineSplitterOptions = {},
  ) {
    this.#long = long;
    this.#decode = decode;
    this.#take = take;
    this.#rest = rest;
    this.#line = from.line;
    this.#offset = from.offset;
  }

  /** The line that comes next, from 1. */
  get line(): number {
    return this.#line;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    this.#block = NO_BLOCK;
    while (!this.#stopped) {
      const newline = chunk.indexOf(NEWLINE, from);
      if (newline < 0) break;
      if (newline === from && this.#held.length === 0) {
        this.#skipEmpty();
        from++;
        continue;
      }
      if (this.#held.length > 0) this.#emit(this.#complete(chunk.subarray(from, newline)), 1);
      else this.#emit(chunk.subarray(from, newline), 1, this.#textOf(chunk, from, newline));
      from = newline + 1;
    }
    const left = from === 0 ? chunk : chunk.subarray(from);
    if (this.#stopped) return this.#rest(left);
    this.#held.add(left);
    if (this.#long && this.#held.length > this.#long.limit) this.#ask(this.#long);
  }

  #ask({ take }: LongLine): void {
    if (this.#asked === this.#line) return;
    this.#asked = this.#line;
    const start = this.#held.take();
    this.#stopped = take(start, { line: this.#line, offset: this.#offset });
    if (!this.#stopped) this.#held.add(start);
  }

  /** The last line, when the file does not end in a newline. True if there was one. */
  end(): boolean {
    if (this.#stopped || this.#held.length === 0) return false;
    this.#emit(this.#held.take(), 0);
    return true;
  }

  #skipEmpty(): void {
    this.#line++;
    this.#offset++;
  }

  /** The text of a line of the chunk, if it stands among lines that are all ASCII. */
  #textOf(chunk: Uint8Array, from: number, newline: number): string | undefined {
    if (newline - from >= LARGE_OBJECT) return undefined;
    if (newline > this.#block.to) {
      // The last line that ends within a block's length, or this one, if it is longer.
      const to = Math.max(newline, chunk.lastIndexOf(NEWLINE, from + BLOCK_BYTES));
      this.#block = { from, to, text: this.#ascii(chunk.subarray(from, to)) };
    }
    return this.#block.text?.slice(from - this.#block.from, newline - this.#block.from);
  }

  /** The text of a block, if each of its bytes gives one UTF-16 unit: then places in bytes are places in the text. */
  #ascii(block: Uint8Array): string | undefined {
    if (!this.#decode || this.#leftOut-- > 0) return undefined;
    const text = this.#decode(block);
    if (text.length === block.length) return text;
    this.#leftOut = BLOCKS_LEFT_OUT;
    return undefined;
  }

  #complete(tail: Uint8Array): Uint8Array {
    this.#held.add(tail);
    return this.#held.take();
  }

  #emit(bytes: Uint8Array, newline: number, text?: string): void {
    const carriage = newline === 1 && bytes[bytes.length - 1] === RETURN ? 1 : 0;
    const line = {
      bytes: carriage === 0 ? bytes : bytes.subarray(0, bytes.length - 1),
      text: carriage === 0 ? text : text?.slice(0, -1),
      line: this.#line,
      offset: this.#offset,
      breakBytes: newline + carriage,
    };
    this.#line++;
    this.#offset += bytes.length + newline;
    this.#stopped = !this.#take(line);
  }
}
