import { ArraySink, asThread, type ReadFile } from "../../core/importers/read-all.ts";
import { createReader } from "../../core/importers/read.ts";
import { readContent } from "../../host/files/content.ts";
import { decodeUtf8 } from "../../host/files/decode.ts";
import { bytesSource, type FilePart } from "../../host/files/source.ts";

/** Reads bytes as a host reads a file: unpacked where they are packed, in parts where they are several files. */
export async function readBytes(bytes: Uint8Array, parts?: readonly FilePart[]): Promise<ReadFile> {
  const sink = new ArraySink();
  const reader = createReader({ sink, decode: decodeUtf8 });
  const source = bytesSource("made-up", bytes);
  await readContent(parts ? { ...source, parts } : source, reader);
  const { format, report, threads } = reader.end();
  return { format, report, threads: threads.map((thread) => asThread(thread, sink)) };
}
