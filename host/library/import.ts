import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { ImportProgress, ImportResult } from "../../core/contract/methods.ts";
import type { ThreadRow } from "../../core/contract/rows.ts";
import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import { type ImportOutcome, type Reader, createReader } from "../../core/importers/read.ts";
import { type Container, type Feed, containerOf, openFeed, readContent } from "../files/content.ts";
import type { Thread } from "../../core/model/thread.ts";
import { decodeUtf8 } from "../files/decode.ts";
import { hashOf, refuseRewritten } from "../files/rewritten.ts";
import { shown } from "../files/shown.ts";
import { type ByteSource, type FilePart, piecesOf, findQuickly, quickToSearch } from "../files/source.ts";
import { Breaks } from "./breaks.ts";
import { Collector } from "./collect-garbage.ts";
import type { Database } from "./database.ts";
import { findShorter, headOf, type Shorter } from "./growth.ts";
import type { Library } from "./library.ts";
import { KeepingSink } from "./keeping-sink.ts";
import type { FigureSink } from "./part-figures.ts";
import { type Press, pressBeside, pressHere } from "./press.ts";
import { dropContent } from "./purge.ts";
import { dropPacked, newRawFile, packedStore, rawStore } from "./raw.ts";
import { hasRoomFor, type NewRawFile } from "./raw-file.ts";
import { readAhead } from "./read-ahead.ts";
import { cancelled, stopIfAborted } from "./stop-if-aborted.ts";
import { TextStore } from "./text-store.ts";
import { ThreadStore } from "./thread-store.ts";
import { findByHash, transcriptRow } from "./transcripts.ts";

/** What an import is given beside its bytes. */
export interface ImportContext {
  readonly signal: AbortSignalLike;
  readonly progress: (progress: ImportProgress) => void;
  /** True for a built-in session. */
  readonly sample?: boolean;
  /** Transcripts that it is no longer version of, whatever it begins with: other files of the same folder. */
  readonly apart?: ReadonlySet<number>;
  /** Asked right before anything is stored for good: false when the import was given up. */
  readonly pass?: () => boolean;
  /** Takes the threads of a large file as they were read, where they are few enough to keep: loading them takes as long again. */
  readonly handOver?: (read: HandedOver) => void;
}

/** The threads of a transcript that was stored just now, and the hash of the file that they are of. */
export interface HandedOver {
  readonly transcript: number;
  readonly content: string;
  readonly threads: readonly Thread[];
}

/** Bytes of memory that texts take which are kept for a hand-over, at most. */
const handedBytes = 48 * 2 ** 20;

/** Of a file of more than so many bytes, garbage is collected while it is read. */
const largeBytes = 128 * 2 ** 20;

/** From this size on, hashing and keeping go on beside the reading, and compressing comes later. */
const besideBytes = 2 ** 21;

/** The transcript of the same bytes. Only a file of the same size as a stored one is read for it. */
async function findSame(
  db: Database,
  source: ByteSource,
  signal: AbortSignalLike,
): Promise<number | undefined> {
  const sameSize = db.prepare("select 1 from transcript where bytes = ? limit 1").get(source.bytes);
  return sameSize ? findByHash(db, await hashOf(source, () => stopIfAborted(signal))) : undefined;
}

/** One import while its transaction is open. */
class Import {
  private readonly db: Database;
  private readonly source: ByteSource;
  private readonly context: ImportContext;
  private readonly container: Container;
  private readonly id: number;
  /** First bytes of the text that are stored already. */
  private readonly kept: number;
  private readonly sink: KeepingSink;
  private readonly collector = new Collector();
  /** Where the text of a large file is kept as it comes. */
  private rawFile: NewRawFile | undefined;
  /** Of its threads, as they were stored. */
  readonly rows: ThreadRow[] = [];
  /** What was read, once it is stored, where it was to be handed over. */
  threads: readonly Thread[] | undefined;

