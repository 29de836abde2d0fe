import { setTimeout as sleep } from "node:timers/promises";
import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import { codeOf, explained } from "../failure.ts";
import { busyTimeout, type Database, libraryFile, openLibrary, openReader } from "./database.ts";
import { sweepRawFiles } from "./raw-file.ts";
import { WriteQueue } from "./write-queue.ts";

/** How often, and how long apart (milliseconds), a write is tried while another program holds the lock. */
const lockTries = 5;
const lockPause = 500;
/** After how many pages SQLite copies what was written to its place in the file: its own default. */
const checkpointPages = 1000;

/** An open library: a connection that writes, one that reads beside it, and the order of the writers. */
export class Library {
  readonly folder: string;
  readonly writer: Database;
  readonly reader: Database;
  private readonly queue = new WriteQueue();

  /** Opens the library of a data folder. Throws a HostError that says what to do. */
  constructor(folder: string) {
    this.folder = folder;
    this.writer = openLibrary(folder);
    this.reader = openReader(folder);
  }

  /** True while something writes or waits to. */
  get busy(): boolean {
    return this.queue.busy;
  }

  /**
   * Runs `work` as one transaction of the writing connection, after all that was asked for before it: either all
   * that it wrote is stored, or nothing. Rejects with a HostError that says what to do.
   */
  write<T>(work: (db: Database) => T | Promise<T>, signal?: AbortSignalLike): Promise<T> {
    return this.queue.run(() => this.transaction(work, signal), signal);
  }

  /**
   * `write` for a great deal: what it wrote is copied to its place in the file by the next, smaller transaction; what
   * it wrote in vain takes no space on the disk.
   */
  writeMuch<T>(work: (db: Database) => T | Promise<T>, signal?: AbortSignalLike): Promise<T> {
    return this.queue.run(async () => {
      try {
        // What killed imports left may be what the disk has no room for.
        await sweepRawFiles(this.reader);
        // What is stored already is copied to its place now: on a disk that gets full it could not be any more.
        this.writer.pragma("wal_checkpoint(passive)");
        this.writer.pragma("wal_autocheckpoint = 0");
        return await this.transaction(work, signal);
      } catch (error) {
        this.shrinkLog();
        throw error;
      } finally {
        this.writer.pragma(`wal_autocheckpoint = ${checkpointPages}`);
        await sweepRawFiles(this.reader);
      }
    }, signal);
  }

  /** Deletes the files beside the library that no transcript needs any more. */
  sweep(): Promise<void> {
    return this.queue.run(() => sweepRawFiles(this.reader));
  }

  /** Closes both connections, when the writing that is under way has ended. */
  async close(): Promise<void> {
    await this.queue.run(() => {
      this.reader.close();
      this.writer.close();
    });
  }

  private async transaction<T>(
    work: (db: Database) => T | Promise<T>,
    signal: AbortSignalLike | undefined,
  ): Promise<T> {
    try {
      await this.begin(signal);
      const result = await work(this.writer);
      this.writer.exec("commit");
      return result;
    } catch (error) {
      throw this.undo(error);
    }
  }

  /** Empties the log of writes, unless somebody reads from it just now. */
  private shrinkLog(): void {
    try {
      this.writer.pragma("busy_timeout = 0");
      this.writer.pragma("wal_checkpoint(truncate)");
    } catch {
      // A disk that is full or broken says so by itself.
    } finally {
      this.writer.pragma(`busy_timeout = ${busyTimeout}`);
    }
  }

  private async begin(signal?: AbortSignalLike): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return void this.writer.exec("begin immediate");
      } catch (error) {
        if (!codeOf(error).startsWith("SQLITE_BUSY") || tries === lockTries || signal?.aborted) throw error;
      }
      await sleep(lockPause);
    }
  }

  private undo(error: unknown): unknown {
    // A full disk ends the transaction by itself.
    if (this.writer.inTransaction) this.writer.exec("rollback");
    return codeOf(error).startsWith("SQLITE_")
      ? explained(error, `the library ${libraryFile(this.folder)}`)
      : error;
  }
}
