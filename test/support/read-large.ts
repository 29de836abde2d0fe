import type { ReadFile } from "../../core/importers/read-all.ts";
import { ArraySink, asThread } from "../../core/importers/read-all.ts";
import { createReader } from "../../core/importers/read.ts";
import { decode, encode } from "./import-text.ts";

/** Reads a text in pieces of `size` bytes, as if every document of more than `large` bytes were too large to be held. */
export function readLarge(file: string | Uint8Array, large: number, size = 61): ReadFile {
  const sink = new ArraySink();
  const reader = createReader({ sink, decode, large });
  const bytes = typeof file === "string" ? encode(file) : file;
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.slice(at, at + size));
  const { format, report, threads } = reader.end();
  return { format, report, threads: threads.map((thread) => asThread(thread, sink)) };
}
