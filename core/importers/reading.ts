import type { BadSpan, ImportReport, ReportNote } from "../model/report.ts";
import { MAX_BAD_SPANS } from "../model/report.ts";
import type { Place } from "./importer.ts";
import { InexactCount } from "./inexact-note.ts";
import { Notebook } from "./notebook.ts";

const NOT_UTF8 = "lines that are not valid UTF-8: the bytes that are none were read as U+FFFD";

/** Counts what one file gave: records read, spans that were not, and doubts about the bytes. */
export class Reading {
  readonly #spans: BadSpan[] = [];
  readonly #notes = new Notebook();
  readonly #inexact = new InexactCount();
  readonly #watch: ((span: BadSpan) => void) | undefined;
  #read = 0;
  #bad = 0;

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

  notUtf8(line: number): void {
    this.#notes.add("doubt", NOT_UTF8, line);
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
