// JSON.parse of the records of a file, on a thread of its own: what it leaves to be collected is nobody else's work.
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { type Spent, spentOn } from "./ratio.ts";

/** A file of lines, each a record, or of one document, which is one. */
export interface ParseOrder {
  readonly file: string;
  readonly lines: boolean;
}

/** So many bytes of lines are parsed at once: their values are kept so long, as for whoever reads a transcript. */
const batchBytes = 40e6;

/** The texts are flat, and nobody has looked at them yet, as a file gives them. */
function parseTexts(texts: readonly string[]): Spent {
  return spentOn(() => texts.map((text) => JSON.parse(text) as unknown));
}

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

function parseLines(bytes: Buffer): Spent {
  const spent = { milliseconds: 0, cpu: 0 };
  for (const batch of batchesOf(bytes)) {
    const { milliseconds, cpu } = parseTexts(batch);
    spent.milliseconds += milliseconds;
    spent.cpu += cpu;
  }
  return spent;
}

parentPort?.on("message", ({ file, lines }: ParseOrder) => {
  const bytes = readFileSync(file);
  parentPort?.postMessage(lines ? parseLines(bytes) : parseTexts([bytes.toString()]));
});
