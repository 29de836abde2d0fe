import { parentPort } from "node:worker_threads";
import type { PressAnswer, PressOrder } from "../library/press.ts";
import { RawSqueezer } from "../library/squeeze.ts";

const squeezer = new RawSqueezer();

parentPort?.on("message", (order: PressOrder) => {
  const answer: PressAnswer = order ? squeezer.squeeze(order) : squeezer.digest();
  parentPort?.postMessage(answer);
});
