/** How many bytes of a source are read at once. */
export const pieceBytes = 2 ** 20;

/** One of several files that are read as one: its path below their folder, with slashes, and its size in bytes. */
export interface FilePart {
  readonly name: string;
  readonly bytes: number;
}

/** Bytes to import, wherever they come from. */
export interface ByteSource {
  /** For people: a file's name without its folders. */
  readonly name: string;
  /** Size in bytes, known before the first is read. */
  readonly bytes: number;
  /** Where the bytes are several files in a row. */
  readonly parts?: readonly FilePart[];
  /** What is known to be wrong with them, for the report. */
  readonly doubts?: readonly string[];
  /** Where the bytes are those of one open file: any thread of this process may read them by it. */
  readonly handle?: number | undefined;
  /** Fills all of `into` with the bytes from `at` on. Rejects with a HostError when they are not there any more. */
  read(into: Uint8Array, at: number): Promise<void>;
  /** True when the bytes may be others than when they were opened; never where that is left out. */
  changed?(): Promise<boolean>;
  /** Lets go of what is held. */
  close(): Promise<void>;
}

/** The same bytes as a Buffer, whose own search for a byte is five times as fast as that of a plain array. */
export function quickToSearch(piece: Uint8Array): Buffer {
  return Buffer.from(piece.buffer as ArrayBuffer, piece.byteOffset, piece.length);
}

/** Where some bytes stand in those that `quickToSearch` gave, from a place on; -1 where they do not. */
export function findQuickly(bytes: Uint8Array, some: Uint8Array, from: number): number {
  return (Buffer.isBuffer(bytes) ? bytes : quickToSearch(bytes)).indexOf(some, from);
}

/** The bytes of a source from the start, in pieces: each is good until the next is asked for. */
export async function* piecesOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(pieceBytes, source.bytes));
  for (let at = 0; at < source.bytes; at += pieceBytes) {
    const piece = buffer.subarray(0, source.bytes - at);
    await source.read(piece, at);
    yield piece;
  }
}

/** A text as a source of its UTF-8 bytes. */
export function textSource(name: string, text: string): ByteSource {
  return bytesSource(name, Buffer.from(text));
}

/** Bytes that are in memory as a source. */
export function bytesSource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    bytes: bytes.length,
    async read(into, at) {
      await Promise.resolve(into.set(bytes.subarray(at, at + into.length)));
    },
    close: () => Promise.resolve(),
  };
}
