import { chmodSync, existsSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { HostError } from "../../core/contract/rpc.ts";
import { prepareFolder } from "../data-folder.ts";
import { explained } from "../failure.ts";
import { migrations } from "./migrations.ts";

/** A connection to the library. This file is the only one that knows the package behind it. */
export type Database = Sqlite.Database;

/** A statement of such a connection that was prepared; `Values` are what it is given. */
export type Statement<Values extends unknown[]> = Sqlite.Statement<Values>;

/** How long a connection waits for another program's write lock, in milliseconds. */
export const busyTimeout = 2000;

/** Of a new library, which mostly holds compressed pieces of some hundred KB: twice SQLite's own default. */
const pageBytes = 8192;

/** The library's file in a data folder. */
export function libraryFile(folder: string): string {
  return path.join(folder, "library.db");
}

function connect(file: string, readonly: boolean): Database {
  const db = new Sqlite(file, { readonly, fileMustExist: readonly, timeout: busyTimeout });
  db.pragma("foreign_keys = on");
  db.pragma("synchronous = normal");
  db.pragma("temp_store = memory");
  return db;
}

function versionOf(db: Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}

/** Refuses a library that a newer Ullage wrote: its data would be misread. */
function refuseNewer(db: Database, file: string): void {
  const version = versionOf(db);
  if (version > migrations.length)
    throw new HostError(
      "failed",
      `The library ${file} was written by a newer Ullage (schema ${version}; this one knows ${migrations.length}). Nothing was changed: update Ullage, or choose another folder with --data or ULLAGE_DATA.`,
    );
}

function migrate(db: Database): void {
  const step = db.transaction(() => {
    const version = versionOf(db);
    const sql = migrations[version];
    if (sql === undefined) return false;
    db.exec(sql);
    db.pragma(`user_version = ${version + 1}`);
    return true;
  });
  // Immediate: two programs that start at once must not both apply the same step.
  while (versionOf(db) < migrations.length && step.immediate());
}

function prepare(db: Database, file: string): void {
  // Only before the first table: large pieces in fewer pages; and a purge can give its space back to the disk.
  if (versionOf(db) === 0) db.pragma(`page_size = ${pageBytes}`);
  if (versionOf(db) === 0) db.pragma("auto_vacuum = incremental");
  refuseNewer(db, file);
  db.pragma("journal_mode = wal");
  migrate(db);
}

/** Opens the library for writing, made or brought up to date. Throws a HostError that says what to do. */
export function openLibrary(folder: string): Database {
  prepareFolder(folder);
  const file = libraryFile(folder);
  let db: Database | undefined;
  try {
    const fresh = !existsSync(file);
    db = connect(file, false);
    prepare(db, file);
    if (fresh && process.platform !== "win32") chmodSync(file, 0o600);
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, `the library ${file}`);
  }
}

/** Opens a connection that only reads. The library must be there. Throws a HostError that says what to do. */
export function openReader(folder: string): Database {
  const file = libraryFile(folder);
  try {
    const db = connect(file, true);
    refuseNewer(db, file);
    return db;
  } catch (error) {
    throw explained(error, `the library ${file}`);
  }
}

/** The version of SQLite. */
export function sqliteVersion(db: Database): string {
  return db.prepare<[], { version: string }>("select sqlite_version() as version").get()?.version ?? "";
}
