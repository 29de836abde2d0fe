import { sha256 } from "@noble/hashes/sha2.js";

const HEX = "0123456789abcdef";

/** UTF-8 bytes of a text; a lone surrogate becomes U+FFFD, as every encoder writes it. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let size = 0;
  for (let i = 0; i < text.length; i++) {
    let point = text.codePointAt(i) as number;
    if (point > 0xffff) i++;
    else if (point >= 0xd800 && point < 0xe000) point = 0xfffd;
    size = writePoint(bytes, size, point);
  }
  return bytes.subarray(0, size);
}

function writePoint(bytes: Uint8Array, size: number, point: number): number {
  if (point < 0x80) {
    bytes[size] = point;
    return size + 1;
  }
  const following = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  bytes[size] = ((0xff00 >> (following + 1)) & 0xff) | (point >> (6 * following));
  for (let i = 1; i <= following; i++) bytes[size + i] = 0x80 | ((point >> (6 * (following - i))) & 0x3f);
  return size + following + 1;
}

function hex(bytes: Uint8Array): string {
  let out = "";
  for (const byte of bytes) out += HEX.charAt(byte >> 4) + HEX.charAt(byte & 15);
  return out;
}

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return hex(sha256(encodeUtf8(text)));
}

/** A SHA-256 that is fed piece by piece and can be branched, so that a common beginning is hashed once. */
export class BranchingSha256 {
  private readonly state: ReturnType<typeof sha256.create>;

  constructor(state = sha256.create()) {
    this.state = state;
  }

  /** A copy that goes its own way. */
  branch(): BranchingSha256 {
    return new BranchingSha256(this.state.clone());
  }

  /** Feeds a text's UTF-8 bytes; pieces must not part a surrogate pair. */
  feed(text: string): this {
    this.state.update(encodeUtf8(text));
    return this;
  }

  /** The digest; nothing can be fed after it. */
  hex(): string {
    return hex(this.state.digest());
  }
}
