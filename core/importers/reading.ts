import { mayBeInexact } from "../lib/inexact-numbers.ts";
import type { ParsedPieces } from "../lib/json-pieces.ts";
import { isUtf8 } from "../lib/json-lines-valid.ts";
import type { BadSpan, ImportReport, ReportNote } from "../model/report.ts";
import { MAX_BAD_SPANS } from "../model/report.ts";
import type { Place } from "./importer.ts";
import { InexactCount } from "./inexact-note.ts";
import { Notebook } from "./notebook.ts";

const NEWLINE = 10;
const REPEATED = "members whose key stands again in the same object: the last of them was read";
const REPEATED_LIST = "a list whose key stands again in the same object: the elements of both were read";
const NOT_UTF8 = "lines that are not valid UTF-8: the bytes that are none were read as U+FFFD";

/** Counts what one file gave: records read, spans that were not, and doubts about the bytes. */
export class Reading {
  readonly #spans: BadSpan[] = [];
  readonly #notes = new Notebook();
  readonly #inexact = new InexactCount();
  readonly #watch: ((span: BadSpan) => void) | undefined;
  #read = 0;
  #bad = 0;
  /** The last line that was told to be no UTF-8. */
  #notUtf8 = 0;

  /** `watch` is told of every span, also of those that are only counted. */
  constructor(watch?: (span: BadSpan) => void) {
    this.#watch = watch;
  }

  get records(): number {
    return this.#read;
  }

  get badCount(): number {
    return this.#bad;
  }

  /** The first span that could not be read. */
  get firstBad(): BadSpan | undefined {
    return this.#spans[0];
  }

  /** One record was read. */
  read(): void {
    this.#read++;
  }

  bad(place: Place, reason: string): void {
    this.#bad++;
    this.#watch?.({ ...place, reason });
    if (this.#spans.length < MAX_BAD_SPANS) this.#spans.push({ ...place, reason });
  }

  /** Something about the bytes that whoever opened the file found out. */
  note(kind: ReportNote["kind"], what: string): void {
    this.#notes.add(kind, what);
  }

  /** The text of a record, or of a whole document, and its value: numbers that parsing changed are told. */
  numbers(text: string, value: unknown, line: number): void {
    this.#inexact.add(text, value, line);
  }

  /** The pieces of a record, and its whole text for who needs it: as `look` and `numbers`. */
  pieces({ pieces, value }: ParsedPieces, whole: () => string, bytes: Uint8Array, line: number): void {
    for (const { text } of pieces) this.look(text, bytes, line);
    if (pieces.some((piece) => mayBeInexact(piece.value, piece.text))) this.numbers(whole(), value, line);
  }

  /** So many members of a document were not read, as later ones have their keys. */
  repeated(count: number, line: number): void {
    if (count > 0) this.#notes.add("doubt", REPEATED, line, count);
  }

  /** A list of a document that is too large to be held stands there twice. */
  repeatedList(line: number): void {
    this.#notes.add("doubt", REPEATED_LIST, line);
  }

  /** Bytes that begin on this line, and what they were decoded to: lines of them that are no UTF-8 are told. */
  look(text: string, bytes: Uint8Array, line: number): void {
    if (text.includes("\ufffd") && !isUtf8(bytes)) this.#lookAtLines(bytes, line);
  }

  #lookAtLines(bytes: Uint8Array, first: number): void {
    let from = 0;
    for (let line = first; from < bytes.length; line++) {
      const newline = bytes.indexOf(NEWLINE, from);
      const to = newline < 0 ? bytes.length : newline;
      // What is read piece by piece may begin on a line of which the piece before was told.
      if (line > this.#notUtf8 && !isUtf8(bytes.subarray(from, to))) {
        this.#notes.add("doubt", NOT_UTF8, line);
        this.#notUtf8 = line;
      }
      from = to + 1;
    }
  }

  report(
    format: string,
    because: string,
    bytes: number,
    notes: readonly ReportNote[],
    renamed: number,
  ): ImportReport {
    this.#inexact.addTo(this.#notes);
    this.#notes.add(
      "renamed",
      "message ids that were repeated: each got a suffix such as ~2",
      undefined,
      renamed,
    );
    return {
      format,
      because,
      bytes,
      lines: { read: this.#read, bad: this.#bad },
      badSpans: this.#spans.toSorted((a, b) => a.offset - b.offset),
      notes: [...this.#notes.list(), ...notes],
    };
  }
}
