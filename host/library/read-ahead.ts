import { type ByteSource, pieceBytes } from "../files/source.ts";
import type { Press } from "./press.ts";

/** A buffer of a press, and its part that holds the next bytes of a file. */
export interface FilledBuffer {
  readonly buffer: Uint8Array;
  readonly piece: Uint8Array;
}

async function fill(source: ByteSource, press: Press, at: number): Promise<FilledBuffer | undefined> {
  if (at >= source.bytes) return undefined;
  const buffer = await press.buffer();
  const piece = buffer.subarray(0, source.bytes - at);
  await source.read(piece, at);
  return { buffer, piece };
}

/** The bytes of a source in a press's buffers: while one is worked on, the next is filled. */
export async function* readAhead(source: ByteSource, press: Press): AsyncGenerator<FilledBuffer> {
  let next = fill(source, press, 0);
  try {
    for (let at = pieceBytes; ; at += pieceBytes) {
      const filled = await next;
      if (!filled) return;
      next = fill(source, press, at);
      // It is waited for with the next turn; until then, nobody else would see it fail.
      next.catch(() => undefined);
      yield filled;
    }
  } finally {
    // Nothing may still be written to a buffer that goes to the next import.
    await next.catch(() => undefined);
  }
}