  /** `grown` is the transcript that the source is a longer version of: it is replaced. */
  constructor(
    library: Library,
    source: ByteSource,
    context: ImportContext,
    container: Container,
    grown?: Shorter,
  ) {
    this.db = library.writer;
    this.source = source;
    this.context = context;
    this.container = container;
    this.id = grown?.id ?? this.insert();
    this.kept = grown?.kept ?? 0;
    this.sink = new KeepingSink(context.handOver && source.bytes >= besideBytes ? handedBytes : 0);
    if (!grown) return;
    dropContent(this.db, this.id);
    dropPacked(this.db, this.id);
  }

  /** Reads and stores everything. Gives the transcript's id. */
  async run(): Promise<number> {
    try {
      return await this.readAndStore();
    } finally {
      await this.rawFile?.close();
    }
  }

  private async readAndStore(): Promise<number> {
    const { source, sink } = this;
    const reader = createReader({
      sink,
      decode: decodeUtf8,
      quick: quickToSearch,
      find: findQuickly,
      name: shown(source.name),
    });
    for (const doubt of source.doubts ?? []) reader.note("doubt", doubt);
    const read = this.container === "plain" ? await this.readPlain(reader) : await this.readPacked(reader);
    this.rawFile?.flush();
    await refuseRewritten(source, read.sha256, () => stopIfAborted(this.context.signal));
    await this.finish(read, sink.figures);
    await this.rawFile?.settle();
    this.threads = sink.threads(read.outcome.threads);
    return this.id;
  }

  private async readPlain(reader: Reader): Promise<ReadBytes> {
    const { source } = this;
    if (source.bytes < besideBytes || !hasRoomFor(this.db, source.bytes))
      return this.pressed(reader, pressHere(source, rawStore(this.db, this.id, this.kept)));
    this.rawFile = newRawFile(this.db, this.id, source.bytes, this.kept);
    return this.pressed(reader, pressBeside(source, this.rawFile));
  }

  private async pressed(reader: Reader, press: Press): Promise<ReadBytes> {
    const { source } = this;
    try {
      await this.readAhead(openFeed("plain", reader, source.parts), press);
      const outcome = reader.end();
      return { outcome, sha256: await press.finish(), parts: source.parts };
    } finally {
      await press.close();
    }
  }

  private async readAhead(feed: Feed, press: Press): Promise<void> {
    const { source, context } = this;
    let done = 0;
    for await (const piece of readAhead(press)) {
      stopIfAborted(context.signal);
      await feed.push(piece);
      done += piece.length;
      this.sink.progress(done / source.bytes);
      if (source.bytes > largeBytes) this.collector.look();
      this.tell("reading", done, press.lines);
      // Lets the calls in that wait for this thread, a cancel among them.
      await turn();
    }
    await feed.end();
    this.tell("storing", done, press.lines);
  }

  private tell(phase: ImportProgress["phase"], done: number, lines: number): void {
    const { first } = this.sink;
    const some = first.length > 0 ? { first: [...first] } : {};
    this.context.progress({ phase, done, total: this.source.bytes, lines, ...some });
  }

  /** The file's own bytes are stored first, which are few; then its text, as it is unpacked. */
  private async readPacked(reader: Reader): Promise<ReadBytes> {
    const { source, context } = this;
    const { signal } = context;
    const store = packedStore(this.db, this.id);
    const hash = createHash("sha256");
    for await (const piece of piecesOf(source)) {
      stopIfAborted(signal);
      hash.update(piece);
      store(piece);
    }
    const keep = rawStore(this.db, this.id, this.kept);
    const text = new TextStore(reader, keep, () => stopIfAborted(signal));
    await readContent(source, text.reader, async (done) => {
      this.tell("reading", done, text.lines);
      await turn();
    });
    const parts = text.end();
    return { outcome: reader.end(), sha256: hash.digest("hex"), parts };
  }

