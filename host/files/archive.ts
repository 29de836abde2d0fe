import { crc32 } from "node:zlib";
import { type Entry, RandomAccessReader, type ZipFile, fromRandomAccessReaderPromise } from "yauzl";
import { HostError } from "../../core/contract/rpc.ts";
import { ImportFailure } from "../../core/importers/failure.ts";
import { inspectEntries } from "../../core/importers/inspect-entries.ts";
import type { ContentReader } from "./content.ts";
import { InnerLayer, slicesOf } from "./inner-layer.ts";
import { shown } from "./shown.ts";
import { type ByteSource, pieceBytes } from "./source.ts";
import { type Packing, Unpacker, refuseBomb } from "./unpacker.ts";

/** An archive of more entries is refused: their names alone would fill the memory. */
const mostEntries = 100_000;
/** What a transcript's file may be called, where an archive holds one among others. */
const transcriptName = /\.(?:jsonl?|ya?ml|har)(?:\.(?:gz|zstd?))?$/i;

/** Ways in which entries are packed, by zip's number; undefined for bytes as they are. */
const methods = new Map<number, Packing | undefined>([
  [0, undefined],
  [8, "deflate"],
  [93, "zstd"],
]);

/** True for the first bytes of a zip archive. */
export function isArchive(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/** Reads an archive's bytes where the package asks for them. */
class SourceReader extends RandomAccessReader {
  private readonly source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.source = source;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (position < 0 || position + length > this.source.bytes)
      return callback(new Error("it is cut, or damaged"));
    const into = new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
    this.source.read(into, position).then(() => callback(null), callback);
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}

/** What an archive lists. */
interface Listed {
  /** Entries by their names; names are compared and shown, and never become paths. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** How many there are of each name that is there more than once. */
  readonly repeated: ReadonlyMap<string, number>;
  /** All entries, those of one name included. */
  readonly count: number;
}

/** Of entries with one name the last one counts, as for whoever unpacks them: a newer one is put behind the older. */
async function entriesOf(zip: ZipFile): Promise<Listed> {
  const entries = new Map<string, Entry>();
  const repeated = new Map<string, number>();
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString("utf8");
    if (entries.has(name)) repeated.set(name, (repeated.get(name) ?? 1) + 1);
    entries.set(name, entry);
    if (++count > mostEntries) throw refused(`it holds more than ${mostEntries} entries`);
  }
  return { entries, repeated, count };
}

/** What the package says of a damaged archive is a reason to refuse it; what the disk says is not. */
async function understood<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const known = error instanceof ImportFailure || error instanceof HostError;
    throw known ? error : refused(lowered(error));
  }
}

function refused(why: string): ImportFailure {
  return new ImportFailure("binary", `This is a zip archive that cannot be read: ${why}.`);
}

/** The entries that are to be read, in order: those of an Inspect log, or the only one that may be a transcript. */
function wantedNames(names: readonly string[]): readonly string[] {
  const log = inspectEntries(names);
  if (log.length > 0) return log;
  const found = names.filter((name) => transcriptName.test(name) && !name.startsWith("__MACOSX/"));
  if (found.length === 1) return found;
  throw found.length === 0
    ? refused("no entry in it is called like a transcript (.json, .jsonl, .har, .yaml)")
    : new ImportFailure(
        "binary",
        `This zip archive holds ${found.length} files that may be transcripts: unpack it and import the folder.`,
      );
}

function checkEntry(name: string, entry: Entry): void {
  const what = shown(name.slice(0, 200));
  if (entry.isEncrypted()) throw refused(`its entry ${what} is encrypted`);
  if (!methods.has(entry.compressionMethod))
    throw refused(`its entry ${what} is packed in a way that is not known (${entry.compressionMethod})`);
}

/** The bytes of an entry as they lie in the archive. */
async function* rawPieces(source: ByteSource, start: number, bytes: number): AsyncGenerator<Uint8Array> {
  const end = Math.min(source.bytes, start + bytes);
  const buffer = new Uint8Array(Math.min(pieceBytes, bytes));
  for (let at = start; at < end; at += buffer.length) {
    const piece = buffer.subarray(0, end - at);
    await source.read(piece, at);
    yield piece;
  }
}

/** One archive while it is read. */
class Archive {
  private readonly source: ByteSource;
  private readonly zip: ZipFile;
  private readonly reader: ContentReader;
  private readonly step: (done: number) => Promise<void>;
  private done = 0;
  private unpacked = 0;
  private text = 0;
  private checksum = 0;
  /** Of the entry that is read. */
  private layer = this.newLayer();

