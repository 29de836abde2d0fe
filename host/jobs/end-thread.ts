import { setTimeout as sleep } from "node:timers/promises";
import { getEnvironmentData, setEnvironmentData, type Worker } from "node:worker_threads";

/** Places in the memory that all threads of this process share: how many end threads, how many are in what may not be cut. */
const ENDING = 0;
const INSIDE = 1;

const key = "ullage: what may not be cut";
/** One that never comes out of it is ended all the same, after so many milliseconds. */
const longestInside = 2000;

function sharedState(): Int32Array {
  const known: unknown = getEnvironmentData(key);
  if (known instanceof SharedArrayBuffer) return new Int32Array(known);
  const made = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  // For the threads that this one starts, and those that they start.
  setEnvironmentData(key, made);
  return new Int32Array(made);
}

const state = sharedState();
/** How many this thread ends just now: it must not wait for itself. */
let endingHere = 0;

function enter(): void {
  for (;;) {
    const ending = Atomics.load(state, ENDING);
    if (ending > endingHere) {
      Atomics.wait(state, ENDING, ending);
      continue;
    }
    Atomics.add(state, INSIDE, 1);
    if (Atomics.load(state, ENDING) <= endingHere) return;
    Atomics.sub(state, INSIDE, 1);
  }
}

/**
 * Does a short piece of work in the middle of which no thread may be ended: Node aborts the whole process when a thread is
 * ended while it opens a compressor of zstd. It waits while a thread is being ended.
 */
export function uncut<T>(work: () => T): T {
  enter();
  try {
    return work();
  } finally {
    Atomics.sub(state, INSIDE, 1);
  }
}

/** Ends a thread, whatever it does, and the threads that it has started. */
export async function endThread(worker: Worker): Promise<void> {
  endingHere++;
  Atomics.add(state, ENDING, 1);
  try {
    const until = performance.now() + longestInside;
    while (Atomics.load(state, INSIDE) > 0 && performance.now() < until) await sleep(1);
    await worker.terminate();
  } finally {
    endingHere--;
    Atomics.sub(state, ENDING, 1);
    Atomics.notify(state, ENDING);
  }
}

/** The same for a process that ends with all its threads, in which nothing can be waited for any more. */
export function endThreadsAtExit(): void {
  process.once("exit", () => {
    Atomics.add(state, ENDING, 1);
    const until = performance.now() + longestInside;
    for (let inside = Atomics.load(state, INSIDE); inside > 0; inside = Atomics.load(state, INSIDE)) {
      if (performance.now() > until) return;
      Atomics.wait(state, INSIDE, inside, 1);
    }
  });
}
