import { pieceBytes } from "../files/source.ts";
import { RawSqueezer, type SqueezedRaw } from "./squeeze.ts";
import {
  keepPressThread,
  type PressAnswer,
  type PressOrder,
  type PressThread,
  takePressThread,
} from "./press-thread.ts";
import type { NewRawFile } from "./raw-file.ts";

/** Hashes what an import reads, and keeps it. */
export interface Press {
  /** Line breaks of what was stored so far. */
  readonly lines: number;
  /**
   * A buffer of `pieceBytes` for the next bytes of the file, which no other call gives until it was taken. Waits while
   * all are in use, which bounds the memory that an import takes. Rejects with whatever went wrong since.
   */
  buffer(): Promise<Uint8Array>;
  /** Takes the first `bytes` of such a buffer; it must not be used any more. */
  take(buffer: Uint8Array, bytes: number): void;
  /** After the last piece: everything is stored, and this is the SHA-256 of the file. */
  finish(): Promise<string>;
  /** Ends it, done or not. */
  close(): Promise<void>;
}

type Store = (squeezed: SqueezedRaw) => void;

/**
 * Compresses and stores the bytes at once, on this thread: for small files, which are done before a thread has started.
 */
export function pressHere(store: Store): Press {
  const squeezer = new RawSqueezer();
  const free: Uint8Array[] = [];
  let lines = 0;
  return {
    get lines() {
      return lines;
    },
    buffer: () => Promise.resolve(free.pop() ?? new Uint8Array(pieceBytes)),
    take(buffer, bytes) {
      const squeezed = squeezer.squeeze(buffer.subarray(0, bytes));
      lines += squeezed.lines;
      store(squeezed);
      free.push(buffer);
    },
    finish: () => Promise.resolve(squeezer.digest()),
    close: () => Promise.resolve(),
  };
}

/**
 * Writes the bytes to a file as they are, on a thread beside the reading: to compress them takes longer than to read them,
 * and can wait.
 */
export function pressBeside(file: NewRawFile): Press {
  return new ThreadPress(takePressThread(), file);
}

/** After so many bytes, what was written is brought to the disk, so that little is left to wait for in the end. */
const flushBytes = 16 * 2 ** 20;

interface Waiter {
  /** How many buffers must be free. */
  readonly free: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

class ThreadPress implements Press {
  lines = 0;
  private readonly thread: PressThread;
  private readonly file: NewRawFile;
  /** Bytes of the text that were taken, and of the file that were written since the last flush. */
  private taken = 0;
  private unflushed = 0;
  private readonly free: number[];
  private waiting: Waiter[] = [];
  private failure: Error | undefined;
  private sha256: string | undefined;
  /** True once the end of the file was told. */
  private told = false;
  /** Resolves when the thread has done all that it was told, or is no more. */
  private readonly done: Promise<boolean>;

  constructor(thread: PressThread, file: NewRawFile) {
    this.thread = thread;
    this.file = file;
    this.free = [...thread.buffers.keys()];
    const { worker } = thread;
    worker.on("message", (answer: PressAnswer) => this.answered(answer));
    worker.on("error", (error) => this.fail(error));
    worker.on("exit", () => this.fail(new Error("the thread that keeps the file stopped")));
    this.done = new Promise((resolve) => {
      worker.on("message", (answer: PressAnswer) => typeof answer === "string" && resolve(true));
      worker.on("exit", () => resolve(false));
    });
  }

  async buffer(): Promise<Uint8Array> {
    await this.settle(1);
    return this.thread.buffers[this.free.shift() ?? 0] as Uint8Array;
  }

  take(buffer: Uint8Array, bytes: number): void {
    const index = this.thread.buffers.indexOf(buffer);
    const at = this.taken - this.file.first * pieceBytes;
    this.taken += bytes;
    // What comes before the file's first piece is stored already.
    const keep = at < 0 ? {} : { keep: { handle: this.file.handle, at } };
    this.thread.worker.postMessage({ index, bytes, ...keep } satisfies PressOrder);
  }

  async finish(): Promise<string> {
    await this.settle(this.thread.buffers.length);
    this.tellEnd();
    await this.settle(Infinity);
    return this.sha256 ?? "";
  }

  /**
   * The thread is let finish what it was given, at most its buffers: the file may be closed once it has.
   */
  async close(): Promise<void> {
    this.fail(new Error("the work was given up"));
    this.tellEnd();
    if (await this.done) await keepPressThread(this.thread);
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
    return this.sha256 !== undefined || this.free.length >= free;
  }

  private answered(answer: PressAnswer): void {
    if (typeof answer === "string") this.sha256 = answer;
    else if (answer.failure) {
      const { code, message } = answer.failure;
      return this.fail(this.file.failed(Object.assign(new Error(message), { code })));
    } else this.kept(answer.index, answer.lines);
    const ready = this.waiting.filter(({ free }) => this.isSettled(free));
    this.waiting = this.waiting.filter((waiter) => !ready.includes(waiter));
    for (const waiter of ready) waiter.resolve();
  }

  private kept(index: number, lines: number): void {
    this.free.push(index);
    this.lines += lines;
    this.unflushed += pieceBytes;
    if (this.unflushed < flushBytes) return;
    this.unflushed = 0;
    this.file.flush();
  }

  private fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
    for (const waiter of this.waiting) waiter.reject(this.failure);
    this.waiting = [];
  }
}
