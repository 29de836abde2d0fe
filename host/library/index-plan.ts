import type { KeptParts } from "../../core/importers/importer.ts";
import type { Skeleton } from "./skeleton.ts";

/** A search row: its number, and the text that it is found by. */
export type IndexRow = readonly [row: number, text: string];

/** A stored thread as search numbers it. */
export interface NumberedThread {
  readonly name: string;
  readonly firstMessage: number;
  readonly skeleton: Skeleton;
}

interface WaitingRow {
  readonly row: number;
  readonly kept: readonly KeptParts[];
}

/**
 * Turns texts that come in the order of their handles into rows, one a message, as soon as the last part of a
 * message has come. Holds only the texts of messages of which more is to come.
 */
export class IndexPlan {
  private readonly rows = new Map<KeptParts, WaitingRow[]>();
  private readonly uses = new Map<KeptParts, number>();
  private readonly texts = new Map<KeptParts, string>();

  constructor(threads: readonly NumberedThread[]) {
    for (const { firstMessage, skeleton } of threads)
      skeleton.forEach(([, kept], at) => this.plan({ row: firstMessage + at, kept }));
  }

  /** The text of the next handle; gives the rows that are whole now. */
  feed(handle: KeptParts, text: string): IndexRow[] {
    if (this.uses.has(handle)) this.texts.set(handle, text);
    const whole = this.rows.get(handle) ?? [];
    this.rows.delete(handle);
    return whole.map(({ row, kept }) => [row, kept.length === 1 ? text : this.join(kept)]);
  }

  private plan(waiting: WaitingRow): void {
    const { kept } = waiting;
    if (kept.length === 0) return;
    const last = kept.reduce((a, b) => Math.max(a, b));
    const others = this.rows.get(last);
    if (others) others.push(waiting);
    else this.rows.set(last, [waiting]);
    if (kept.length > 1) for (const handle of kept) this.uses.set(handle, (this.uses.get(handle) ?? 0) + 1);
  }

  private join(kept: readonly KeptParts[]): string {
    const joined = kept.map((handle) => this.texts.get(handle) ?? "").join("\n");
    for (const handle of kept) this.release(handle);
    return joined;
  }

  private release(handle: KeptParts): void {
    const left = (this.uses.get(handle) ?? 1) - 1;
    if (left > 0) return void this.uses.set(handle, left);
    this.uses.delete(handle);
    this.texts.delete(handle);
  }
}
