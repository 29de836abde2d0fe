import { Worker } from "node:worker_threads";
import { workerUrl } from "../jobs/worker-url.ts";
import { RawSqueezer, type SqueezedRaw } from "./squeeze.ts";

/** Hashes and compresses what an import reads, and hands it to the store that it was made with. */
export interface Press {
  /** Takes the next bytes of the file; their buffer must not be used any more. */
  raw(bytes: Uint8Array<ArrayBuffer>): void;
  /** Waits until at most `limit` pieces of work are under way. Rejects with whatever went wrong since. */
  settle(limit: number): Promise<void>;
  /** After the last piece: everything is stored, and this is the SHA-256 of the file. */
  finish(): Promise<string>;
  /** Ends it, done or not. */
  close(): Promise<void>;
}

/** What a squeeze thread is told: the next bytes of a file, or that these were the last. */
export type PressOrder = Uint8Array | null;

/** What a squeeze thread answers, in the order of its orders: the bytes compressed, or the SHA-256 of the file. */
export type PressAnswer = SqueezedRaw | string;

type Store = (squeezed: SqueezedRaw) => void;

/** Does the work at once, on this thread: for small files, which are done before a thread has started. */
export function pressHere(store: Store): Press {
  const squeezer = new RawSqueezer();
  return {
    raw: (bytes) => store(squeezer.squeeze(bytes)),
    settle: () => Promise.resolve(),
    finish: () => Promise.resolve(squeezer.digest()),
    close: () => Promise.resolve(),
  };
}

/** Does the work on a thread of its own, beside the reading. */
export function pressBeside(store: Store): Press {
  return new ThreadPress(takeThread(), store);
}

/** A thread that has done its work waits this long for more, in milliseconds: starting one takes a while. */
const idleTime = 20_000;

let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

/** The thread that waits for work, else a new one. */
function takeThread(): Worker {
  if (!idle) return new Worker(workerUrl("squeeze-worker"), { name: "squeeze" });
  const { worker, timer } = idle;
  idle = undefined;
  clearTimeout(timer);
  worker.removeAllListeners();
  worker.ref();
  return worker;
}

/** Lets a thread that is done wait for more work; the process need not wait for it. */
function keepThread(worker: Worker): void {
  worker.removeAllListeners();
  if (idle) return void worker.terminate();
  const forget = (): void => {
    if (idle?.worker === worker) idle = undefined;
    void worker.terminate();
  };
  worker.on("error", forget);
  worker.unref();
  idle = { worker, timer: setTimeout(forget, idleTime).unref() };
}

interface Waiter {
  readonly limit: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

class ThreadPress implements Press {
  private readonly worker: Worker;
  private readonly store: Store;
  private waiting: Waiter[] = [];
  private underWay = 0;
  private failure: Error | undefined;
  private sha256: string | undefined;

  constructor(worker: Worker, store: Store) {
    this.worker = worker;
    this.store = store;
    worker.on("message", (answer: PressAnswer) => this.take(answer));
    worker.on("error", (error) => this.fail(error));
    worker.on("exit", () => this.fail(new Error("the compression thread stopped")));
  }

  raw(bytes: Uint8Array<ArrayBuffer>): void {
    this.post(bytes, bytes.buffer);
  }

  settle(limit: number): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.underWay <= limit) return Promise.resolve();
    return new Promise((resolve, reject) => this.waiting.push({ limit, resolve, reject }));
  }

  async finish(): Promise<string> {
    this.post(null);
    await this.settle(0);
    if (this.sha256 === undefined) throw new Error("the compression thread gave no hash");
    return this.sha256;
  }

  async close(): Promise<void> {
    if (this.sha256 !== undefined && !this.failure) return keepThread(this.worker);
    this.worker.removeAllListeners();
    this.worker.on("error", () => undefined);
    await this.worker.terminate();
  }

  private post(order: PressOrder, transfer?: ArrayBuffer): void {
    this.underWay++;
    this.worker.postMessage(order, transfer ? [transfer] : []);
  }

  private take(answer: PressAnswer): void {
    this.underWay--;
    try {
      if (typeof answer === "string") this.sha256 = answer;
      else if (!this.failure) this.store(answer);
    } catch (error) {
      return this.fail(error);
    }
    const ready = this.waiting.filter(({ limit }) => this.underWay <= limit);
    this.waiting = this.waiting.filter((waiter) => !ready.includes(waiter));
    for (const waiter of ready) waiter.resolve();
  }

  private fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
    for (const waiter of this.waiting) waiter.reject(this.failure);
    this.waiting = [];
  }
}
