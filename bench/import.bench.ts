// Import into a library, its database included, against JSON.parse of the same lines, and the memory that it takes.
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { measureNatively } from "../host/measure.ts";
import { type Imported, importFile } from "./import-file.ts";
import { fastest, median, report, timed } from "./ratio.ts";
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

/** The values are kept, as for whoever reads a transcript, and as in the other benchmark. */
function parseTime(file: string): number {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return timed(() => lines.map((line) => JSON.parse(line) as unknown));
}

interface Measured {
  /** Medians: milliseconds of an import, of JSON.parse, and of the one divided by the other in the same try. */
  readonly milliseconds: number;
  readonly parse: number;
  readonly ratio: number;
  /** The shortest of the imports, in milliseconds, for comparing one length with another. */
  readonly least: number;
  /** The largest of all tries, in bytes. */
  readonly memory: number;
}

/** Import and parse in turn, so that other work on the machine meets both; each try is compared with itself. */
async function measure(folder: string, bytes: number, tries: number, settled = false): Promise<Measured> {
  const file = path.join(folder, "session.jsonl");
  await writeFile(file, bytes);
  const all: (Imported & { readonly parse: number })[] = [];
  for (let at = 0; at < tries; at++)
    all.push({ ...(await importFile(path.join(folder, "data"), file, settled)), parse: parseTime(file) });
  return {
    milliseconds: median(all.map(({ milliseconds }) => milliseconds)),
    parse: median(all.map(({ parse }) => parse)),
    ratio: median(all.map(({ milliseconds, parse }) => milliseconds / parse)),
    least: fastest(all.map(({ milliseconds }) => milliseconds)),
    memory: Math.max(...all.map(({ memory }) => memory)),
  };
}

const folder = mkdtempSync(path.join(tmpdir(), "ullage-bench-"));
try {
  const large = await measure(folder, 200 * MB, 1, true);
  report(
    "memory of a 200 MB import",
    large.memory / MEMORY_BOUND,
    1,
    `${Math.round(large.memory / MB)} MiB above idle`,
  );
  const some = await measure(folder, 40 * MB, 15);
  const twice = await measure(folder, 80 * MB, 15);
  const times = `${some.milliseconds.toFixed(0)} ms of ${some.parse.toFixed(0)} ms`;
  report("import, 40 MB", some.ratio, 2, times);
  report("import, 80 MB", twice.ratio, 2);
  report("import, twice the length", twice.least / some.least, 2.2);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
