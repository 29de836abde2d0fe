import { parentPort, workerData } from "node:worker_threads";
import { RawSqueezer } from "../library/squeeze.ts";
import type { PressAnswer, PressOrder } from "../library/squeeze-thread.ts";

const buffers = workerData as readonly Uint8Array[];
let squeezer = new RawSqueezer();

/** The hash of the file that has ended; the next bytes are another file's. */
function endFile(): string {
  const digest = squeezer.digest();
  squeezer = new RawSqueezer();
  return digest;
}

function squeeze({ index, bytes }: NonNullable<PressOrder>): void {
  const buffer = buffers[index];
  if (!buffer) throw new RangeError(`there is no buffer ${index}`);
  const squeezed = squeezer.squeeze(buffer.subarray(0, bytes));
  // Bytes of its own, which are handed over: what they lie in would be copied whole.
  const data = new Uint8Array(squeezed.data);
  answer({ index, squeezed: { ...squeezed, data } }, [data.buffer]);
}

function answer(given: PressAnswer, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(given, handedOver);
}

parentPort?.on("message", (order: PressOrder) => (order ? squeeze(order) : answer(endFile())));
