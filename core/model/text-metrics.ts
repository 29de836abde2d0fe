import { countLines } from "../lib/text-lines.ts";
import { utf8Length } from "../lib/utf8.ts";
import type { ContentSize } from "./event.ts";
import { type ContentPart, resultText } from "./part.ts";

const MOST_MEMOS = 16;

/** What was made of a text, and of what else. */
interface Memo {
  readonly of: unknown;
  readonly made: unknown;
}

/** The text of a result with its measures. Bytes and lines are counted only when somebody asks. */
export class TextMetrics {
  readonly text: string;
  /** chars4 of the joined text. */
  readonly tokens: number;
  private byteCount: number;
  private lineCount = -1;
  private readonly memos = new Map<string, Memo>();

  /** `bytes` where somebody has counted them already. */
  constructor(text: string, bytes = -1) {
    this.text = text;
    this.tokens = Math.ceil(text.length / 4);
    this.byteCount = bytes;
  }

  get bytes(): number {
    if (this.byteCount < 0) this.byteCount = utf8Length(this.text);
    return this.byteCount;
  }

  /** The bytes, where they are counted already. */
  get counted(): number | undefined {
    return this.byteCount < 0 ? undefined : this.byteCount;
  }

  get lines(): number {
    if (this.lineCount < 0) this.lineCount = countLines(this.text);
    return this.lineCount;
  }

  /**
   * What `make` gives for this text, made once for each key. A preview depends on the text and its parameters only,
   * so the key names the parameters: runs with the same ones share it. Where it depends on something else too, that is
   * `of`: what was made is kept for the last one.
   */
  memo<T>(key: string, make: () => T, of?: unknown): T {
    const known = this.memos.get(key);
    if (known && known.of === of) return known.made as T;
    const made = make();
    // A dragged slider leaves one entry for each value that it passed: old ones go.
    if (!known && this.memos.size >= MOST_MEMOS) this.memos.clear();
    this.memos.set(key, { of, made });
    return made;
  }

  /** As an event holds it. */
  size(): ContentSize {
    return { bytes: this.bytes, lines: this.lines, tokens: this.tokens };
  }
}

const known = new WeakMap<readonly ContentPart[], TextMetrics>();

/** Measures of the text of a result's parts, worked out once for these parts. */
export function metricsOf(parts: readonly ContentPart[]): TextMetrics {
  let metrics = known.get(parts);
  if (!metrics) {
    metrics = new TextMetrics(resultText({ parts }));
    known.set(parts, metrics);
  }
  return metrics;
}

/** Bytes of the text of a result's parts, where somebody has counted them already. */
export function knownBytes(parts: readonly ContentPart[]): number | undefined {
  return known.get(parts)?.counted;
}

/** From this many bytes on it is worth to note them. */
const WORTH_NOTING = 16_384;

/** Notes the bytes of a result that were counted already: large ones, which policies will ask for, are not counted again. */
export function noteBytes(parts: readonly ContentPart[], bytes: number): void {
  if (bytes >= WORTH_NOTING && !known.has(parts))
    known.set(parts, new TextMetrics(resultText({ parts }), bytes));
}

/** Size of a text, as an event holds it. */
export function contentSize(text: string): ContentSize {
  return { bytes: utf8Length(text), lines: countLines(text), tokens: Math.ceil(text.length / 4) };
}
