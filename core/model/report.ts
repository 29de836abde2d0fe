import type { SensitiveFinding } from "./sensitive.ts";

/** A part of the input that could not be read; everything around it was. */
export interface BadSpan {
  /** Line in the file, from 1. */
  readonly line: number;
  /** Byte offset in the file, from 0, and length in bytes. */
  readonly offset: number;
  readonly bytes: number;
  /** What is wrong and, where it helps, what to do. */
  readonly reason: string;
}

/** Something that an importer did or found, said once with how often. */
export interface ReportNote {
  readonly kind: "merged" | "dropped" | "reordered" | "missing" | "doubt" | "opaque" | "renamed" | "note";
  readonly what: string;
  readonly count: number;
  /** First line on which it was seen, from 1. */
  readonly line?: number;
}

/** What was read, what was not, and why. The same object in the window and in `ullage import --json`. */
export interface ImportReport {
  readonly format: string;
  /** Why this format was recognised. */
  readonly because: string;
  readonly bytes: number;
  readonly lines: { readonly read: number; readonly bad: number };
  /** At most `MAX_BAD_SPANS` are listed; `lines.bad` is the true count. */
  readonly badSpans: readonly BadSpan[];
  readonly notes: readonly ReportNote[];
  /** Secrets and personal data that were seen, counts and places only; absent until they have been looked for. */
  readonly sensitive?: readonly SensitiveFinding[];
}

/** How many bad spans a report lists. */
export const MAX_BAD_SPANS = 200;
