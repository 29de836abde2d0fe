import type { RawBytes } from "../../core/contract/methods.ts";
import { HostError } from "../../core/contract/rpc.ts";
import { pieceBytes } from "../files/source.ts";
import type { Database } from "./database.ts";
import { bytesOfPiece, NewRawFile, rawFileOf, readRawFile } from "./raw-file.ts";
import { type SqueezedRaw, unsqueezeBytes } from "./squeeze.ts";

/**
 * Lets go of a transcript's text but for the pieces of its first `kept` bytes that are whole and compressed. Gives how many
 * these are.
 */
function dropAfter(db: Database, transcript: number, kept: number): number {
  const there = db
    .prepare<[number, number], { pieces: number }>(
      "select count(*) as pieces from raw_chunk where transcript = ? and seq < ?",
    )
    .get(transcript, Math.floor(kept / pieceBytes));
  const first = there?.pieces ?? 0;
  db.prepare("delete from raw_chunk where transcript = ? and seq >= ?").run(transcript, first);
  db.prepare("delete from raw_file where transcript = ?").run(transcript);
  return first;
}

/** Stores pieces of a text. Where its first `kept` bytes are stored already, whole pieces of them stay as they are. */
export function rawStore(db: Database, transcript: number, kept = 0): (piece: SqueezedRaw) => void {
  const there = dropAfter(db, transcript, kept);
  const insert = db.prepare("insert into raw_chunk (transcript, seq, bytes, data) values (?, ?, ?, ?)");
  return ({ seq, bytes, data }) => {
    if (seq >= there) insert.run(transcript, seq, bytes, data);
  };
}

/** Where a text of so many bytes is kept as it comes, to be compressed later; `kept` as for `rawStore`. */
export function newRawFile(db: Database, transcript: number, bytes: number, kept = 0): NewRawFile {
  const first = dropAfter(db, transcript, kept);
  return new NewRawFile(db, transcript, { first, bytes: bytes - first * pieceBytes });
}

/** Lets go of a packed file; its text stays. */
export function dropPacked(db: Database, transcript: number): void {
  db.prepare("delete from packed_chunk where transcript = ?").run(transcript);
}

/** Stores pieces of a file that was packed, as they are. */
export function packedStore(db: Database, transcript: number): (piece: Uint8Array) => void {
  const insert = db.prepare("insert into packed_chunk (transcript, seq, data) values (?, ?, ?)");
  let seq = 0;
  return (piece) => void insert.run(transcript, seq++, piece);
}

/** The file of a transcript as it was imported, byte for byte, in pieces. Throws `not_found`. */
export function* exportOriginal(db: Database, transcript: number): Generator<Buffer> {
  const next = db.prepare<[number, number], { seq: number; data: Buffer }>(
    "select seq, data from packed_chunk where transcript = ? and seq > ? order by seq limit 1",
  );
  let row = next.get(transcript, -1);
  if (!row) yield* exportRaw(db, transcript);
  for (; row; row = next.get(transcript, row.seq)) yield row.data;
}

/**
 * The text of a transcript's file in pieces: its own bytes, or what they unpack to. Throws `not_found`, also where it is
 * deleted meanwhile.
 */
export function* exportRaw(db: Database, transcript: number): Generator<Buffer> {
  const known = db
    .prepare<[number], { bytes: number }>("select bytes from transcript where id = ?")
    .get(transcript);
  if (!known) throw notThere(transcript);
  const text = new RawText(db, transcript);
  for (const { seq } of text.places()) yield text.read(seq);
}

/** The pieces of a transcript's text, wherever each is. */
class RawText {
  private readonly db: Database;
  private readonly transcript: number;
  private readonly find;

  constructor(db: Database, transcript: number) {
    this.db = db;
    this.transcript = transcript;
    this.find = db.prepare<[number, number], { data: Buffer }>(
      "select data from raw_chunk where transcript = ? and seq = ?",
    );
  }

  places(): ChunkPlace[] {
    // The file first: what is compressed between the two looks is then known twice, not missed.
    const file = rawFileOf(this.db, this.transcript);
    const chunks = placesOf(this.db, "raw_chunk", "bytes", this.transcript);
    if (!file) return chunks;
    const stored = chunks.filter(({ seq }) => seq < file.first);
    const rest = Array.from({ length: Math.ceil(file.bytes / pieceBytes) }, (_, at) => {
      const seq = file.first + at;
      return { seq, bytes: bytesOfPiece(file, seq) };
    });
    return [...stored, ...rest];
  }

  read(seq: number): Buffer {
    const piece = this.chunk(seq) ?? this.fromFile(seq);
    // Compressed, and its file deleted, between the two looks.
    const found = piece ?? this.chunk(seq);
    if (!found) throw notThere(this.transcript);
    return found;
  }

  private chunk(seq: number): Buffer | undefined {
    const row = this.find.get(this.transcript, seq);
    return row && unsqueezeBytes(row.data);
  }

  private fromFile(seq: number): Buffer | undefined {
    const file = rawFileOf(this.db, this.transcript);
    return file && readRawFile(this.db, file, seq);
  }
}

function notThere(transcript: number): HostError {
  return new HostError("not_found", `There is no transcript ${transcript} in the library`);
}

/** What a window asks for. With `text`, of a file that was packed what it unpacks to: bad spans are places in that. */
export interface RawAsked {
  readonly transcript: number;
  readonly offset: number;
  readonly length: number;
  readonly text?: boolean | undefined;
}

/** A piece of a transcript's file, as a window gets it. Throws `not_found`. */
export function rawPiece(db: Database, { transcript, offset, length, text }: RawAsked): RawBytes {
  const chunks = chunksOf(db, transcript, text === true);
  const parts: Buffer[] = [];
  let at = 0;
  for (const { bytes, read } of chunks) {
    const from = Math.max(0, offset - at);
    const to = Math.min(bytes, offset + length - at);
    if (from < to) parts.push(read().subarray(from, to));
    at += bytes;
  }
  return { offset, data: Buffer.concat(parts).toString("base64"), total: at };
}

interface Chunk {
  readonly bytes: number;
  readonly read: () => Buffer;
}

/** The chunks of the file itself, or of its text. */
function chunksOf(db: Database, transcript: number, text: boolean): Chunk[] {
  const packed = text ? [] : placesOf(db, "packed_chunk", "length(data)", transcript);
  if (packed.length > 0) return packedChunks(db, transcript, packed);
  const raw = new RawText(db, transcript);
  const places = raw.places();
  if (places.length === 0) throw notThere(transcript);
  return places.map(({ seq, bytes }) => ({ bytes, read: () => raw.read(seq) }));
}

function packedChunks(db: Database, transcript: number, places: readonly ChunkPlace[]): Chunk[] {
  const find = db.prepare<[number, number], { data: Buffer }>(
    "select data from packed_chunk where transcript = ? and seq = ?",
  );
  return places.map(({ seq, bytes }) => ({
    bytes,
    read: () => find.get(transcript, seq)?.data ?? Buffer.alloc(0),
  }));
}

function placesOf(db: Database, table: string, size: string, transcript: number): ChunkPlace[] {
  return db
    .prepare<[number], ChunkPlace>(
      `select seq, ${size} as bytes from ${table} where transcript = ? order by seq`,
    )
    .all(transcript);
}

interface ChunkPlace {
  readonly seq: number;
  readonly bytes: number;
}
