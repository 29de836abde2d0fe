import { setTimeout as sleep } from "node:timers/promises";
import type { KeptParts, PartSink } from "../../core/importers/importer.ts";
import { createReader, type Reader } from "../../core/importers/read.ts";
import type { Part } from "../../core/model/part.ts";
import type { PlainFeed } from "../files/content.ts";
import { decodeUtf8 } from "../files/decode.ts";
import { type Batch, BatchWriter } from "./batch.ts";
import type { Database } from "./database.ts";
import { IndexPlan, type IndexRow, type NumberedThread } from "./index-plan.ts";
import type { Library } from "./library.ts";
import { storeBatch, storedParts } from "./part-store.ts";
import { exportRaw } from "./raw.ts";
import { storedFeed } from "./text-store.ts";
import { Sightings, withoutPlaces } from "./sightings.ts";
import { searchText } from "./search-text.ts";
import { readSkeleton } from "./skeleton.ts";

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
  private readonly sightings: Sightings;
  private readonly stored: number;
  private next = 0;
  private readonly batch: BatchWriter;
  private rows: IndexRow[] = [];

  constructor(plan: IndexPlan, sightings: Sightings, stored: number) {
    this.plan = plan;
    this.sightings = sightings;
    this.stored = stored;
    this.batch = new BatchWriter(stored);
  }

  keep(parts: readonly Part[]): KeptParts {
    const handle = this.next++;
    this.sightings.parts(handle, parts);
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
    .prepare<[number], { name: string; first_message: number; skeleton: Buffer }>(
      "select name, first_message, skeleton from thread where transcript = ? order by position",
    )
    .all(transcript)
    .map(({ name, first_message: firstMessage, skeleton }) => ({
      name,
      firstMessage,
      skeleton: readSkeleton(skeleton),
    }));
}

/** One pass over a transcript's file. Whatever it writes is of the file as it was when the pass began. */
class IndexPass {
  private readonly library: Library;
  private readonly transcript: number;
  private readonly stopped: () => boolean;
  private readonly content: string;
  private readonly sightings: Sightings;
  private readonly sink: SliceSink;
  private readonly reader: Reader;
  private readonly feed: PlainFeed;

  constructor(library: Library, transcript: number, stopped: () => boolean) {
    const { reader: db } = library;
    this.library = library;
    this.transcript = transcript;
    this.stopped = stopped;
    this.content = contentOf(db, transcript);
    const threads = numberedThreads(db, transcript);
    this.sightings = new Sightings(threads);
    this.sink = new SliceSink(new IndexPlan(threads), this.sightings, storedParts(db, transcript));
    this.reader = createReader({
      sink: this.sink,
      decode: decodeUtf8,
      watch: { record: (value, place) => this.sightings.record(value, place) },
    });
    this.feed = storedFeed(db, transcript, this.reader);
  }

  /** False when it ended early: it was stopped, or the file has grown or is gone. */
  async run(): Promise<boolean> {
    for (const chunk of exportRaw(this.library.reader, this.transcript))
      for (let at = 0; at < chunk.length; at += readBytes)
        if (!(await this.read(chunk.subarray(at, at + readBytes)))) return false;
    this.feed.end();
    this.reader.end();
    this.sink.cut();
    return (await this.store()) && this.finish();
  }

  private async read(bytes: Uint8Array): Promise<boolean> {
    // Imports go first: somebody waits for them.
    do await sleep(this.library.busy ? 20 : 0);
    while (this.library.busy && !this.stopped());
    if (this.stopped() || contentOf(this.library.reader, this.transcript) !== this.content) return false;
    this.feed.push(bytes);
    return this.store();
  }

  private async store(): Promise<boolean> {
    for (const slice of this.sink.ready.splice(0))
      if (!(await this.write((db) => writeSlice(db, this.transcript, slice)))) return false;
    return true;
  }

  private finish(): Promise<boolean> {
    const findings = this.sightings.findings();
    const counts = JSON.stringify(findings.map(withoutPlaces));
    const update = "update transcript set indexed = 1, sensitive = ?, sightings = ? where id = ?";
    return this.write((db) => {
      db.prepare(update).run(counts, JSON.stringify(findings), this.transcript);
    });
  }

  private write(work: (db: Database) => void): Promise<boolean> {
    return this.library.write((db) => {
      if (contentOf(db, this.transcript) !== this.content) return false;
      work(db);
      return true;
    });
  }
}

/** SHA-256 of a transcript's file as it is now; `` for one that has been deleted for good. */
function contentOf(db: Database, transcript: number): string {
  const row = db
    .prepare<[number], { sha256: string }>("select sha256 from transcript where id = ?")
    .get(transcript);
  return row?.sha256 ?? "";
}

function writeSlice(db: Database, transcript: number, { batch, rows }: IndexSlice): void {
  storeBatch(db, transcript, batch);
  const insert = db.prepare("insert into message_text (rowid, text) values (?, ?)");
  for (const [row, text] of rows) insert.run(row, text);
}

/**
 * Prepares a transcript for search, a slice a transaction, and looks for secrets and personal data on the way; goes on
 * after the last slice that was stored. Ends early, with false, when `stopped` says so or the file has changed.
 */
export function indexTranscript(
  library: Library,
  transcript: number,
  stopped: () => boolean,
): Promise<boolean> {
  return new IndexPass(library, transcript, stopped).run();
}
