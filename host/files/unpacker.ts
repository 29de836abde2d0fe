import zlib from "node:zlib";
import { ImportFailure } from "../../core/importers/failure.ts";
import { GzipMember, isGzip } from "./gzip-member.ts";
import { type Member, StreamMember } from "./packed-member.ts";

/** How bytes may be packed: two that stand for a whole file, and one that archives use for their entries. */
export type Packing = "gzip" | "zstd" | "deflate";

/** What unpacking came to. */
export interface Unpacked {
  /** Bytes that were unpacked. */
  readonly bytes: number;
  /** What was not as it should be, for the report; what could be unpacked was given all the same. */
  readonly trouble: string | undefined;
}

/** So many bytes are given to a decompressor at once: what it held of them is lost where they turn out to be damaged. */
const sliceBytes = 8192;
const signatureBytes = 4;
const outputBytes = 2 ** 18;
/** More than this, and more than `worstRatio` times what was read, is no transcript but an attempt to fill a memory. */
const alwaysAllowed = 64 * 2 ** 20;
const worstRatio = 500;
const largestUnpacked = 16 * 2 ** 30;
/** A file may be many packed ones in a row; each costs a decompressor. */
const mostMembers = 100_000;

type Take = (bytes: Uint8Array) => void;

const inflater = (take: Take) => new StreamMember(zlib.createInflateRaw({ chunkSize: outputBytes }), take);

const openers: Readonly<Record<Packing, (take: Take) => Member>> = {
  gzip: (take) => new GzipMember(inflater, take),
  deflate: inflater,
  zstd: (take) => new StreamMember(zlib.createZstdDecompress({ chunkSize: outputBytes }), take),
};

/** The packing of a file, by its first four bytes. */
export function packingOf(head: Uint8Array): "gzip" | "zstd" | undefined {
  if (isGzip(head)) return "gzip";
  return isZstd(head) ? "zstd" : undefined;
}

/** A frame of zstd, or one that holds nothing. */
function isZstd(head: Uint8Array): boolean {
  const [first = 0, ...rest] = head.subarray(0, 4);
  const frame = first === 0x28 && rest[0] === 0xb5 && rest[1] === 0x2f && rest[2] === 0xfd;
  const skippable = (first & 0xf0) === 0x50 && rest[0] === 0x2a && rest[1] === 0x4d && rest[2] === 0x18;
  return frame || skippable;
}

/**
 * Unpacks bytes as they come and gives them to `take`. Damage and an early end are told by `end`; all that could be
 * unpacked before is given. Rejects with what `take` threw, and with an ImportFailure (`too-large`) when far more
 * comes out than any text would give.
 */
export class Unpacker {
  private readonly packing: Packing;
  private readonly take: Take;
  private member: Member;
  private members = 1;
  private pushed = 0;
  private unpacked = 0;
  private trouble: string | undefined;
  private stopped = false;
  /** Too few bytes to say whether another packed file begins. */
  private held = new Uint8Array();

  constructor(packing: Packing, take: Take) {
    this.packing = packing;
    this.take = take;
    this.member = this.open();
  }

  /** The next packed bytes; they may be used again once it has resolved. */
  async push(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      const slice = bytes.subarray(at, at + sliceBytes);
      this.pushed += slice.length;
      if (!this.stopped) await this.slice(slice);
    }
  }

  /** After the last bytes. */
  async end(): Promise<Unpacked> {
    if (!this.stopped && this.member.ended && this.held.some((byte) => byte !== 0)) this.stopAfterEnd();
    if (!this.stopped && !this.member.ended) {
      await this.member.finish();
      this.check();
    }
    this.close();
    return { bytes: this.unpacked, trouble: this.trouble };
  }

  /** Lets go of the decompressor, done or not. */
  close(): void {
    this.member.close();
  }

  private open(): Member {
    return openers[this.packing]((bytes) => this.given(bytes));
  }

  private async slice(slice: Uint8Array): Promise<void> {
    let rest = this.held.length === 0 ? slice : Buffer.concat([this.held, slice]);
    this.held = new Uint8Array();
    while (rest.length > 0 && !this.stopped) {
      if (this.member.ended && rest.length < signatureBytes) return void (this.held = rest.slice());
      if (this.member.ended && !this.nextMember(rest)) return;
      rest = rest.subarray(await this.member.write(rest));
      this.check();
    }
  }

  /** What follows a packed file may be another one. */
  private nextMember(rest: Uint8Array): boolean {
    const goesOn = packingOf(rest) === this.packing && this.members < mostMembers;
    if (goesOn) {
      this.members++;
      this.member.close();
      this.member = this.open();
    } else if (rest.some((byte) => byte !== 0)) this.stopAfterEnd();
    return goesOn;
  }

  private stopAfterEnd(): void {
    this.stop(`bytes after the end of the ${this.packing} data: not read`);
  }

  private given(bytes: Uint8Array): void {
    this.unpacked += bytes.length;
    refuseBomb(this.packing, this.pushed, this.unpacked);
    this.take(bytes);
  }

  private check(): void {
    const { failure, damage } = this.member;
    if (failure !== undefined) throw failure;
    if (damage === undefined) return;
    const where = `near byte ${this.pushed} of the file`;
    this.stop(
      damage === "cut"
        ? `the ${this.packing} data end in the middle: ${this.kept("what they held up to there was read")}`
        : `the ${this.packing} data are damaged ${where} (${damage}): ${this.kept("what could be unpacked before was read")}`,
    );
  }

  private kept(some: string): string {
    return this.unpacked > 0 ? some : "nothing could be unpacked before that";
  }

  private stop(trouble: string): void {
    this.trouble ??= trouble;
    this.stopped = true;
  }
}

/** Throws an ImportFailure (`too-large`) when far more was unpacked than any text would give. Sizes in bytes. */
export function refuseBomb(what: string, packed: number, unpacked: number): void {
  const allowed = Math.max(alwaysAllowed, packed * worstRatio);
  if (unpacked <= Math.min(allowed, largestUnpacked)) return;
  throw new ImportFailure(
    "too-large",
    `This ${what} file unpacks to more than ${Math.round(unpacked / 2 ** 20)} MiB from ${packed} bytes: no transcript ` +
      "does. If you trust it, unpack it yourself and import what is inside.",
  );
}
