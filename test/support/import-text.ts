import type { ReadFile } from "../../core/importers/read-all.ts";
import { readAll } from "../../core/importers/read-all.ts";

/** Decodes as the host does: what is no UTF-8 becomes U+FFFD, a BOM stays. */
export function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** The UTF-8 bytes of a text. */
export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Reads a file given as its text. */
export function readText(text: string): ReadFile {
  return readAll(encode(text), decode);
}

/** JSONL of some records. */
export function jsonl(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
