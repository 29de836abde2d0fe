// A thread that opens one compressor after the other, until it is ended.
import { parentPort } from "node:worker_threads";
import { squeezeBytes } from "../../host/library/squeeze.ts";

const bytes = new Uint8Array(2 ** 16);
parentPort?.postMessage(squeezeBytes(bytes).length);
setInterval(() => {
  for (let round = 0; round < 100; round++) squeezeBytes(bytes);
});
