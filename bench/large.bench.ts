// One large file of lines and one large JSON document into a library: the memory that it takes, and the time against
// JSON.parse of the same records. BIG=1 for the sizes that the product promises, 1 GB and 500 MB; else a fifth.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, openSync, readSync, rmSync, closeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { measureNatively } from "../host/measure.ts";
import { importFile } from "./import-file.ts";
import { report, timed } from "./ratio.ts";
import { isLines, shapes, type Shape } from "./shapes.ts";

measureNatively();

const MB = 1e6;
const big = process.env["BIG"] === "1" ? 1 : 0.2;
/** Above what the process takes before it imports. */
const memoryBound = 300 * 2 ** 20;
/** How much longer than JSON.parse of its records an import may take; the goal is 2 for both. */
const timeBounds = { lines: 3.5, document: 8 };
const bytesOf = (shape: Shape): number => (isLines(shape) ? 1000 : 500) * MB * big;

async function write(file: string, shape: Shape): Promise<void> {
  const { before, between, after, records } = shape;
  const bytes = bytesOf(shape);
  const out = createWriteStream(file);
  let written = 0;
  for (const record of records()) {
    const text = (written === 0 ? before : between) + record;
    if (!out.write(text)) await once(out, "drain");
    written += text.length;
    if (written >= bytes) break;
  }
  out.end(after);
  await once(out, "finish");
}

/** How much is parsed at once: its values are kept so long, as for whoever reads a transcript. */
const batchBytes = 40 * MB;

/** Milliseconds of JSON.parse over the same records. */
function parseTime(shape: Shape): number {
  const bytes = bytesOf(shape);
  let spent = 0;
  let done = 0;
  let held = 0;
  let batch: string[] = [];
  for (const record of shape.records()) {
    // As a file gives it: flat, and not yet looked at.
    batch.push(Buffer.from(record).toString());
    held += record.length;
    done += record.length;
    if (held < batchBytes && done < bytes) continue;
    spent += timed(() => batch.map((text) => JSON.parse(text) as unknown));
    batch = [];
    held = 0;
    if (done >= bytes) break;
  }
  return spent;
}

/** What lies in the page cache is read once before, so that the disk is no part of the measure. */
function warm(file: string): void {
  const handle = openSync(file, "r");
  const buffer = Buffer.alloc(2 ** 20);
  while (readSync(handle, buffer) > 0);
  closeSync(handle);
}

async function measure(shape: Shape, folder: string): Promise<void> {
  const file = path.join(folder, "large.json");
  await write(file, shape);
  warm(file);
  // First: what a process has taken before, it takes no more, and nobody would see it.
  const { milliseconds, memory, messages } = await importFile(path.join(folder, "data"), file, true);
  const parse = parseTime(shape);
  const what = `${shape.name}, ${Math.round(bytesOf(shape) / MB)} MB`;
  report(`memory, ${what}`, memory / memoryBound, 1, `${Math.round(memory / 2 ** 20)} MiB above idle`);
  const note = `${milliseconds.toFixed(0)} ms of ${parse.toFixed(0)} ms, ${messages} messages`;
  report(
    `time, ${what}`,
    milliseconds / parse,
    isLines(shape) ? timeBounds.lines : timeBounds.document,
    note,
  );
}

/** Each shape in a process of its own. */
function measureAll(): void {
  for (const at of shapes.keys()) {
    const given = ["--expose-gc", import.meta.filename, String(at)];
    const { status } = spawnSync(process.execPath, given, { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
}

const [asked] = process.argv.slice(2);
const shape = shapes[Number(asked)];
if (shape) {
  const folder = mkdtempSync(path.join(tmpdir(), "ullage-bench-"));
  try {
    await measure(shape, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else measureAll();
