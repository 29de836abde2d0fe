import { setTimeout as sleep } from "node:timers/promises";
import type { KeptParts, PartSink } from "../../core/importers/importer.ts";
import { createReader } from "../../core/importers/read.ts";
import type { Part } from "../../core/model/part.ts";
import { decodeUtf8 } from "../files/decode.ts";
import { type Batch, BatchWriter } from "./batch.ts";
import type { Database } from "./database.ts";
import { IndexPlan, type IndexRow, type NumberedThread } from "./index-plan.ts";
import type { Library } from "./library.ts";
import { storeBatch, storedParts } from "./part-store.ts";
import { exportRaw } from "./raw.ts";
import { searchText } from "./search-text.ts";
import { readSkeleton } from "./thread-store.ts";

/** Bytes that are read between two chances to stop. */
const readBytes = 2 ** 17;

/** Kept parts and the search rows that they complete: stored together, so that work can go on after either all or none. */
interface IndexSlice {
  readonly batch: Batch;
  readonly rows: readonly IndexRow[];
}

/** Takes the parts of a transcript as they are read again, and cuts them into slices. What is stored is passed over. */
class SliceSink implements PartSink {
  readonly ready: IndexSlice[] = [];
  private readonly plan: IndexPlan;
  private readonly stored: number;
  private next = 0;
  private readonly batch: BatchWriter;
  private rows: IndexRow[] = [];

  constructor(plan: IndexPlan, stored: number) {
    this.plan = plan;
    this.stored = stored;
    this.batch = new BatchWriter(stored);
  }

  keep(parts: readonly Part[]): KeptParts {
    const handle = this.next++;
    const rows = this.plan.feed(handle, searchText(parts));
    if (handle < this.stored) return handle;
    this.batch.add(parts);
    this.rows.push(...rows);
    if (this.batch.full) this.cut();
    return handle;
  }

  /** Makes what was gathered a slice. */
  cut(): void {
    const batch = this.batch.take();
    if (batch) this.ready.push({ batch, rows: this.rows });
    this.rows = [];
  }
}

function numberedThreads(db: Database, transcript: number): NumberedThread[] {
  return db
    .prepare<[number], { first_message: number; skeleton: Buffer }>(
      "select first_message, skeleton from thread where transcript = ? order by position",
    )
    .all(transcript)
    .map(({ first_message: firstMessage, skeleton }) => ({ firstMessage, skeleton: readSkeleton(skeleton) }));
}

/** Finishes a slice unless the transcript has been deleted for good since it was read. */
function writeSlice(db: Database, transcript: number, { batch, rows }: IndexSlice): void {
  if (!db.prepare("select 1 from transcript where id = ?").get(transcript)) return;
  storeBatch(db, transcript, batch);
  const insert = db.prepare("insert into message_text (rowid, text) values (?, ?)");
  for (const [row, text] of rows) insert.run(row, text);
}

/**
 * Prepares a transcript for search, a slice a transaction; goes on after the last slice that was stored. Ends early,
 * with false, when `stopped` says so.
 */
export async function indexTranscript(
  library: Library,
  transcript: number,
  stopped: () => boolean,
): Promise<boolean> {
  const { reader: db } = library;
  const sink = new SliceSink(new IndexPlan(numberedThreads(db, transcript)), storedParts(db, transcript));
  const reader = createReader({ sink, decode: decodeUtf8 });
  const store = async (): Promise<void> => {
    for (const slice of sink.ready.splice(0))
      await library.write((writer) => writeSlice(writer, transcript, slice));
  };
  for (const chunk of exportRaw(db, transcript))
    for (let at = 0; at < chunk.length; at += readBytes) {
      // Imports go first: somebody waits for them.
      do await sleep(library.busy ? 20 : 0);
      while (library.busy && !stopped());
      if (stopped()) return false;
      reader.push(chunk.subarray(at, at + readBytes));
      await store();
    }
  reader.end();
  sink.cut();
  await store();
  await library.write(
    (writer) => void writer.prepare("update transcript set indexed = 1 where id = ?").run(transcript),
  );
  return true;
}
