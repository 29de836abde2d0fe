// Import into a library, its database included, against JSON.parse of the same lines, and the memory that it takes.
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileSource } from "../host/files/file-source.ts";
import { importTranscript } from "../host/library/import.ts";
import { Library } from "../host/library/library.ts";
import { measureNatively } from "../host/measure.ts";
import { report } from "./ratio.ts";
import { sessionLines } from "./session.ts";

measureNatively();

const MB = 2 ** 20;
/** Above what the process takes before it imports. */
const MEMORY_BOUND = 300 * MB;

async function writeFile(file: string, bytes: number): Promise<void> {
  const out = createWriteStream(file);
  let written = 0;
  for (const line of sessionLines(1_000_000)) {
    if (!out.write(`${line}\n`)) await once(out, "drain");
    written += line.length + 1;
    if (written >= bytes) break;
  }
  out.end();
  await once(out, "finish");
}

interface Imported {
  readonly milliseconds: number;
  /** Largest resident set above the one before, in bytes. */
  readonly memory: number;
}

/** Imports a file into a fresh library. */
async function importFile(folder: string, file: string): Promise<Imported> {
  const library = new Library(folder);
  const source = await fileSource(file);
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const progress = (): void => void (peak = Math.max(peak, process.memoryUsage.rss()));
  const began = performance.now();
  await importTranscript(library, source, { signal: new AbortController().signal, progress });
  const milliseconds = performance.now() - began;
  await source.close();
  await library.close();
  rmSync(folder, { recursive: true, force: true });
  return { milliseconds, memory: peak - idle };
}

function parseTime(file: string): number {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const began = performance.now();
  for (const line of lines) JSON.parse(line);
  return performance.now() - began;
}

/** The best of some tries, import and parse in turn, so that other work on the machine meets both. */
async function measure(
  folder: string,
  bytes: number,
  tries: number,
): Promise<Imported & { readonly parse: number }> {
  const file = path.join(folder, "session.jsonl");
  await writeFile(file, bytes);
  let best = { milliseconds: Infinity, memory: 0, parse: Infinity };
  for (let at = 0; at < tries; at++) {
    const { milliseconds, memory } = await importFile(path.join(folder, "data"), file);
    const parse = parseTime(file);
    best = {
      milliseconds: Math.min(best.milliseconds, milliseconds),
      memory: Math.max(best.memory, memory),
      parse: Math.min(best.parse, parse),
    };
  }
  return best;
}

const folder = mkdtempSync(path.join(tmpdir(), "ullage-bench-"));
try {
  const large = await measure(folder, 200 * MB, 1);
  report(
    "memory of a 200 MB import",
    large.memory / MEMORY_BOUND,
    1,
    `${Math.round(large.memory / MB)} MiB above idle`,
  );
  const some = await measure(folder, 20 * MB, 5);
  const twice = await measure(folder, 40 * MB, 5);
  const times = `${some.milliseconds.toFixed(0)} ms of ${some.parse.toFixed(0)} ms`;
  report("import, 20 MB", some.milliseconds / some.parse, 2.5, times);
  report("import, 40 MB", twice.milliseconds / twice.parse, 2.5);
  report("import, twice the length", twice.milliseconds / some.milliseconds, 2.2);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