  /** The row is there from the start, so that what belongs to it can refer to it; its last fields come at the end. */
  private insert(): number {
    const { name, bytes } = this.source;
    const row = this.db.prepare(
      "insert into transcript (name, format, bytes, sha256, imported_at, sample, report) values (?, '', ?, '', ?, ?, '')",
    );
    return Number(row.run(name, bytes, Date.now(), this.context.sample ? 1 : 0).lastInsertRowid);
  }

  private async finish({ outcome, sha256, parts }: ReadBytes, figures: FigureSink): Promise<void> {
    const { format, report, threads } = outcome;
    const store = new ThreadStore(this.db, figures);
    if (this.source.bytes > largeBytes) this.collector.look();
    const breaks = new Breaks();
    for (const [position, thread] of threads.entries()) {
      if (breaks.isDue(thread.messages.length)) {
        await turn();
        stopIfAborted(this.context.signal);
      }
      this.rows.push(store.add({ transcript: this.id, position, thread }));
    }
    store.end();
    const head = await headOf(this.source);
    this.db
      .prepare(
        `update transcript set name = ?, format = ?, bytes = ?, sha256 = ?, head = ?, report = ?, parts = ?, text_bytes = ?,
         indexed = 0, sensitive = null, sightings = null where id = ?`,
      )
      .run(
        // A file that grew may have been renamed on the way.
        this.source.name,
        format,
        this.source.bytes,
        sha256,
        head,
        JSON.stringify(report),
        parts ? JSON.stringify(parts) : null,
        this.container === "plain" ? null : report.bytes,
        this.id,
      );
  }
}

/** What reading a file gave. */
interface ReadBytes {
  readonly outcome: ImportOutcome;
  /** Of the file itself, packed or not. */
  readonly sha256: string;
  readonly parts: readonly FilePart[] | undefined;
}

interface Stored {
  readonly id: number;
  readonly duplicate: boolean;
  readonly grownFrom?: number;
  readonly rows?: readonly ThreadRow[];
  readonly threads?: readonly Thread[] | undefined;
}

async function store(library: Library, source: ByteSource, context: ImportContext): Promise<Stored> {
  const stored = await tryStore(library, source, context);
  // The last chance: what is not cancelled now will be stored.
  await turn();
  stopIfAborted(context.signal);
  if (context.pass?.() === false) throw cancelled();
  return stored;
}

async function tryStore(library: Library, source: ByteSource, context: ImportContext): Promise<Stored> {
  const { signal } = context;
  const same = await findSame(library.writer, source, signal);
  if (same !== undefined) return { id: same, duplicate: true };
  const container = await containerOf(source);
  const grown =
    context.sample === true ? undefined : await findShorter(library.writer, source, signal, context.apart);
  const work = new Import(library, source, context, container, grown);
  const id = await work.run();
  const { rows, threads } = work;
  return { id, duplicate: false, rows, threads, ...(grown ? { grownFrom: grown.bytes } : {}) };
}

/**
 * Imports a file in one transaction: whole or not at all. The same bytes are stored once: a second import finds the
 * transcript of the first, brings it back if it was removed, and stores nothing. A file that begins with all bytes of
 * a stored one is that one, grown: its transcript goes on under the same id. Rejects with an ImportFailure when
 * the file holds no transcript, with a HostError when it cannot be read or stored or was cancelled.
 */
export async function importTranscript(
  library: Library,
  source: ByteSource,
  context: ImportContext,
): Promise<ImportResult> {
  const { id, duplicate, grownFrom, rows, threads } = await library.writeMuch(
    () => store(library, source, context),
    context.signal,
  );
  const transcript = transcriptRow(library.reader, id, rows);
  const { report } = transcript;
  if (threads) context.handOver?.({ transcript: id, content: transcript.sha256, threads });
  return { transcript, duplicate, report, ...(grownFrom === undefined ? {} : { grownFrom }) };
}
