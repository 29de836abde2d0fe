// One large file of lines and one large JSON document into a library: the memory that it takes, and the time against
// JSON.parse of the same records. BIG=1 for the sizes that the product promises, 1 GB and 500 MB; else a fifth.
import { once } from "node:events";
import { createWriteStream, mkdtempSync, openSync, readSync, rmSync, closeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { measureNatively } from "../host/measure.ts";
import { importFile } from "./import-file.ts";
import { report, timed } from "./ratio.ts";
import { dice, output, sessionLines, size } from "./session.ts";

measureNatively();

const MB = 1e6;
const big = process.env["BIG"] === "1" ? 1 : 0.2;
/** Above what the process takes before it imports. */
const memoryBound = 300 * 2 ** 20;
/** How much longer than JSON.parse of its records an import may take; the goal is 2 for both. */
const timeBounds = { lines: 3.5, document: 8 };

interface Shape {
  readonly name: string;
  readonly bytes: number;
  readonly before: string;
  readonly between: string;
  readonly after: string;
  readonly records: () => Iterable<string>;
}

/** Messages as opencode exports them. */
function* opencodeMessages(): Generator<string> {
  const roll = dice(5);
  for (let at = 0; ; at++) {
    const id = `msg_${String(at).padStart(9, "0")}`;
    const time = { created: 1_700_000_000_000 + at };
    const said = { type: "text", text: output(roll, 300) };
    const state = { status: "completed", input: { path: `src/${at}.ts` }, output: output(roll, size(roll)) };
    const parts = at % 4 === 0 ? [said] : [said, { type: "tool", callID: `call_${at}`, tool: "read", state }];
    yield JSON.stringify({ info: { id, role: at % 4 === 0 ? "user" : "assistant", time }, parts });
  }
}

/** Conversations as an evaluation keeps them. */
function* conversations(): Generator<string> {
  const roll = dice(6);
  for (let at = 0; ; at++) {
    const traj = Array.from({ length: 20 }, (_, turn) => ({
      role: turn % 2 === 0 ? "user" : "assistant",
      content: output(roll, size(roll) / 4),
    }));
    yield JSON.stringify({ task_id: at, traj });
  }
}

const shapes: readonly Shape[] = [
  {
    name: "lines of a session",
    bytes: 1000 * MB * big,
    before: "",
    between: "\n",
    after: "\n",
    records: () => sessionLines(50_000_000),
  },
  {
    name: "one document, a session's messages",
    bytes: 500 * MB * big,
    before: '{"info":{"id":"ses_1","directory":"/","title":"large"},"messages":[',
    between: ",",
    after: "]}",
    records: opencodeMessages,
  },
  {
    name: "one document, a list of conversations",
    bytes: 500 * MB * big,
    before: "[",
    between: ",\n",
    after: "]\n",
    records: conversations,
  },
];

async function write(file: string, { bytes, before, between, after, records }: Shape): Promise<void> {
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
function parseTime({ bytes, records }: Shape): number {
  let spent = 0;
  let done = 0;
  let held = 0;
  let batch: string[] = [];
  for (const record of records()) {
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

const folder = mkdtempSync(path.join(tmpdir(), "ullage-bench-"));
try {
  for (const shape of shapes) {
    const file = path.join(folder, "large.json");
    await write(file, shape);
    warm(file);
    const parse = parseTime(shape);
    const { milliseconds, memory, messages } = await importFile(path.join(folder, "data"), file);
    const what = `${shape.name}, ${Math.round(shape.bytes / MB)} MB`;
    report(`memory, ${what}`, memory / memoryBound, 1, `${Math.round(memory / 2 ** 20)} MiB above idle`);
    const note = `${milliseconds.toFixed(0)} ms of ${parse.toFixed(0)} ms, ${messages} messages`;
    const bound = shape.before === "" ? timeBounds.lines : timeBounds.document;
    report(`time, ${what}`, milliseconds / parse, bound, note);
    rmSync(file);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
