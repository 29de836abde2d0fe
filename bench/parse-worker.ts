// JSON.parse of the records of a file, on a thread of its own: what it leaves to be collected is nobody else's work.
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type Spent, spentOn } from "./ratio.ts";

/** A file of lines, each a record, or of one document, which is one. */
export interface ParseSetup {
  readonly file: string;
  readonly lines: boolean;
}

/** So many bytes of lines are parsed at once: their values are kept so long, as for whoever reads a transcript. */
const batchBytes = 40e6;

/** Lines that together have about so many bytes. */
function* batchesOf(bytes: Buffer): Generator<readonly string[]> {
  let batch: string[] = [];
  let [from, first] = [0, 0];
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    batch.push(bytes.toString("utf8", from, end));
    from = end + 1;
    if (from - first < batchBytes) continue;
    yield batch;
    batch = [];
    first = from;
  }
  yield batch;
}

/** Records as a file gives them, flat and each a text of its own: those of a batch are kept together. */
function recordsIn({ file, lines }: ParseSetup): readonly (readonly string[])[] {
  const bytes = readFileSync(file);
  return lines ? [...batchesOf(bytes)] : [[bytes.toString()]];
}

function parseTime(batches: readonly (readonly string[])[]): Spent {
  const spent = { milliseconds: 0, cpu: 0 };
  for (const batch of batches) {
    const { milliseconds, cpu } = spentOn(() => batch.map((text) => JSON.parse(text) as unknown));
    spent.milliseconds += milliseconds;
    spent.cpu += cpu;
  }
  return spent;
}

// Read once: were it read for each try, the import that takes turns with it would start from a rest.
const batches = recordsIn(workerData as ParseSetup);

parentPort?.on("message", () => parentPort?.postMessage(parseTime(batches)));
