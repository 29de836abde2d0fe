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

const fast = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } };

/** Compresses bytes for the library. */
export function squeezeBytes(bytes: Uint8Array): Uint8Array {
  return uncut(() => zlib.zstdCompressSync(bytes, fast));
}

/** The bytes again. Throws when they are not what `squeezeBytes` gave. */
export function unsqueezeBytes(data: Uint8Array): Buffer {
  return uncut(() => zlib.zstdDecompressSync(data));
}

function countLines(piece: Uint8Array): number {
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
    const lines = countLines(quickToSearch(bytes));
    return { seq: this.next++, bytes: bytes.length, lines, data: squeezeBytes(bytes) };
  }

  /** SHA-256 of the whole file, after its last bytes. */
  digest(): string {
    return this.file.digest("hex");
  }
}
