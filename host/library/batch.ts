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

/** Gathers kept parts, in order, into one batch. */
export class BatchWriter {
  private readonly first: number;
  private readonly lines: string[] = [];
  private readonly ends: number[] = [];
  private units = 0;
  private bytes = new Uint8Array(2 * batchSize);
  private used = 0;

  /** `first` is the handle of the first that will be added. */
  constructor(first: number) {
    this.first = first;
  }

  /** True when the batch should be stored now. */
  get full(): boolean {
    return this.used + this.units >= batchSize;
  }

  /** Adds the parts of the next handle. */
  add(parts: readonly Part[]): void {
    const line = encodeParts(parts, this.take);
    this.lines.push(line);
    this.units += line.length;
  }

  /** What was gathered, or undefined when that is nothing. */
  close(): Batch | undefined {
    if (this.lines.length === 0) return undefined;
    const bytes = this.bytes.subarray(0, this.used);
    return { first: this.first, count: this.lines.length, lines: this.lines.join("\n"), bytes, ends: this.ends };
  }

  private readonly take = (text: string): number => {
    this.reserve(text);
    this.used += Buffer.from(this.bytes.buffer, this.used).write(text, "utf8");
    return this.ends.push(this.used) - 1;
  };

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
