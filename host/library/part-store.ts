import type { Batch } from "./batch.ts";
import type { Database } from "./database.ts";
import { type PiecePlace, packBatch } from "./packing.ts";

function nextPack(db: Database): number {
  const row = db
    .prepare<[], { id: number }>(
      "select coalesce((select seq from sqlite_sequence where name = 'pack'), 0) + 1 as id",
    )
    .get();
  return row?.id ?? 1;
}

/** Stores a batch of kept parts: each long text once in the library, found by its hash. */
export function storeBatch(db: Database, transcript: number, batch: Batch): void {
  const find = db.prepare<[Uint8Array], PiecePlace>("select pack, start, bytes from blob where hash = ?");
  const packed = packBatch(batch, nextPack(db), (hash) => find.get(hash));
  const { pack, blobs, uses, first, count, data } = packed;
  if (pack) {
    db.prepare("insert into pack (id, bytes, data) values (?, ?, ?)").run(pack.id, pack.bytes, pack.data);
    const blob = db.prepare("insert into blob (hash, pack, start, bytes) values (?, ?, ?, ?)");
    for (const { hash, start, bytes } of blobs) blob.run(hash, pack.id, start, bytes);
  }
  const use = db.prepare("insert or ignore into pack_use (transcript, pack) values (?, ?)");
  for (const used of uses) use.run(transcript, used);
  db.prepare("insert into parts (transcript, first, count, data) values (?, ?, ?, ?)").run(
    transcript,
    first,
    count,
    data,
  );
}

/** The handle of the first kept list of parts that is not stored yet. */
export function storedParts(db: Database, transcript: number): number {
  const row = db
    .prepare<[number], { next: number }>(
      "select coalesce(max(first + count), 0) as next from parts where transcript = ?",
    )
    .get(transcript);
  return row?.next ?? 0;
}
