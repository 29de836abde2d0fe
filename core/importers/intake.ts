import type { ImportReport } from "../model/report.ts";
import { choose } from "./chooser.ts";
import { ImportFailure } from "./failure.ts";
import { finishThreads } from "./finish.ts";
import type { FormatId, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord, FORMATS } from "./importer.ts";
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
type Waiting = { readonly value: unknown; readonly place: Place } | { readonly part: string };

interface Chosen {
  readonly format: FormatId;
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

  /** One record, whole and parsed. Throws `ImportFailure` when the format turns out to be unknown. */
  record(value: unknown, place: Place): void {
    this.#records++;
    if (this.#chosen) return this.#give(this.#chosen.session, value, place);
    this.#waiting.push({ value, place });
    if (this.#records >= DETECTION_RECORDS) this.#choose();
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
      FORMATS[chosen.format],
      chosen.because,
      bytes,
      imported.notes,
      renamed,
    );
    if (finished.length === 0) throw noMessages(report);
    return { format: chosen.format, report, threads: finished.map((one) => one.thread) };
  }

  #choose(): Chosen {
    const records = this.#waiting.filter((one) => "value" in one);
    const choice = choose(records.map((one) => one.value));
    if (!choice) throw unknownFormat(records[0]?.value, records[0]?.place);
    const session = choice.importer.open(this.#sink);
    this.#chosen = { format: choice.importer.format, because: choice.because, session };
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      if ("part" in one) session.part?.(one.part);
      else this.#give(session, one.value, one.place);
    }
    return this.#chosen;
  }

  #give(session: ImportSession, value: unknown, place: Place): void {
    try {
      session.record(value, place);
      this.#reading.read();
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

function unknownFormat(first: unknown, place: Place | undefined): ImportFailure {
  const known = Object.values(FORMATS).join(", ");
  const where = place ? ` (line ${place.line}, byte ${place.offset})` : "";
  return new ImportFailure(
    "unknown-format",
    `This JSON is no transcript that is understood: the first record${where} ${describe(first)}. ` +
      `Understood are: ${known}. Any other agent can be recorded as an Ullage thread file.`,
  );
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `is an array of ${value.length}`;
  const keys = Object.keys(value ?? {});
  if (keys.length === 0) return "is an empty object";
  const shown = keys.slice(0, 8).map((key) => JSON.stringify(key.slice(0, 40)));
  return `has the keys ${shown.join(", ")}${keys.length > 8 ? "…" : ""}`;
}

function noMessages(report: ImportReport): ImportFailure {
  const [bad] = report.badSpans;
  const hint = bad
    ? ` The first thing that could not be read: line ${bad.line}, byte ${bad.offset}: ${bad.reason}.`
    : "";
  return new ImportFailure(
    "no-messages",
    `This was recognised as ${report.format}, but it holds no message (${report.lines.read} records read).${hint}`,
  );
}
