import {
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  closeSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { HostError } from "../../core/contract/rpc.ts";
import { shown } from "../files/shown.ts";

/** A database of another program, where it can be read without leaving anything beside it. */
export interface BorrowedDatabase {
  readonly file: string;
  /** True when it may have a log of what was written last, which is not there. */
  readonly logMissing: boolean;
  /** To be called when it is closed. */
  release(): void;
}

/** Where the header says with which journal a database is written, and what stands there for a write-ahead log. */
const versionAt = 18;
const writeAhead = 2;
/** How often a copy is made anew because the database changed meanwhile. */
const mostTries = 5;

/**
 * Makes a database readable. SQLite makes two files beside one with a write-ahead log, even to read it, and leaves them
 * when it may not write: unless they are there, a copy is read, which `release` deletes. `log` is where the log of a
 * database lies that a window handed over, null when it handed none over; without it, the file beside it is meant.
 * Throws a HostError, and what the disk says.
 */
export function borrowDatabase(file: string, log?: string | null): BorrowedDatabase {
  const asItIs = { file, logMissing: false, release: () => undefined };
  if (!isWriteAhead(file)) return asItIs;
  if (log !== undefined) return { ...copied(file, log ?? undefined), logMissing: log === null };
  const beside = existsSync(`${file}-wal`) ? `${file}-wal` : undefined;
  return beside !== undefined && existsSync(`${file}-shm`)
    ? asItIs
    : { ...copied(file, beside), logMissing: false };
}

function isWriteAhead(file: string): boolean {
  const handle = openSync(file, "r");
  try {
    const version = Buffer.alloc(1);
    return readSync(handle, version, 0, 1, versionAt) === 1 && version[0] === writeAhead;
  } finally {
    closeSync(handle);
  }
}

function copied(file: string, log: string | undefined): Omit<BorrowedDatabase, "logMissing"> {
  const folder = mkdtempSync(path.join(tmpdir(), "ullage-database-"));
  const release = (): void => rmSync(folder, { recursive: true, force: true });
  const copy = path.join(folder, "copy.db");
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      const before = stateOf(file, log);
      copyFileSync(file, copy, constants.COPYFILE_FICLONE);
      if (log !== undefined) copyFileSync(log, `${copy}-wal`, constants.COPYFILE_FICLONE);
      if (stateOf(file, log) === before) return { file: copy, release };
    }
    throw new HostError(
      "bad_input",
      `${shown(file)} is written all the time: close what writes it and try again.`,
    );
  } catch (error) {
    release();
    throw error;
  }
}

/** What changes when either file is written. */
function stateOf(file: string, log: string | undefined): string {
  return [file, ...(log === undefined ? [] : [log])]
    .map((one) => statSync(one, { bigint: true }))
    .map(({ size, mtimeNs, ino }) => `${ino} ${size} ${mtimeNs}`)
    .join();
}