  constructor(
    source: ByteSource,
    zip: ZipFile,
    reader: ContentReader,
    step: (done: number) => Promise<void>,
  ) {
    this.source = source;
    this.zip = zip;
    this.reader = reader;
    this.step = step;
  }

  async read(): Promise<void> {
    const { entries, repeated, count } = await understood(entriesOf(this.zip));
    const names = wantedNames([...entries.keys()]);
    for (const name of names) {
      const entry = entries.get(name);
      if (entry) await this.entry(name, entry, names.length > 1);
    }
    for (const name of names) this.noteRepeated(name, repeated.get(name));
    const more = count - names.length;
    this.reader.note(
      "note",
      `unpacked from a zip archive: ${names.length} of its entries are the transcript`,
    );
    if (more > 0) this.reader.note("note", `entries of the archive that are no part of it: ${more}`);
  }

  private noteRepeated(name: string, times: number | undefined): void {
    if (times === undefined) return;
    const what = shown(name.slice(0, 100));
    this.reader.note("doubt", `${times} entries of the archive are called ${what}: only the last was read`);
  }

  private async entry(name: string, entry: Entry, several: boolean): Promise<void> {
    checkEntry(name, entry);
    // Entries that share their bytes would be read over and over.
    this.done += entry.compressedSize;
    if (this.done > this.source.bytes) throw refused("its entries overlap");
    const header = this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const { fileDataStart } = await understood(header);
    if (several) this.reader.part(name);
    this.checksum = 0;
    this.layer = this.newLayer();
    const what = shown(name.slice(0, 100));
    const unpacked = await this.unpack(entry, fileDataStart).finally(() => this.layer.close());
    const { packing } = this.layer;
    if (packing !== undefined) this.reader.note("note", `${what}: unpacked from ${packing} in the archive`);
    if (unpacked !== entry.uncompressedSize)
      this.reader.note("doubt", `${what}: ${unpacked} bytes, not ${entry.uncompressedSize}`);
    else if (this.checksum !== entry.crc32)
      this.reader.note("doubt", `${what}: its checksum does not agree: it may be damaged`);
  }

  private async unpack(entry: Entry, start: number): Promise<number> {
    const packing = methods.get(entry.compressionMethod);
    const pieces = rawPieces(this.source, start, entry.compressedSize);
    const bytes = await (packing === undefined ? this.plain(pieces) : this.packed(pieces, packing));
    const trouble = await this.layer.end();
    if (trouble !== undefined) this.reader.note("doubt", trouble);
    return bytes;
  }

  private newLayer(): InnerLayer {
    return new InnerLayer((bytes) => {
      this.text += bytes.length;
      refuseBomb("zip", this.source.bytes, this.text);
      this.reader.push(bytes);
    });
  }

  /** Each entry may unpack to much; all of them together to no more than one file. */
  private take(bytes: Uint8Array): void {
    this.unpacked += bytes.length;
    refuseBomb("zip", this.source.bytes, this.unpacked);
    this.checksum = crc32(bytes, this.checksum);
    this.layer.add(bytes);
  }

  private async plain(pieces: AsyncIterable<Uint8Array>): Promise<number> {
    let bytes = 0;
    for await (const piece of pieces) {
      for (const slice of slicesOf(piece)) {
        this.take(slice);
        await this.layer.flush();
      }
      bytes += piece.length;
      await this.step(this.done);
    }
    return bytes;
  }

  private async packed(pieces: AsyncIterable<Uint8Array>, packing: Packing): Promise<number> {
    const unpacker = new Unpacker(packing, (bytes) => this.take(bytes));
    try {
      for await (const piece of pieces) {
        for (const slice of slicesOf(piece)) {
          await unpacker.push(slice);
          await this.layer.flush();
        }
        await this.step(this.done);
      }
      const { bytes, trouble } = await unpacker.end();
      if (trouble !== undefined) this.reader.note("doubt", trouble);
      return bytes;
    } finally {
      unpacker.close();
    }
  }
}

/**
 * Feeds a reader with what a zip archive holds: an Inspect log entry by entry, or the only transcript in it. `step` is
 * called between pieces, with how many packed bytes are done. Rejects with an ImportFailure that says why not.
 */
export async function readArchive(
  source: ByteSource,
  reader: ContentReader,
  step: (done: number) => Promise<void>,
): Promise<void> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const opened = fromRandomAccessReaderPromise(new SourceReader(source), source.bytes, options);
  await new Archive(source, await understood(opened), reader, step).read();
}

function lowered(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said.charAt(0).toLowerCase() + said.slice(1);
}
