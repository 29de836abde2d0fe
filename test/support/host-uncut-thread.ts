// A thread, or a process with one, that is in the middle of what may not be cut when it is ended. Started by a test.
import { once } from "node:events";
import { writeSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { endThreadsAtExit, uncut } from "../../host/jobs/end-thread.ts";

/** How long the work takes, in milliseconds. */
const workTime = 400;

function workInThread(state: Int32Array): void {
  uncut(() => {
    parentPort?.postMessage("inside");
    Atomics.wait(state, 1, 0, workTime);
    Atomics.store(state, 0, 1);
    writeSync(1, "whole");
  });
  for (;;) uncut(() => Atomics.add(state, 2, 1));
}

if (isMainThread) {
  endThreadsAtExit();
  const state = new Int32Array(new SharedArrayBuffer(12));
  await once(new Worker(new URL(import.meta.url), { workerData: state }), "message");
  process.exit(7);
}
workInThread(workerData as Int32Array);
