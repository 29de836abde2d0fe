import type { BadSpan, ImportReport } from "../model/report.ts";
import { choose, chooseAmong, isKnown } from "./chooser.ts";
import { ImportFailure } from "./failure.ts";
import { finishThreads } from "./finish.ts";
import type { FormatId, ImportedThread, Importer, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord, FORMATS, UNDERSTOOD } from "./importer.ts";
import type { Reading } from "./reading.ts";

/** How many records are looked at before a format is chosen. */
export const DETECTION_RECORDS = 50;

/** What came out of a file. */
export interface ImportOutcome {
  readonly format: FormatId;
  readonly report: ImportReport;
  /** Every lane that holds a message, the main one first. Message ids are unique in a thread. */
  readonly threads: readonly ImportedThread[];
}

/** A record that waits for the format to be chosen, or the name of the file that the next ones come from. */
type Waiting = Found | { readonly part: string };

interface Found {
  readonly value: unknown;
  readonly place: Place;
  readonly mended: boolean;
}

interface Chosen {
  readonly importer: Importer;
  readonly because: string;
  readonly session: ImportSession;
}

/** Takes the records of one file: the first ones decide the format, then all go to that importer's session. */
export class Intake {
  readonly #sink: PartSink;
  readonly #reading: Reading;
  #waiting: Waiting[] = [];
  #records = 0;
  #chosen: Chosen | undefined;

  constructor(sink: PartSink, reading: Reading) {
    this.#sink = sink;
    this.#reading = reading;
  }

  /** True once a record came. */
  get any(): boolean {
    return this.#records > 0;
  }

  /**
   * One parsed record; `mended` when what was broken in it was left out. Throws `ImportFailure` when the format turns out
   * to be unknown.
   */
  record(value: unknown, place: Place, mended = false): void {
    this.#records++;
    if (this.#chosen) return this.#give(this.#chosen.session, value, place);
    this.#waiting.push({ value, place, mended });
    if (this.#records >= DETECTION_RECORDS) this.#choose();
  }

  /**
   * True when the elements of the array at this path may come one by one; `preview` is the document with the first of
   * them, which decides the format if none is chosen yet.
   */
  streams(preview: unknown, path: readonly string[]): boolean {
    const importer = this.#chosen?.importer ?? this.#preview(preview);
    if (importer?.streams?.(path) !== true) return false;
    this.#chosen ??= this.#choose([preview]);
    return this.#chosen.session.element !== undefined;
  }

  /** One of these elements. */
  element(path: readonly string[], value: unknown, place: Place): void {
    this.#records = Math.max(1, this.#records);
    const session = this.#chosen?.session;
    this.#try(place, () => session?.element?.(path, value, place));
  }

  /** The records that follow come from this file. */
  part(name: string): void {
    if (this.#chosen) this.#chosen.session.part?.(name);
    else this.#waiting.push({ part: name });
  }

  /** After the last record. Throws `ImportFailure` when there is nothing to show. */
  end(bytes: number): ImportOutcome {
    const chosen = this.#chosen ?? this.#choose();
    const imported = chosen.session.end();
    const finished = finishThreads(imported.threads.filter((thread) => thread.messages.length > 0));
    const renamed = finished.reduce((sum, one) => sum + one.renamed, 0);
    const report = this.#reading.report(
      FORMATS[chosen.importer.format],
      chosen.because,
      bytes,
      imported.notes,
      renamed,
    );
    if (finished.length === 0) throw noMessages(report);
    return { format: chosen.importer.format, report, threads: finished.map((one) => one.thread) };
  }

  /** The importer of a document, with the records that wait. */
  #preview(document: unknown): Importer | undefined {
    return choose([...this.#values(), document])?.importer;
  }

  #values(mended = true): unknown[] {
    return this.#waiting.flatMap((one) => ("value" in one && (mended || !one.mended) ? [one.value] : []));
  }

  #choose(more: readonly unknown[] = []): Chosen {
    // What is left of a broken record may look like nothing: the whole ones decide then.
    const all = [...this.#values(), ...more];
    const choice = choose(all) ?? choose([...this.#values(false), ...more]) ?? chooseAmong(all);
    if (!choice) throw this.#unknown();
    const { importer, because } = choice;
    const session = importer.open(this.#sink);
    this.#chosen = { importer, because, session };
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      if ("part" in one) session.part?.(one.part);
      else this.#give(session, one.value, one.place);
    }
    return this.#chosen;
  }

  #unknown(): ImportFailure {
    const found = this.#waiting.filter((one) => "value" in one);
    const at = Math.max(
      0,
      found.findIndex(({ value }) => !isKnown(value)),
    );
    const which = at === 0 ? "the first record" : "the first record that is unknown";
    return unknownFormat(which, found[at], this.#reading.firstBad);
  }

  #give(session: ImportSession, value: unknown, place: Place): void {
    this.#try(place, () => {
      session.record(value, place);
      this.#reading.read();
    });
  }

  #try(place: Place, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#reading.bad(place, refusal(error));
    }
  }
}

/** Why a record was refused. Anything but a refusal is a fault of ours and goes on up. */
function refusal(error: unknown): string {
  if (error instanceof BadRecord) return error.message;
  if (error instanceof RangeError) return "nested too deeply to be read";
  throw error;
}

function unknownFormat(which: string, found: Found | undefined, bad: BadSpan | undefined): ImportFailure {
  const place = found?.place;
  const where = place ? ` (line ${place.line}, byte ${place.offset})` : "";
  return new ImportFailure(
    "unknown-format",
    `This JSON is no transcript that is understood: ${which}${where} ${describe(found?.value)}.${hint(bad)} ${UNDERSTOOD}`,
  );
}

/** A format may be unknown, or a file empty of messages, for what could not be read of it. */
function hint(bad: BadSpan | undefined): string {
  if (!bad) return "";
  return ` The first thing that could not be read: line ${bad.line}, byte ${bad.offset}: ${bad.reason}.`;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `is an array of ${value.length}`;
  const keys = Object.keys(value ?? {});
  if (keys.length === 0) return "is an empty object";
  const shown = keys.slice(0, 8).map((key) => JSON.stringify(key.slice(0, 40)));
  return `has the keys ${shown.join(", ")}${keys.length > 8 ? "…" : ""}`;
}

function noMessages(report: ImportReport): ImportFailure {
  return new ImportFailure(
    "no-messages",
    `This was recognised as ${report.format}, but it holds no message (${report.lines.read} records read).${hint(report.badSpans[0])}`,
  );
}
