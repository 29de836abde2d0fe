import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { codeOf } from "../failure.ts";
import type { FilePlace, PressAnswer, PressOrder } from "../library/press-thread.ts";
import { readAll, writeAll } from "../library/raw-file.ts";
import { countLines } from "../library/squeeze.ts";

const buffers = workerData as readonly Uint8Array[];
let file = createHash("sha256");
/** True until something of the file could not be read: what follows it must not be hashed before it. */
let readable = true;

/** The hash of the file that has ended; the next bytes are another file's. */
function endFile(): string {
  const digest = file.digest("hex");
  file = createHash("sha256");
  readable = true;
  return digest;
}

/** Whether a buffer holds what it should now. */
function isFilled(piece: Uint8Array, from: FilePlace | undefined): boolean {
  if (!from) return true;
  try {
    if (readable) readAll(from.handle, piece, from.at);
  } catch {
    // Whoever asked tries it by itself, and says what is wrong.
    readable = false;
  }
  return readable;
}

function press({ index, bytes, read, keep }: NonNullable<PressOrder>): PressAnswer {
  const piece = buffers[index]?.subarray(0, bytes);
  if (!piece) throw new RangeError(`there is no buffer ${index}`);
  if (!isFilled(piece, read)) return { index, lines: -1 };
  file.update(piece);
  const lines = countLines(piece);
  try {
    if (keep) writeAll(keep.handle, piece, keep.at);
    return { index, lines };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { index, lines, failure: { code: codeOf(error), message } };
  }
}

parentPort?.on("message", (order: PressOrder) => parentPort?.postMessage(order ? press(order) : endFile()));
