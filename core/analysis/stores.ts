import type { Run } from "../engine/run.ts";
import type { LedgerEvent } from "../model/event.ts";
import { utf8Length } from "../lib/utf8.ts";
import type { StoreName } from "../policies/middleware.ts";
import { offloadEntries } from "../policies/offload.ts";
import { checkpointBytes } from "../policies/offload-store.ts";

/** One stored result over the life of a run. `step` is 0 for an entry of the start state. */
export interface StoreEntry {
  readonly path: string;
  readonly identity: string;
  readonly message: string | null;
  readonly call: string | null;
  readonly bytes: number;
  readonly storedBytes: number;
  readonly step: number;
  readonly leftAtStep?: number;
  readonly leftBecause?: string;
}

/** The offload store as the ledger tells it. `checkpointBytes` is the measure that `maxTotalBytes` bounds. */
export interface OffloadStore {
  readonly bytes: number;
  readonly checkpointBytes: number;
  readonly entries: readonly StoreEntry[];
}

/** Spill files, an attachment store or pages: what was written stays. */
export interface KeptStore {
  readonly bytes: number;
  readonly entries: readonly StoreEntry[];
}

function startEntries(run: Run): StoreEntry[] {
  const start = run.recording.thread.state?.offload ?? [];
  return start.map(({ path, identity, text, bytes }) => ({
    path,
    identity,
    message: null,
    call: null,
    bytes,
    storedBytes: utf8Length(text),
    step: 0,
  }));
}

function entryOf(event: LedgerEvent): StoreEntry {
  const { path = "", identity = "", message = null, call = null } = event.subject;
  return {
    path,
    identity,
    message,
    call,
    bytes: event.before?.bytes ?? 0,
    storedBytes: event.detail?.storedBytes ?? 0,
    step: event.step,
  };
}

function left(entry: StoreEntry, step: number, because: string): StoreEntry {
  return { ...entry, leftAtStep: step, leftBecause: because };
}

/** Follows the store through the ledger: what came, what left and why, and what a blocked turn undid. */
class StoreHistory {
  readonly all: StoreEntry[];
  private live: Set<number>;
  private turn = 0;
  private atTurn: ReadonlySet<number>;

  constructor(start: readonly StoreEntry[]) {
    this.all = [...start];
    this.live = new Set(start.keys());
    this.atTurn = this.live;
  }

  read(event: LedgerEvent): void {
    if (event.turn !== this.turn) {
      this.turn = event.turn;
      this.atTurn = new Set(this.live);
    }
    if (event.policy !== "offload") return;
    if (event.action === "offloaded") this.add(event);
    else if (event.action === "evicted" || (event.action === "dropped" && event.detail?.stored !== "none"))
      this.remove(event, event.action === "evicted" ? "evicted" : "summary-covers");
    else if (event.action === "restored" && event.detail?.note === "offload") this.restore(event.step);
  }

  private add(event: LedgerEvent): void {
    for (const at of this.live)
      if (this.all[at]?.identity === event.subject.identity) this.leave(at, event.step, "replaced");
    this.live.add(this.all.length);
    this.all.push(entryOf(event));
  }

  private leave(at: number, step: number, because: string): void {
    const entry = this.all[at];
    if (entry) this.all[at] = left(entry, step, because);
    this.live.delete(at);
  }

  private remove(event: LedgerEvent, because: string): void {
    for (const at of this.live)
      if (this.all[at]?.path === event.subject.path) this.leave(at, event.step, because);
  }

  private restore(step: number): void {
    for (const at of this.live) if (!this.atTurn.has(at)) this.leave(at, step, "restored");
    for (const at of this.atTurn) {
      const entry = this.all[at];
      if (!entry || this.live.has(at)) continue;
      const { leftAtStep: _step, leftBecause: _because, ...back } = entry;
      this.all[at] = back;
    }
    this.live = new Set(this.atTurn);
  }
}

/** The offload store of a run. */
export function offloadStore(run: Run): OffloadStore {
  const history = new StoreHistory(startEntries(run));
  for (const event of run.happenings) history.read(event);
  const entries = history.all;
  const bytes = entries.reduce(
    (sum, entry) => sum + (entry.leftAtStep === undefined ? entry.storedBytes : 0),
    0,
  );
  return { bytes, checkpointBytes: checkpointBytes(offloadEntries(run.state)), entries };
}

/** What policies put into one of the other stores over a run. */
export function fileStore(run: Run, store: StoreName): KeptStore {
  const entries = run.files
    .filter((record) => record.store === store)
    .map(({ path, file, step }) => {
      const { identity, message, call, bytes, storedBytes } = file;
      return { path, identity, message, call, bytes, storedBytes, step };
    });
  const newest = new Map(entries.map((entry) => [entry.path, entry.storedBytes]));
  return { bytes: [...newest.values()].reduce((sum, bytes) => sum + bytes, 0), entries };
}
