import { Worker } from "node:worker_threads";
import { pieceBytes } from "../files/source.ts";
import { workerUrl } from "../jobs/worker-url.ts";
import type { SqueezedRaw } from "./squeeze.ts";

/** What a squeeze thread is told: that a buffer holds the next bytes of a file, or that these were the last. */
export type PressOrder = { readonly index: number; readonly bytes: number } | null;

/** What it answers, in the order of its orders: what a buffer held, compressed, or the SHA-256 of the file. */
export type PressAnswer = { readonly index: number; readonly squeezed: SqueezedRaw } | string;

/** A thread that hashes and compresses, and the buffers that it shares with this one. */
export interface SqueezeThread {
  readonly worker: Worker;
  readonly buffers: readonly Uint8Array[];
}

/** How many buffers there are: enough for neither side to wait when the other is late for a moment. */
const bufferCount = 8;
/** A thread that has done its work waits this long for more, in milliseconds: starting one takes a while. */
const idleTime = 20_000;

let idle: { readonly thread: SqueezeThread; readonly timer: NodeJS.Timeout } | undefined;

/** A thread that hashes and compresses, with nothing to do yet. */
export function startSqueezeThread(): SqueezeThread {
  const buffers = Array.from(
    { length: bufferCount },
    () => new Uint8Array(new SharedArrayBuffer(pieceBytes)),
  );
  const worker = new Worker(workerUrl("squeeze-worker"), { name: "squeeze", workerData: buffers });
  return { worker, buffers };
}

/** By name: without one, the thread's own listeners would go with ours, and it would fall silent. */
function forgetListeners(worker: Worker): void {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
}

/** The thread that waits for work, else a new one. */
export function takeSqueezeThread(): SqueezeThread {
  if (!idle) return startSqueezeThread();
  const { thread, timer } = idle;
  idle = undefined;
  clearTimeout(timer);
  forgetListeners(thread.worker);
  thread.worker.ref();
  return thread;
}

/** Only of one that has nothing to do: Node aborts when a thread is ended while it opens a compressor. */
async function endThread({ worker }: SqueezeThread): Promise<void> {
  forgetListeners(worker);
  worker.on("error", () => undefined);
  await worker.terminate();
}

/** Gives a thread back that has done all its work: it waits for more, unless another one does. */
export async function keepSqueezeThread(thread: SqueezeThread): Promise<void> {
  if (idle) return endThread(thread);
  const forget = (): void => {
    if (idle?.thread === thread) idle = undefined;
    void endThread(thread);
  };
  forgetListeners(thread.worker);
  thread.worker.on("error", forget);
  // The process need not wait for it.
  thread.worker.unref();
  idle = { thread, timer: setTimeout(forget, idleTime).unref() };
}
