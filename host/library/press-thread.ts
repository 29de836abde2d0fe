import { Worker } from "node:worker_threads";
import { pieceBytes } from "../files/source.ts";
import { workerUrl } from "../jobs/worker-url.ts";

/** Some place in an open file. */
export interface FilePlace {
  readonly handle: number;
  readonly at: number;
}

/**
 * What a press thread is told: where the next bytes of a file are to be read to a buffer from, unless they are in it; and
 * where they are to be kept, if they are. Or that these were the last.
 */
export type PressOrder = {
  readonly index: number;
  readonly bytes: number;
  readonly read?: FilePlace | undefined;
  readonly keep?: FilePlace | undefined;
} | null;

/**
 * What it answers, in the order of its orders: how many line breaks a buffer holds, -1 where it could not be read and
 * nothing was done; or the SHA-256 of the file.
 */
export type PressAnswer =
  | { readonly index: number; readonly lines: number; readonly failure?: WriteFailure }
  | string;

/** What kept a buffer from being written, as a message can carry it. */
export interface WriteFailure {
  readonly code: string;
  readonly message: string;
}

/** A thread that hashes and keeps what is read, and the buffers that it shares with this one. */
export interface PressThread {
  readonly worker: Worker;
  readonly buffers: readonly Uint8Array[];
}

/** How many buffers there are: enough for neither side to wait when the other is late for a moment. */
const bufferCount = 8;
/** A thread that has done its work waits this long for more, in milliseconds: starting one takes a while. */
const idleTime = 20_000;

let idle: { readonly thread: PressThread; readonly timer: NodeJS.Timeout } | undefined;

/** Such a thread, with nothing to do yet. */
export function startPressThread(): PressThread {
  const buffers = Array.from(
    { length: bufferCount },
    () => new Uint8Array(new SharedArrayBuffer(pieceBytes)),
  );
  const worker = new Worker(workerUrl("press-worker"), { name: "press", workerData: buffers });
  return { worker, buffers };
}

/** By name: without one, the thread's own listeners would go with ours, and it would fall silent. */
function forgetListeners(worker: Worker): void {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
}

/** The thread that waits for work, else a new one. */
export function takePressThread(): PressThread {
  if (!idle) return startPressThread();
  const { thread, timer } = idle;
  idle = undefined;
  clearTimeout(timer);
  forgetListeners(thread.worker);
  thread.worker.ref();
  return thread;
}

/** Only of one that has nothing to do. */
async function endThread({ worker }: PressThread): Promise<void> {
  forgetListeners(worker);
  worker.on("error", () => undefined);
  await worker.terminate();
}

/** Gives a thread back that has done all its work: it waits for more, unless another one does. */
export async function keepPressThread(thread: PressThread): Promise<void> {
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
