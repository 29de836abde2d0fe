import { containerOf } from "./content.ts";
import type { ByteSource } from "./source.ts";

const stepBytes = 2 ** 16;
const lineFeed = 10;

/** Bytes of a source up to the end of its last whole line; all of them when no line has ended yet. */
async function wholeLineBytes(source: ByteSource): Promise<number> {
  const buffer = new Uint8Array(stepBytes);
  for (let end = source.bytes; end > 0; end -= stepBytes) {
    const from = Math.max(0, end - stepBytes);
    const piece = buffer.subarray(0, end - from);
    await source.read(piece, from);
    const last = piece.lastIndexOf(lineFeed);
    if (last >= 0) return from + last + 1;
  }
  return source.bytes;
}

/** The source without the line that is being written at its end; what is packed has no lines. */
export async function wholeLines(source: ByteSource): Promise<ByteSource> {
  if ((await containerOf(source)) !== "plain") return source;
  const bytes = await wholeLineBytes(source);
  return {
    name: source.name,
    bytes,
    handle: source.handle,
    read: (into, at) => source.read(into, at),
    changed: async () => (await source.changed?.()) === true,
    close: () => source.close(),
  };
}
