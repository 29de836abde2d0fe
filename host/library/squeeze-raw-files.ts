import { setTimeout as sleep } from "node:timers/promises";
import { pieceBytes } from "../files/source.ts";
import type { Database } from "./database.ts";
import type { Library } from "./library.ts";
import { type RawFile, readRawFile } from "./raw-file.ts";
import { squeezeBytes } from "./squeeze.ts";

/** How long an import is waited for before it is looked again, in milliseconds. */
const importTime = 20;

function filesToSqueeze(db: Database): RawFile[] {
  return db
    .prepare<[], RawFile>(
      `select transcript, raw_file.name, first, raw_file.bytes from raw_file
       join transcript on transcript.id = raw_file.transcript where removed = 0 order by transcript`,
    )
    .all();
}

/** Does some writing for a file, if a transcript still needs it: it may have grown, or be deleted. True when it was done. */
function writeFor(library: Library, { name }: RawFile, work: (db: Database) => void): Promise<boolean> {
  return library.write((db) => {
    if (!db.prepare("select 1 from raw_file where name = ?").get(name)) return false;
    work(db);
    return true;
  });
}

/** Compresses one piece of a file into the library, unless it is there. False when the file is needed no more. */
async function squeezePiece(library: Library, file: RawFile, seq: number): Promise<boolean> {
  const { reader } = library;
  const { transcript } = file;
  const there = reader.prepare("select 1 from raw_chunk where transcript = ? and seq = ?");
  if (there.get(transcript, seq)) return true;
  const piece = readRawFile(reader, file, seq);
  if (!piece) return false;
  const data = squeezeBytes(piece);
  return writeFor(library, file, (db) => {
    // Another host may have done the same meanwhile.
    const insert = "insert or ignore into raw_chunk (transcript, seq, bytes, data) values (?, ?, ?, ?)";
    db.prepare(insert).run(transcript, seq, piece.length, data);
  });
}

/** Compresses a file piece by piece, each stored by itself: after a stop or a crash it goes on with the next. */
async function squeezeFile(library: Library, file: RawFile, stopped: () => boolean): Promise<void> {
  const end = file.first + Math.ceil(file.bytes / pieceBytes);
  for (let seq = file.first; seq < end; seq++) {
    // Imports go first: somebody waits for them.
    do await sleep(library.busy ? importTime : 0);
    while (library.busy && !stopped());
    if (stopped() || !(await squeezePiece(library, file, seq))) return;
  }
  await writeFor(
    library,
    file,
    (db) => void db.prepare("delete from raw_file where name = ?").run(file.name),
  );
  await library.sweep();
}

/** Compresses into the library what large imports kept as it came. Rejects when that cannot be read or stored. */
export async function squeezeRawFiles(library: Library, stopped: () => boolean): Promise<void> {
  for (const file of filesToSqueeze(library.reader)) {
    if (stopped()) return;
    await squeezeFile(library, file, stopped);
  }
}
