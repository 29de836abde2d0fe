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

function squeeze({ index, bytes }: NonNullable<PressOrder>): PressAnswer {
  const buffer = buffers[index];
  if (!buffer) throw new RangeError(`there is no buffer ${index}`);
  return { index, squeezed: squeezer.squeeze(buffer.subarray(0, bytes)) };
}

parentPort?.on("message", (order: PressOrder) => {
  const answer = order ? squeeze(order) : endFile();
  parentPort?.postMessage(answer);
});
