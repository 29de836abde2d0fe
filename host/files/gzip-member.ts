import { crc32 } from "node:zlib";
import type { Member } from "./packed-member.ts";

/** A header of more bytes, with the name of a file and remarks in it, is no header. */
const longestHeader = 2 ** 17;
const fixedHeader = 10;
const trailerBytes = 8;
const deflated = 8;
const flags = { headerCheck: 2, extra: 4, name: 8, comment: 16, unknown: 0xe0 };

/** True for the first bytes of a gzip file. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Where a header ends: undefined when more bytes are needed to say so. */
function headerEnd(bytes: Uint8Array): number | undefined {
  const set = bytes[3] ?? 0;
  let at = fixedHeader;
  if (set & flags.extra) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  if (set & flags.name) at = afterZero(bytes, at);
  if (set & flags.comment) at = afterZero(bytes, at);
  if (set & flags.headerCheck) at += 2;
  return at <= bytes.length ? at : undefined;
}

function afterZero(bytes: Uint8Array, from: number): number {
  const zero = bytes.indexOf(0, from);
  return zero < 0 ? Number.POSITIVE_INFINITY : zero + 1;
}

/** What is wrong with a whole header. */
function headerDamage(header: Uint8Array): string | undefined {
  if (!isGzip(header)) return "incorrect header check";
  if (header[2] !== deflated) return "unknown compression method";
  const set = header[3] ?? 0;
  if (set & flags.unknown) return "unknown header flags set";
  if ((set & flags.headerCheck) === 0) return undefined;
  const end = header.length - 2;
  return Buffer.from(header).readUInt16LE(end) === (crc32(header.subarray(0, end)) & 0xffff)
    ? undefined
    : "header crc mismatch";
}

/**
 * One gzip file: a header, deflated data, a checksum. Its frame is read here, and not by the decompressor, which lets
 * go of what it held when anything else than another gzip file follows.
 */
export class GzipMember implements Member {
  ended = false;
  private wrong: string | undefined;
  private readonly body: Member;
  private phase: "header" | "body" | "trailer" = "header";
  /** Bytes of a header or trailer that is not whole yet. */
  private held = new Uint8Array();
  private checksum = 0;
  private bytes = 0;

  /** `inflater` opens what reads the deflated data. */
  constructor(inflater: (take: (bytes: Uint8Array) => void) => Member, take: (bytes: Uint8Array) => void) {
    this.body = inflater((bytes) => {
      this.checksum = crc32(bytes, this.checksum);
      this.bytes += bytes.length;
      take(bytes);
    });
  }

  get damage(): string | undefined {
    return this.wrong ?? this.body.damage;
  }

  get failure(): unknown {
    return this.body.failure;
  }

  async write(bytes: Uint8Array): Promise<number> {
    if (this.phase === "header") return this.header(bytes);
    if (this.phase === "trailer") return this.trailer(bytes);
    const read = await this.body.write(bytes);
    if (this.body.ended) this.phase = "trailer";
    return read;
  }

  async finish(): Promise<void> {
    if (this.phase === "body") await this.body.finish();
    if (this.damage === undefined && !this.ended) this.wrong = "cut";
  }

  close(): void {
    this.body.close();
  }

  private header(bytes: Uint8Array): number {
    const before = this.held.length;
    const all = Buffer.concat([this.held, bytes]);
    const end = headerEnd(all);
    if (end === undefined && all.length <= longestHeader) {
      this.held = all;
      return bytes.length;
    }
    this.held = new Uint8Array();
    this.wrong = end === undefined ? "a header without end" : headerDamage(all.subarray(0, end));
    this.phase = "body";
    return end === undefined ? bytes.length : end - before;
  }

  private trailer(bytes: Uint8Array): number {
    const some = bytes.subarray(0, trailerBytes - this.held.length);
    this.held = Buffer.concat([this.held, some]);
    if (this.held.length === trailerBytes) this.check(Buffer.from(this.held));
    return some.length;
  }

  private check(trailer: Buffer): void {
    this.ended = true;
    if (trailer.readUInt32LE(0) !== this.checksum) this.wrong = "incorrect data check";
    else if (trailer.readUInt32LE(4) !== this.bytes % 2 ** 32) this.wrong = "incorrect length check";
  }
}
