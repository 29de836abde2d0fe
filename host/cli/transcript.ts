import { createHash, type Hash } from "node:crypto";
import { threadRow } from "../../core/analysis/outline.ts";
import type { ReplaySource } from "../../core/analysis/replay-document.ts";
import type { ThreadRow } from "../../core/contract/rows.ts";
import { ArraySink, asThread } from "../../core/importers/read-all.ts";
import { type Reader, type ReadWatch, createReader } from "../../core/importers/read.ts";
import type { ImportReport } from "../../core/model/report.ts";
import type { Thread } from "../../core/model/thread.ts";
import { type Feed, containerOfHead, openFeed, readContent } from "../files/content.ts";
import { decodeUtf8 } from "../files/decode.ts";
import { fileSource } from "../files/file-source.ts";
import { refuseRewritten } from "../files/rewritten.ts";
import { shown } from "../files/shown.ts";
import { type ByteSource, bytesSource, piecesOf } from "../files/source.ts";
import { CommandFailure } from "./failure.ts";
import { note } from "./output.ts";

/** A transcript as a command works on it: read from a file, with no library. */
export interface Transcript {
  readonly source: ReplaySource;
  readonly report: ImportReport;
  readonly threads: readonly Thread[];
}

/** Standard input is held as a whole up to this many bytes where it is an archive, which is read from its end. */
const largestArchive = 512 * 2 ** 20;

/** Standard input, as it comes. */
async function feedInput(reader: Reader, hash: Hash): Promise<number> {
  let feed: Feed | undefined;
  const archive: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    if (size === 0) feed = inputFeed(chunk, reader, archive);
    size += chunk.length;
    // A plain view: a Buffer's own slice would share its memory.
    await feed?.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  await feed?.end();
  return size;
}

function inputFeed(head: Uint8Array, reader: Reader, archive: Uint8Array[]): Feed {
  const container = containerOfHead(head);
  if (container !== "archive") return openFeed(container, reader);
  let held = 0;
  return {
    push(piece) {
      held += piece.length;
      if (held > largestArchive)
        throw new CommandFailure("this archive is too large to be read from a pipe: name its file");
      archive.push(piece);
    },
    end: () => readContent(bytesSource("standard input", Buffer.concat(archive)), reader),
    close: () => undefined,
  };
}

async function feedFile(source: ByteSource, reader: Reader, hash: Hash): Promise<number> {
  for await (const piece of piecesOf(source)) hash.update(piece);
  for (const doubt of source.doubts ?? []) reader.note("doubt", doubt);
  await readContent(source, reader);
  await refuseRewritten(source, hash.copy().digest("hex"));
  return source.bytes;
}

/**
 * Reads a transcript from a file, or from standard input for `-`; `watch` is told of each record. Rejects with a
 * HostError or an ImportFailure.
 */
export async function readTranscript(file: string, watch: ReadWatch = {}): Promise<Transcript> {
  if (file === "-") return read("standard input", "standard input", feedInput, watch);
  const source = await fileSource(file);
  try {
    return await readSource(source, file, watch);
  } finally {
    await source.close();
  }
}

/** Reads a transcript from a source; `what` names it where something is wrong. Rejects as `readTranscript`. */
export function readSource(source: ByteSource, what: string, watch: ReadWatch = {}): Promise<Transcript> {
  return read(source.name, what, (reader, hash) => feedFile(source, reader, hash), watch);
}

async function read(
  name: string,
  what: string,
  feed: (reader: Reader, hash: Hash) => Promise<number>,
  watch: ReadWatch,
): Promise<Transcript> {
  const sink = new ArraySink();
  const reader = createReader({ sink, decode: decodeUtf8, name: shown(what), watch });
  const hash = createHash("sha256");
  const bytes = await feed(reader, hash);
  const { format, report, threads } = reader.end();
  const source = { name, format, bytes, sha256: hash.digest("hex") };
  return { source, report, threads: threads.map((thread) => asThread(thread, sink)) };
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
