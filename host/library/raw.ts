import { HostError } from "../../core/contract/rpc.ts";
import type { Database } from "./database.ts";
import { type SqueezedRaw, unsqueezeBytes } from "./squeeze.ts";

/** Stores pieces of a file. */
export function rawStore(db: Database, transcript: number): (piece: SqueezedRaw) => void {
  const insert = db.prepare("insert into raw_chunk (transcript, seq, bytes, data) values (?, ?, ?, ?)");
  return ({ seq, bytes, data }) => void insert.run(transcript, seq, bytes, data);
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
