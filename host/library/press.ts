import { type ByteSource, pieceBytes } from "../files/source.ts";
import {
  keepPressThread,
  type PressAnswer,
  type PressOrder,
  type PressThread,
  takePressThread,
} from "./press-thread.ts";
import type { NewRawFile } from "./raw-file.ts";
import { RawSqueezer, type SqueezedRaw } from "./squeeze.ts";

/** Reads the bytes of a source for an import, hashes them and keeps them. */
export interface Press {
  /** Line breaks of what was kept so far. */
  readonly lines: number;
  /**
   * The next bytes, which are good until they are freed; undefined after the last. To be called again only once it has
   * resolved. Waits while too many are in use, which bounds the memory that an import takes. Rejects with whatever went
   * wrong since.
   */
  next(): Promise<Uint8Array | undefined>;
  /** Such bytes are not needed any more. */
  free(piece: Uint8Array): void;
  /** After the last piece was freed: everything is kept, and this is the SHA-256 of the file. */
  finish(): Promise<string>;
  /** Ends it, done or not. */
  close(): Promise<void>;
}

type Store = (squeezed: SqueezedRaw) => void;

/**
 * Compresses and stores the bytes at once, on this thread: for small files, which are done before a thread has started.
 */
export function pressHere(source: ByteSource, store: Store): Press {
  const squeezer = new RawSqueezer();
  let at = 0;
  let lines = 0;
  return {
    get lines() {
      return lines;
    },
    async next() {
      if (at >= source.bytes) return undefined;
      const piece = new Uint8Array(Math.min(pieceBytes, source.bytes - at));
      await source.read(piece, at);
      at += piece.length;
      const squeezed = squeezer.squeeze(piece);
      lines += squeezed.lines;
      store(squeezed);
      return piece;
    },
    free: () => undefined,
    finish: () => Promise.resolve(squeezer.digest()),
    close: () => Promise.resolve(),
  };
}

/**
 * Writes the bytes to a file as they are, on a thread beside this one: to compress them takes longer than to read them, and
 * can wait.
 */
export function pressBeside(source: ByteSource, file: NewRawFile): Press {
  return new ThreadPress(takePressThread(), source, file);
}

/** After so many bytes, what was written is brought to the disk, so that little is left to wait for in the end. */
const flushBytes = 8 * 2 ** 20;

interface Waiter {
  /** How many buffers must be free. */
  readonly free: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Whoever waits for a buffer to be filled: true once it is. */
interface Filling {
  readonly resolve: (filled: boolean) => void;
  readonly reject: (error: Error) => void;
}

/** So many buffers are filled before they are asked for: neither side works through each piece in the same time. */
const mostAhead = 6;

/** A buffer that is filled, or is to be. */
interface Ahead {
  readonly index: number;
  readonly at: number;
  readonly piece: Uint8Array;
  /** False when the other thread could not read to it. */
  readonly filled: Promise<boolean>;
}

/** A buffer is in use by this thread, which reads it, and by the other one, which hashes and keeps it. */
const users = 2;

class ThreadPress implements Press {
  lines = 0;
  private readonly thread: PressThread;
  private readonly source: ByteSource;
  private readonly file: NewRawFile;
  /** Where the next bytes are. */
  private at = 0;
  /** Buffers that were not asked for yet, in order. */
  private readonly ahead: Ahead[] = [];
  private keptPieces = 0;
  /** Bytes that were written since the last flush. */
  private unflushed = 0;
  private readonly unused: number[];
  /** By buffer: how many use it. */
  private readonly users: number[];
  /** By buffer, of one that the other thread fills. */
  private readonly filling = new Map<number, Filling>();
  private waiting: Waiter[] = [];
  private failure: Error | undefined;
  private sha256: string | undefined;
  /** True once the end of the file was told. */
  private told = false;
  /** Resolves when the thread has done all that it was told, or is no more. */
  private readonly done: Promise<boolean>;

  constructor(thread: PressThread, source: ByteSource, file: NewRawFile) {
    this.thread = thread;
    this.source = source;
    this.file = file;
    this.unused = [...thread.buffers.keys()];
    this.users = thread.buffers.map(() => 0);
    const { worker } = thread;
    worker.on("message", (answer: PressAnswer) => this.answered(answer));
    worker.on("error", (error) => this.fail(error));
    worker.on("exit", () => this.fail(new Error("the thread that keeps the file stopped")));
    this.done = new Promise((resolve) => {
      worker.on("message", (answer: PressAnswer) => typeof answer === "string" && resolve(true));
      worker.on("exit", () => resolve(false));
    });
  }

