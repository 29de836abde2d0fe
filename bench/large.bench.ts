// One large file of lines and one large JSON document into a library: the memory that it takes, and the time against
// JSON.parse of the same records. BIG=1 for the sizes that the product promises, 1 GB and 500 MB; else a fifth.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, openSync, readSync, rmSync, closeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { measureNatively } from "../host/measure.ts";
import { importFile, type Imported } from "./import-file.ts";
import type { ParseSetup } from "./parse-worker.ts";
import { median, report, type Spent } from "./ratio.ts";
import { isLines, shapes, type Shape } from "./shapes.ts";

measureNatively();

const MB = 1e6;
const big = process.env["BIG"] === "1" ? 1 : 0.2;
/** How often the time is measured; its median counts. */
const tries = big === 1 ? 1 : 9;
/** Above what the process takes before it imports. */
const memoryBound = 300 * 2 ** 20;
/**
 * How much longer than JSON.parse of its records an import may take: lines are records, a document is one. It takes as long
 * as the thread that reads: hashing and keeping go on beside it, and compressing comes afterwards.
 */
const timeBound = 2;
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

/** JSON.parse over the same records, which takes turns with the import. */
class Parser {
  private readonly worker: Worker;

  constructor({ file, shape }: Made) {
    const workerData: ParseSetup = { file, lines: isLines(shape) };
    this.worker = new Worker(new URL("parse-worker.ts", import.meta.url), { workerData });
  }

  async time(): Promise<Spent> {
    this.worker.postMessage(null);
    const [spent] = (await once(this.worker, "message")) as [Spent];
    return spent;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/** What lies in the page cache is read once before, so that the disk is no part of the measure. */
function warm(file: string): void {
  const handle = openSync(file, "r");
  const buffer = Buffer.alloc(2 ** 20);
  while (readSync(handle, buffer) > 0);
  closeSync(handle);
}

interface Made {
  readonly shape: Shape;
  readonly file: string;
  /** For a library. */
  readonly folder: string;
  readonly what: string;
}

/** Before anything else: what a process has taken once it takes no more, and nobody would see it. */
async function measureMemory({ file, folder, what }: Made): Promise<void> {
  const { memory } = await importFile(folder, file, true);
  report(`memory, ${what}`, memory / memoryBound, 1, `${Math.round(memory / 2 ** 20)} MiB above idle`);
}

interface Try {
  readonly imported: Imported;
  readonly parsed: Spent;
}

/** Parse and import in turn, so that other work on the machine meets both. The first warms up what a running host has. */
async function tryAll(made: Made): Promise<readonly Try[]> {
  const parser = new Parser(made);
  const all: Try[] = [];
  for (let at = 0; at <= tries; at++)
    all.push({ parsed: await parser.time(), imported: await importFile(made.folder, made.file) });
  await parser.end();
  return all.slice(1);
}

async function measureTime(made: Made): Promise<void> {
  warm(made.file);
  const all = await tryAll(made);
  const middle = (of: (one: Try) => number): string => median(all.map(of)).toFixed(0);
  const times = `${middle(({ imported }) => imported.milliseconds)} ms of ${middle(({ parsed }) => parsed.milliseconds)} ms`;
  // Of a machine that does other work as well, this says more: which thread takes what.
  const reading = `${middle(({ imported }) => imported.reading)} ms of ${middle(({ parsed }) => parsed.cpu)} ms`;
  const note = `${times}; CPU of the thread that reads ${reading}, of all ${middle(({ imported }) => imported.cpu)} ms`;
  const ratio = median(all.map(({ imported, parsed }) => imported.milliseconds / parsed.milliseconds));
  report(`time, ${made.what}`, ratio, timeBound, note);
}

const measures = { memory: measureMemory, time: measureTime };
type Measure = keyof typeof measures;

async function measure(shape: Shape, name: Measure): Promise<void> {
  const top = mkdtempSync(path.join(tmpdir(), "ullage-bench-"));
  try {
    const file = path.join(top, "large.json");
    await write(file, shape);
    const what = `${shape.name}, ${Math.round(bytesOf(shape) / MB)} MB`;
    await measures[name]({ shape, file, folder: path.join(top, "data"), what });
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** Each in a process of its own. */
function measureAll(): void {
  for (const at of shapes.keys())
    for (const name of Object.keys(measures)) {
      const given = ["--expose-gc", import.meta.filename, String(at), name];
      const { status } = spawnSync(process.execPath, given, { stdio: "inherit" });
      if (status !== 0) process.exitCode = 1;
    }
}

const [at, name] = process.argv.slice(2);
const asked = shapes[Number(at)];
if (asked) await measure(asked, name as Measure);
else measureAll();
