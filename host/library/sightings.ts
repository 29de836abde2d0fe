import { SensitiveScan } from "../../core/analysis/sensitive-scan.ts";
import type { KeptParts, Place } from "../../core/importers/importer.ts";
import type { Part } from "../../core/model/part.ts";
import type { SensitiveFinding } from "../../core/model/sensitive.ts";
import type { NumberedThread } from "./index-plan.ts";

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
    const places = new Map<KeptParts, { thread: string; message: number }>();
    return this.scan.findings((handle) => {
      if (places.size === 0) this.placeAll(places);
      return places.get(handle);
    });
  }

  private placeAll(places: Map<KeptParts, { thread: string; message: number }>): void {
    for (const { name: thread, skeleton } of this.threads)
      for (const [message, [, kept]] of skeleton.entries())
        for (const handle of kept) if (!places.has(handle)) places.set(handle, { thread, message });
  }
}
