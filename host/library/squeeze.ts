import { createHash } from "node:crypto";
import zlib from "node:zlib";

/** A piece of the file made ready to be stored. */
export interface SqueezedRaw {
  readonly seq: number;
  readonly bytes: number;
  readonly data: Uint8Array;
}

const fast = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } };

/** Compresses bytes for the library. */
export function squeezeBytes(bytes: Uint8Array): Uint8Array {
  return zlib.zstdCompressSync(bytes, fast);
}

/** The bytes again. Throws when they are not what `squeezeBytes` gave. */
export function unsqueezeBytes(data: Uint8Array): Buffer {
  return zlib.zstdDecompressSync(data);
}

/** Compresses a file piece by piece and hashes it on the way. */
export class RawSqueezer {
  private readonly file = createHash("sha256");
  private next = 0;

  /** The next bytes of the file. */
  squeeze(bytes: Uint8Array): SqueezedRaw {
    this.file.update(bytes);
    return { seq: this.next++, bytes: bytes.length, data: squeezeBytes(bytes) };
  }

  /** SHA-256 of the whole file, after its last bytes. */
  digest(): string {
    return this.file.digest("hex");
  }
}
