import { createHash } from "node:crypto";
import zlib from "node:zlib";
import { quickToSearch } from "../files/source.ts";
import { uncut } from "../jobs/end-thread.ts";

/** A piece of the file made ready to be stored. */
export interface SqueezedRaw {
  readonly seq: number;
  readonly bytes: number;
  /** Line breaks in it. */
  readonly lines: number;
  readonly data: Uint8Array;
}

const { ZSTD_c_compressionLevel, ZSTD_c_strategy, ZSTD_c_hashLog, ZSTD_c_chainLog } = zlib.constants;
/** The quickest level, with a second look for longer repeats: a transcript has so many that this takes less time, not more. */
const quick = {
  [ZSTD_c_compressionLevel]: 1,
  [ZSTD_c_strategy]: 2,
  [ZSTD_c_hashLog]: 15,
  [ZSTD_c_chainLog]: 12,
};
/** Bytes of what comes out at once: more than most pieces need would pile up as garbage. */
const outputBytes = 2 ** 16;
/** Fewer bytes are kept as they are: to open a compressor takes as long as to compress many more. */
const fewBytes = 1024;

/** How a frame of zstd begins whose size is told in four bytes. */
const frameStart = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0);

/** Compresses bytes for the library. */
export function squeezeBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length < fewBytes) return plainFrame(bytes);
  const chunkSize = Math.min(outputBytes, bytes.length + fewBytes);
  const options = { params: quick, pledgedSrcSize: bytes.length, chunkSize };
  return uncut(() => zlib.zstdCompressSync(bytes, options));
}

/** A frame of zstd (RFC 8878) that holds a few bytes as they are: its size in four bytes, then one block, the last. */
function plainFrame(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const frame = new Uint8Array(12 + length);
  frame.set(frameStart);
  // Two bytes are enough for the size, and for what says so of the block, whose lowest bit says that it is the last.
  frame[5] = length;
  frame[6] = length >> 8;
  frame[9] = (length << 3) | 1;
  frame[10] = length >> 5;
  frame.set(bytes, 12);
  return frame;
}

/** The bytes again. Throws when they are not what `squeezeBytes` gave. */
export function unsqueezeBytes(data: Uint8Array): Buffer {
  return uncut(() => zlib.zstdDecompressSync(data));
}

/** Line breaks in some bytes. */
export function countLines(bytes: Uint8Array): number {
  const piece = quickToSearch(bytes);
  let lines = 0;
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
  return lines;
}

/** Compresses a file piece by piece and hashes it on the way. */
export class RawSqueezer {
  private readonly file = createHash("sha256");
  private next = 0;

  /** The next bytes of the file. */
  squeeze(bytes: Uint8Array): SqueezedRaw {
    this.file.update(bytes);
    return { seq: this.next++, bytes: bytes.length, lines: countLines(bytes), data: squeezeBytes(bytes) };
  }

  /** SHA-256 of the whole file, after its last bytes. */
  digest(): string {
    return this.file.digest("hex");
  }
}
