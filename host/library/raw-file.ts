import { randomUUID } from "node:crypto";
import {
  closeSync,
  fdatasync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { HostError } from "../../core/contract/rpc.ts";
import { codeOf, explained } from "../failure.ts";
import { pieceBytes } from "../files/source.ts";
import { isAlive } from "../jobs/alive.ts";
import type { Database } from "./database.ts";

/** A file beside the library that holds a transcript's text as it came, from a piece on, until it is compressed. */
export interface RawFile {
  readonly transcript: number;
  readonly name: string;
  /** The piece of the text that its first byte begins, and how many bytes it has. */
  readonly first: number;
  readonly bytes: number;
}

const sync = promisify(fdatasync);

/** The folder of these files, below the data folder. */
function rawFolder(db: Database): string {
  return path.join(path.dirname(db.name), "raw");
}

function pathOf(db: Database, name: string): string {
  return path.join(rawFolder(db), name);
}

/** What else is to be written meanwhile, in bytes for each one of the file: compressed, and its log, a fifth at most mostly. */
const besides = 0.5;

/** Whether the disk has room for so many bytes as they are: where it has not, they must be compressed as they come. */
export function hasRoomFor(db: Database, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(path.dirname(db.name));
    return bavail * bsize >= bytes * (1 + besides);
  } catch {
    // A file system that does not tell: to write will.
    return true;
  }
}

/** Such a file while it is written. It counts once the transaction that names it is stored. */
export class NewRawFile {
  /** Of the open file, which any thread of this process may write to. */
  readonly handle: number;
  readonly first: number;
  private readonly what: string;
  private pending: Promise<void> | undefined;
  /** True when something was written since the flush that goes on. */
  private again = false;

  /** Opens a file for a transcript's text from piece `first` on, `bytes` long. Throws a HostError that says what to do. */
  constructor(db: Database, transcript: number, { first, bytes }: Pick<RawFile, "first" | "bytes">) {
    const name = `${process.pid}-${randomUUID()}`;
    const file = pathOf(db, name);
    this.first = first;
    this.what = `the file ${file}`;
    const insert = db.prepare("insert into raw_file (transcript, name, first, bytes) values (?, ?, ?, ?)");
    insert.run(transcript, name, first, bytes);
    try {
      mkdirSync(rawFolder(db), { recursive: true, mode: 0o700 });
      this.handle = openSync(file, "wx", 0o600);
    } catch (error) {
      throw explained(error, this.what);
    }
  }

  /** What went wrong with it, for people. */
  failed(error: unknown): HostError {
    return explained(error, this.what);
  }

  /** Has what was written so far brought to the disk, beside all else, once what was before is there. */
  flush(): void {
    this.again = this.pending !== undefined;
    this.pending ??= this.syncAll().finally(() => (this.pending = undefined));
    // Whoever waits for all of it sees the failure.
    this.pending.catch(() => undefined);
  }

  /** Resolves when all of it is on the disk: a library that comes back after a power cut must find it there. */
  async settle(): Promise<void> {
    await this.pending;
    await this.sync();
  }

  /** Lets go of the open file. */
  async close(): Promise<void> {
    await this.pending?.catch(() => undefined);
    closeSync(this.handle);
  }

  private async syncAll(): Promise<void> {
    do {
      this.again = false;
      await this.sync();
    } while (this.again);
  }

  private async sync(): Promise<void> {
    try {
      await sync(this.handle);
    } catch (error) {
      throw this.failed(error);
    }
  }
}

/** Writes all of some bytes at a place in an open file. */
export function writeAll(handle: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(handle, bytes, done, bytes.length - done, at + done);
}

/** Fills bytes from a place in an open file. Throws when it has fewer. */
export function readAll(handle: number, into: Uint8Array, at: number): void {
  for (let done = 0; done < into.length;) {
    const some = readSync(handle, into, done, into.length - done, at + done);
    if (some === 0) throw new Error("it is shorter than it was");
    done += some;
  }
}

/** The file that holds what is not compressed yet of a transcript's text. */
export function rawFileOf(db: Database, transcript: number): RawFile | undefined {
  return db
    .prepare<[number], RawFile>("select transcript, name, first, bytes from raw_file where transcript = ?")
    .get(transcript);
}

/** Bytes of a piece of the text in such a file; 0 for one that is not there. */
export function bytesOfPiece({ first, bytes }: RawFile, piece: number): number {
  const from = (piece - first) * pieceBytes;
  return from < 0 ? 0 : Math.max(0, Math.min(pieceBytes, bytes - from));
}

/**
 * A piece of the text from such a file; undefined when the file is gone, because all of it is compressed. Throws a HostError
 * when it cannot be read.
 */
export function readRawFile(db: Database, file: RawFile, piece: number): Buffer | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(pathOf(db, file.name), "r");
    const whole = Buffer.allocUnsafeSlow(bytesOfPiece(file, piece));
    readAll(handle, whole, (piece - file.first) * pieceBytes);
    return whole;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw explained(error, `the file ${pathOf(db, file.name)}`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Names of the files in the folder; none where there is no folder. */
function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

/**
 * Deletes the files that no transcript needs: of imports that were given up or killed, of what has been compressed or
 * deleted since. Those of another process that runs may be in the making. Not to be called while this one imports.
 */
export async function sweepRawFiles(db: Database): Promise<void> {
  const folder = rawFolder(db);
  const names = namesIn(folder);
  if (names.length === 0) return;
  const needed = db.prepare<[string], object>("select 1 from raw_file where name = ?");
  for (const name of names) {
    const pid = Number.parseInt(name, 10);
    if (needed.get(name) || (pid !== process.pid && isAlive(pid))) continue;
    await drop(path.join(folder, name));
  }
}

/** Beside all else: to delete a large one takes a while. */
async function drop(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch {
    // Where somebody who still reads it keeps it from being deleted, the next sweep does it.
  }
}
