import { spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { endThread, uncut } from "../../host/jobs/end-thread.ts";
import { squeezeBytes, unsqueezeBytes } from "../../host/library/squeeze.ts";

// Threads and processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const child = path.join(import.meta.dirname, "../support/host-uncut-thread.ts");
const squeezing = path.join(import.meta.dirname, "../support/host-squeeze-thread.ts");

/** A thread that is in the middle of what may not be cut, and a word that it sets at the end of it. */
async function inside(): Promise<{ readonly worker: Worker; readonly state: Int32Array }> {
  const state = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(child, { workerData: state, stdout: true });
  await once(worker, "message");
  return { worker, state };
}

test("a thread is ended when it comes out of what may not be cut, not in it", async () => {
  const { worker, state } = await inside();
  expect(state[0]).toBe(0);
  const ended = endThread(worker);
  // Who ends it goes on with such work meanwhile.
  expect(uncut(() => 1)).toBe(1);
  await ended;
  expect(state[0]).toBe(1);
});

test("a thread that does much that may not be cut is ended all the same, and leaves nothing locked", async () => {
  const worker = new Worker(squeezing);
  await once(worker, "message");
  await endThread(worker);
  expect(() => uncut(() => JSON.parse("{") as unknown)).toThrow(SyntaxError);
  expect(unsqueezeBytes(squeezeBytes(Buffer.from("the west one"))).toString()).toBe("the west one");
  const next = await inside();
  await endThread(next.worker);
  expect(next.state[0]).toBe(1);
});

test("a process waits for what may not be cut before it ends", () => {
  const env = { ...process.env, NODE_OPTIONS: "" };
  const { status, stdout } = spawnSync(process.execPath, [child], { encoding: "utf8", env });
  expect({ status, stdout }).toEqual({ status: 7, stdout: "whole" });
});
