import { createHash, type Hash } from "node:crypto";
import { threadRow } from "../../core/analysis/outline.ts";
import type { ReplaySource } from "../../core/analysis/replay-document.ts";
import type { ThreadRow } from "../../core/contract/rows.ts";
import { ArraySink, asThread } from "../../core/importers/read-all.ts";
import { createReader } from "../../core/importers/read.ts";
import type { ImportReport } from "../../core/model/report.ts";
import type { Thread } from "../../core/model/thread.ts";
import { decodeUtf8 } from "../files/decode.ts";
import { fileSource } from "../files/file-source.ts";
import { shown } from "../files/shown.ts";
import { piecesOf } from "../files/source.ts";
import { CommandFailure } from "./failure.ts";
import { note } from "./output.ts";

/** A transcript as a command works on it: read from a file, with no library. */
export interface Transcript {
  readonly source: ReplaySource;
  readonly report: ImportReport;
  readonly threads: readonly Thread[];
}

interface OpenBytes {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

async function openBytes(file: string): Promise<OpenBytes> {
  if (file === "-") return { name: "standard input", chunks: process.stdin, close: () => Promise.resolve() };
  const source = await fileSource(file);
  return { name: source.name, chunks: piecesOf(source), close: () => source.close() };
}

/** Feeds the reader. A plain view: a Buffer's own slice would share its memory. */
async function feed(bytes: OpenBytes, hash: Hash, push: (chunk: Uint8Array) => void): Promise<number> {
  let size = 0;
  for await (const chunk of bytes.chunks) {
    hash.update(chunk);
    push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    size += chunk.length;
  }
  return size;
}

/** Reads a transcript from a file, or from standard input for `-`. Rejects with a HostError or an ImportFailure. */
export async function readTranscript(file: string): Promise<Transcript> {
  const bytes = await openBytes(file);
  try {
    const sink = new ArraySink();
    const reader = createReader({ sink, decode: decodeUtf8, name: shown(file === "-" ? bytes.name : file) });
    const hash = createHash("sha256");
    const size = await feed(bytes, hash, (chunk) => reader.push(chunk));
    const { format, report, threads } = reader.end();
    const source = { name: bytes.name, format, bytes: size, sha256: hash.digest("hex") };
    return { source, report, threads: threads.map((thread) => asThread(thread, sink)) };
  } finally {
    await bytes.close();
  }
}

/** The rows of a transcript's lanes. */
export function threadRows({ threads }: Transcript): ThreadRow[] {
  return threads.map((thread) => threadRow(thread));
}

/** The thread that `--thread` names, by id or by a lane's name that only one has; without it the first. */
export function chooseThread({ threads }: Transcript, wanted: string | undefined): Thread {
  const [first] = threads;
  if (!first) throw new CommandFailure("the transcript holds no thread");
  if (wanted === undefined) {
    if (threads.length > 1)
      note(
        `using the first of ${threads.length} threads, ${first.id}; --thread chooses another (ullage import lists them)`,
      );
    return first;
  }
  const named = threads.filter(({ id }) => id === wanted);
  const found = named.length > 0 ? named : threads.filter(({ lane }) => lane === wanted);
  if (found.length === 1 && found[0]) return found[0];
  const known = threads.slice(0, 10).map(({ id }) => id);
  const reason =
    found.length > 1 ? `${found.length} threads are called ${wanted}` : `there is no thread ${wanted}`;
  throw new CommandFailure(`${reason}: choose one of ${known.join(", ")}${threads.length > 10 ? ", …" : ""}`);
}