  async next(): Promise<Uint8Array | undefined> {
    const { source, ahead } = this;
    if (ahead.length === 0 && this.at < source.bytes) await this.settle(1);
    // The thread is another import's once the work was given up.
    if (this.failure) throw this.failure;
    this.fillAhead();
    const next = ahead.shift();
    if (!next) return undefined;
    const { index, at, piece, filled } = next;
    if (!(await filled)) {
      await source.read(piece, at);
      this.order(index, piece.length, at);
    }
    return piece;
  }

  free(piece: Uint8Array): void {
    this.release(this.thread.buffers.findIndex(({ buffer }) => buffer === piece.buffer));
    this.look();
  }

  async finish(): Promise<string> {
    await this.settle(this.thread.buffers.length);
    this.tellEnd();
    await this.settle(Infinity);
    return this.sha256 ?? "";
  }

  /** The thread is let finish what it was given, at most its buffers: afterwards no file is in use any more. */
  async close(): Promise<void> {
    this.fail(new Error("the work was given up"));
    this.tellEnd();
    if (await this.done) await keepPressThread(this.thread);
  }

  /** Has the thread itself read what comes next, as far ahead as it may; what only this thread can read is not read ahead. */
  private fillAhead(): void {
    const { source, ahead, thread } = this;
    const most = source.handle === undefined ? 1 : mostAhead;
    while (ahead.length < most && this.at < source.bytes && this.unused.length > 0) {
      const { at } = this;
      const index = this.unused.shift() ?? 0;
      this.users[index] = users;
      const piece = thread.buffers[index]?.subarray(0, source.bytes - at) as Uint8Array;
      this.at += piece.length;
      ahead.push({ index, at, piece, filled: this.filledThere(index, piece.length, at) });
    }
  }

  /** Has the thread itself read the bytes, where it can; false where it could not. */
  private filledThere(index: number, bytes: number, at: number): Promise<boolean> {
    const { handle } = this.source;
    if (handle === undefined) return Promise.resolve(false);
    const filled = new Promise<boolean>((resolve, reject) => {
      this.filling.set(index, { resolve, reject });
      this.order(index, bytes, at, handle);
    });
    // Whoever asks for it sees it fail.
    filled.catch(() => undefined);
    return filled;
  }

  private order(index: number, bytes: number, at: number, handle?: number): void {
    const { first, handle: kept } = this.file;
    const place = at - first * pieceBytes;
    const read = handle === undefined ? undefined : { handle, at };
    // What comes before the file's first piece is stored already.
    const keep = place < 0 ? undefined : { handle: kept, at: place };
    this.thread.worker.postMessage({ index, bytes, read, keep } satisfies PressOrder);
  }

  private tellEnd(): void {
    if (!this.told) this.thread.worker.postMessage(null);
    this.told = true;
  }

  /** Waits until so many buffers are free, or with Infinity until the hash has come. */
  private settle(free: number): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.isSettled(free)) return Promise.resolve();
    return new Promise((resolve, reject) => this.waiting.push({ free, resolve, reject }));
  }

  private isSettled(free: number): boolean {
    return this.sha256 !== undefined || this.unused.length >= free;
  }

  private answered(answer: PressAnswer): void {
    if (typeof answer === "string") this.sha256 = answer;
    else if (answer.failure) {
      const { code, message } = answer.failure;
      return this.fail(this.file.failed(Object.assign(new Error(message), { code })));
    } else this.kept(answer.index, answer.lines);
    this.look();
  }

  private kept(index: number, lines: number): void {
    const filling = this.filling.get(index);
    this.filling.delete(index);
    filling?.resolve(lines >= 0);
    if (lines < 0) return;
    this.release(index);
    this.lines += lines;
    this.unflushed += pieceBytes;
    this.keptPieces++;
    // The last are on their way to the disk while they are still read.
    const last = this.keptPieces * pieceBytes >= this.source.bytes;
    if (this.unflushed < flushBytes && !last) return;
    this.unflushed = 0;
    this.file.flush();
  }

  private release(index: number): void {
    const left = (this.users[index] ?? 0) - 1;
    this.users[index] = left;
    if (left === 0) this.unused.push(index);
  }

  /** Lets go on whoever waited for what has come. */
  private look(): void {
    const ready = this.waiting.filter(({ free }) => this.isSettled(free));
    this.waiting = this.waiting.filter((waiter) => !ready.includes(waiter));
    for (const waiter of ready) waiter.resolve();
  }

  private fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
    for (const waiter of [...this.waiting, ...this.filling.values()]) waiter.reject(this.failure);
    this.waiting = [];
    this.filling.clear();
  }
}
