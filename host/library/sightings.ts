import { SensitiveScan } from "../../core/analysis/sensitive-scan.ts";
import { HostError } from "../../core/contract/rpc.ts";
import type { KeptParts, Place } from "../../core/importers/importer.ts";
import type { Part } from "../../core/model/part.ts";
import type { SensitiveFinding } from "../../core/model/sensitive.ts";
import type { Database } from "./database.ts";
import type { NumberedThread } from "./index-plan.ts";

/** A finding as a list of transcripts tells it: how often, and in how many places. */
export function withoutPlaces(finding: SensitiveFinding): SensitiveFinding {
  return { ...finding, places: [], morePlaces: finding.places.length + finding.morePlaces };
}

/** Everything that was seen in a transcript, with its places; none before they have been looked for. Throws `not_found`. */
export function sightingsOf(db: Database, transcript: number): SensitiveFinding[] {
  const row = db
    .prepare<[number], { sightings: string | null }>("select sightings from transcript where id = ?")
    .get(transcript);
  if (!row) throw new HostError("not_found", `There is no transcript ${transcript} in the library`);
  return row.sightings === null ? [] : (JSON.parse(row.sightings) as SensitiveFinding[]);
}

/** Looks for secrets and personal data in what a transcript is made of, and knows the messages by their kept parts. */
export class Sightings {
  private readonly scan = new SensitiveScan<KeptParts>();
  private readonly threads: readonly NumberedThread[];
  /** 1 for each handle that is part of a message. */
  private readonly used: Uint8Array;

  constructor(threads: readonly NumberedThread[]) {
    this.threads = threads;
    const handles = threads.flatMap(({ skeleton }) => skeleton.flatMap(([, kept]) => kept));
    this.used = new Uint8Array(handles.reduce((most, handle) => Math.max(most, handle + 1), 0));
    for (const handle of handles) this.used[handle] = 1;
  }

  /** Parts that were kept; those of no message are looked at with their line. */
  parts(handle: KeptParts, parts: readonly Part[]): void {
    if (this.used[handle] === 1) this.scan.parts(parts, handle);
  }

  /** A record of the file. */
  record(value: unknown, place: Place): void {
    this.scan.record(value, place);
  }

  /** What was seen, when all has been read. */
  findings(): SensitiveFinding[] {
    const places = this.placesOf(this.scan.listed());
    return this.scan.findings((handle) => places.get(handle));
  }

  /** The first message of each of these handles. */
  private placesOf(handles: ReadonlySet<KeptParts>): Map<KeptParts, { thread: string; message: number }> {
    const places = new Map<KeptParts, { thread: string; message: number }>();
    for (const { name: thread, skeleton } of this.threads)
      for (const [message, [, kept]] of skeleton.entries())
        for (const handle of kept)
          if (handles.has(handle) && !places.has(handle)) places.set(handle, { thread, message });
    return places;
  }
}
