import type { Part } from "../../core/model/part.ts";
import { encodeParts } from "./part-codec.ts";

/** Kept parts on their way to the library: lines of JSON, and the long texts that these name by number. */
export interface Batch {
  /** Handle of the first kept list of parts. */
  readonly first: number;
  readonly count: number;
  readonly lines: string;
  readonly bytes: Uint8Array;
  /** Piece k is bytes [ends[k - 1], ends[k]). */
  readonly ends: readonly number[];
}

/** A batch is full at about this many bytes of long texts, or UTF-16 units of lines. */
const batchSize = 2 ** 18;

/** UTF-8 of texts side by side, in a buffer that is used again: garbage of this size would pile up. */
class TextBuffer {
  private bytes = new Uint8Array(2 * batchSize);
  used = 0;

  /** Adds a text; gives where it ends. */
  add(text: string): number {
    this.reserve(text);
    this.used += Buffer.from(this.bytes.buffer, this.used).write(text, "utf8");
    return this.used;
  }

  /** A copy of what was added; the buffer is empty afterwards. */
  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.used);
    this.used = 0;
    if (this.bytes.length > 4 * batchSize) this.bytes = new Uint8Array(2 * batchSize);
    return taken;
  }

  /** Makes room: a text of n UTF-16 units is at most 3n bytes, and mostly n. */
  private reserve(text: string): void {
    if (this.used + text.length * 3 <= this.bytes.length) return;
    const needed = this.used + Buffer.byteLength(text);
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(needed + batchSize);
    larger.set(this.bytes.subarray(0, this.used));
    this.bytes = larger;
  }
}

/** Gathers kept parts, in order, into one batch after the other. */
export class BatchWriter {
  private readonly texts = new TextBuffer();
  private first: number;
  private lines: string[] = [];
  private ends: number[] = [];
  private units = 0;

  /** `first` is the handle of the first that will be added. */
  constructor(first: number) {
    this.first = first;
  }

  /** True when what was gathered should be stored now. */
  get full(): boolean {
    return this.texts.used + this.units >= batchSize;
  }

  /** Adds the parts of the next handle. */
  add(parts: readonly Part[]): void {
    const line = encodeParts(parts, (text) => this.ends.push(this.texts.add(text)) - 1);
    this.lines.push(line);
    this.units += line.length;
  }

  /** What was gathered, or undefined when that is nothing; the next batch begins. */
  take(): Batch | undefined {
    const { first, lines, ends } = this;
    if (lines.length === 0) return undefined;
    this.first += lines.length;
    this.lines = [];
    this.ends = [];
    this.units = 0;
    return { first, count: lines.length, lines: lines.join("\n"), bytes: this.texts.take(), ends };
  }
}
