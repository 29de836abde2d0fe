import { parentPort } from "node:worker_threads";
import type { PressAnswer, PressOrder } from "../library/press.ts";
import { RawSqueezer } from "../library/squeeze.ts";

let squeezer = new RawSqueezer();

/** The hash of the file that has ended; the next bytes are another file's. */
function endFile(): string {
  const digest = squeezer.digest();
  squeezer = new RawSqueezer();
  return digest;
}

parentPort?.on("message", (order: PressOrder) => {
  const answer: PressAnswer = order ? squeezer.squeeze(order) : endFile();
  parentPort?.postMessage(answer);
});
