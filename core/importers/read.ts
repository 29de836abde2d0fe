import type { FindBytes } from "../lib/json-seams.ts";
import type { BadSpan, ReportNote } from "../model/report.ts";
import { ImportFailure } from "./failure.ts";
import { FileReader } from "./file-reader.ts";
import type { PartSink, Place } from "./importer.ts";
import type { ImportOutcome } from "./intake.ts";

export type { ImportOutcome } from "./intake.ts";

/** What a reader needs of its host. */
export interface ReaderOptions {
  readonly sink: PartSink;
  /** Decodes UTF-8; bytes that are none become U+FFFD. The core has no decoder of its own. */
  readonly decode: (bytes: Uint8Array) => string;
  /** The same bytes in the form in which the host finds a byte quickest, if it has one. */
  readonly quick?: (bytes: Uint8Array) => Uint8Array;
  /** Finds bytes in those that `quick` gave, if the host has a quick way. */
  readonly find?: FindBytes;
  /** Bytes from which on a document is taken apart; 4 MiB if it is left out. */
  readonly large?: number;
  /** Name of the file, put before the message of a failure. */
  readonly name?: string;
  readonly watch?: ReadWatch;
}

/** Is told what is read, for whoever wants to know more than the importer tells. */
export interface ReadWatch {
  /** Each record before its importer gets it. */
  readonly record?: (value: unknown, place: Place) => void;
  /** Each span that could not be read, also those that a report does not list. */
  readonly bad?: (span: BadSpan) => void;
}

/** Reads one file as its bytes come. Both calls may throw `ImportFailure`; nothing can be read after that. */
export interface Reader {
  /** The next bytes, cut anywhere. The array may be used again afterwards. */
  push(chunk: Uint8Array): void;
  /**
   * The bytes that follow are another file, read as one with those before: its path below their folder, with slashes.
   * Lines and offsets go on. To be told before the first file as well.
   */
  part(name: string): void;
  /** Says in the report what was found out about the bytes. */
  note(kind: ReportNote["kind"], what: string): void;
  end(): ImportOutcome;
}

/** Opens a reader. The format is recognised from the content: JSONL, one JSON document, or several. */
export function createReader(options: ReaderOptions): Reader {
  const reader = new FileReader(options);
  const named = <T>(act: () => T): T => withName(options.name, act);
  return {
    push: (chunk) => named(() => reader.push(chunk)),
    part: (name) => named(() => reader.part(name)),
    note: (kind, what) => reader.note(kind, what),
    end: () => named(() => reader.end()),
  };
}

function withName<T>(name: string | undefined, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (name === undefined || !(error instanceof ImportFailure)) throw error;
    throw new ImportFailure(error.code, `${name}: ${error.message}`);
  }
}
