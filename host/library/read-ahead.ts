import type { Press } from "./press.ts";

/** The pieces that a press reads: while one is worked on, the next is read. Each is good until the next is asked for. */
export async function* readAhead(press: Press): AsyncGenerator<Uint8Array> {
  let next = press.next();
  try {
    for (let piece = await next; piece; piece = await next) {
      next = press.next();
      // It is waited for with the next turn; until then, nobody else would see it fail.
      next.catch(() => undefined);
      yield piece;
      press.free(piece);
    }
  } finally {
    // Nothing may still be read to a buffer that goes to the next import.
    await next.catch(() => undefined);
  }
}
