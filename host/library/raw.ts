import type { RawBytes } from "../../core/contract/methods.ts";
import { HostError } from "../../core/contract/rpc.ts";
import { pieceBytes } from "../files/source.ts";
import type { Database } from "./database.ts";
import { type SqueezedRaw, unsqueezeBytes } from "./squeeze.ts";

/**
 * Stores pieces of a file. Where the file goes on from one of `grownFrom` bytes, whole pieces of that one are there
 * already and stay.
 */
export function rawStore(db: Database, transcript: number, grownFrom = 0): (piece: SqueezedRaw) => void {
  const there = Math.floor(grownFrom / pieceBytes);
  db.prepare("delete from raw_chunk where transcript = ? and seq >= ?").run(transcript, there);
  const insert = db.prepare("insert into raw_chunk (transcript, seq, bytes, data) values (?, ?, ?, ?)");
  return ({ seq, bytes, data }) => {
    if (seq >= there) insert.run(transcript, seq, bytes, data);
  };
}

/** The file of a transcript as it was imported, byte for byte, in pieces. Throws `not_found`. */
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

/** A piece of a transcript's file, as a window gets it. Throws `not_found`. */
export function rawPiece(
  db: Database,
  { transcript, offset, length }: { transcript: number; offset: number; length: number },
): RawBytes {
  const chunks = db
    .prepare<[number], ChunkPlace>("select seq, bytes from raw_chunk where transcript = ? order by seq")
    .all(transcript);
  if (chunks.length === 0)
    throw new HostError("not_found", `There is no transcript ${transcript} in the library`);
  const data = db.prepare<[number, number], { data: Buffer }>(
    "select data from raw_chunk where transcript = ? and seq = ?",
  );
  const parts: Buffer[] = [];
  let at = 0;
  for (const { seq, bytes } of chunks) {
    const from = Math.max(0, offset - at);
    const to = Math.min(bytes, offset + length - at);
    const row = from < to ? data.get(transcript, seq) : undefined;
    if (row) parts.push(unsqueezeBytes(row.data).subarray(from, to));
    at += bytes;
  }
  return { offset, data: Buffer.concat(parts).toString("base64"), total: at };
}

interface ChunkPlace {
  readonly seq: number;
  readonly bytes: number;
}
