/** How many bytes of a source are read at once. */
export const pieceBytes = 2 ** 20;

/** Bytes to import, wherever they come from. */
export interface ByteSource {
  /** For people: a file's name without its folders. */
  readonly name: string;
  /** Size in bytes, known before the first is read. */
  readonly bytes: number;
  /**
   * The bytes from the start, in pieces of `pieceBytes`, the last one shorter. A piece is the caller's own, with a
   * buffer to itself. May be called again.
   */
  chunks(): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Lets go of what is held. */
  close(): Promise<void>;
}

/** A text as a source of its UTF-8 bytes. */
export function textSource(name: string, text: string): ByteSource {
  const bytes = Buffer.from(text);
  return {
    name,
    bytes: bytes.length,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += pieceBytes)
        yield await Promise.resolve(Uint8Array.from(bytes.subarray(at, at + pieceBytes)));
    },
    close: () => Promise.resolve(),
  };
}
