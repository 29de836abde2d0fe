import type { RawBytes } from "../../core/contract/methods.ts";
import { HostError } from "../../core/contract/rpc.ts";
import { pieceBytes } from "../files/source.ts";
import type { Database } from "./database.ts";
import { type SqueezedRaw, unsqueezeBytes } from "./squeeze.ts";

/** Stores pieces of a text. Where its first `kept` bytes are stored already, whole pieces of them stay as they are. */
export function rawStore(db: Database, transcript: number, kept = 0): (piece: SqueezedRaw) => void {
  const there = Math.floor(kept / pieceBytes);
  db.prepare("delete from raw_chunk where transcript = ? and seq >= ?").run(transcript, there);
  const insert = db.prepare("insert into raw_chunk (transcript, seq, bytes, data) values (?, ?, ?, ?)");
  return ({ seq, bytes, data }) => {
    if (seq >= there) insert.run(transcript, seq, bytes, data);
  };
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

/** The text of a transcript's file in pieces: its own bytes, or what they unpack to. Throws `not_found`. */
export function* exportRaw(db: Database, transcript: number): Generator<Buffer> {
  const known = db
    .prepare<[number], { bytes: number }>("select bytes from transcript where id = ?")
    .get(transcript);
  if (!known) throw new HostError("not_found", `There is no transcript ${transcript} in the library`);
  const next = db.prepare<[number, number], { seq: number; data: Buffer }>(
    "select seq, data from raw_chunk where transcript = ? and seq > ? order by seq limit 1",
  );
  for (let row = next.get(transcript, -1); row; row = next.get(transcript, row.seq))
    yield unsqueezeBytes(row.data);
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
  const places = packed.length > 0 ? packed : placesOf(db, "raw_chunk", "bytes", transcript);
  if (places.length === 0)
    throw new HostError("not_found", `There is no transcript ${transcript} in the library`);
  const table = packed.length > 0 ? "packed_chunk" : "raw_chunk";
  const find = db.prepare<[number, number], { data: Buffer }>(
    `select data from ${table} where transcript = ? and seq = ?`,
  );
  return places.map(({ seq, bytes }) => ({
    bytes,
    read() {
      const data = find.get(transcript, seq)?.data ?? Buffer.alloc(0);
      return table === "packed_chunk" ? data : unsqueezeBytes(data);
    },
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
