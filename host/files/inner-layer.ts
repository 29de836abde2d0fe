import { type Packing, Unpacker, packingOf, refuseBomb } from "./unpacker.ts";

const signatureBytes = 4;

/** So many packed bytes are unpacked at a time: what they give waits in memory where it is packed once more. */
export const layerSlice = 8192;

/**
 * Takes what a file unpacks to, and unpacks it too where it is packed once more: a file that was packed and then put into
 * an archive. What is packed a third time is given as it is, for the reader to refuse.
 */
export class InnerLayer {
  private readonly take: (bytes: Uint8Array) => void;
  /** The first bytes, as long as they are too few to tell. */
  private head: Uint8Array | undefined = new Uint8Array();
  private unpacker: Unpacker | undefined;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  /** How the bytes are packed; undefined where they are not. */
  packing: Packing | undefined;

  constructor(take: (bytes: Uint8Array) => void) {
    this.take = take;
  }

  /** The next bytes. Throws an ImportFailure (`too-large`) for more at once than what is packed gives. */
  add(bytes: Uint8Array): void {
    const all = this.head === undefined ? bytes : this.begin(this.head, bytes);
    if (!this.unpacker) return this.take(all);
    this.waiting.push(all);
    this.waitingBytes += all.length;
    refuseBomb(this.packing ?? "packed", layerSlice, this.waitingBytes);
  }

  /** Unpacks what was added: to be waited for before more is. Rejects as `Unpacker.push`. */
  async flush(): Promise<void> {
    const waiting = this.waiting;
    this.waiting = [];
    this.waitingBytes = 0;
    for (const bytes of waiting) await this.unpacker?.push(bytes);
  }

  /** After the last bytes. Gives what was not as it should be. */
  async end(): Promise<string | undefined> {
    if (this.head !== undefined) this.take(this.head);
    this.head = undefined;
    await this.flush();
    return (await this.unpacker?.end())?.trouble;
  }

  /** Lets go of the decompressor, done or not. */
  close(): void {
    this.unpacker?.close();
  }

  /** Gives what is to be gone on with. */
  private begin(head: Uint8Array, bytes: Uint8Array): Uint8Array {
    const all = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
    this.head = all.length < signatureBytes ? new Uint8Array(all) : undefined;
    if (this.head !== undefined) return new Uint8Array();
    this.packing = packingOf(all);
    if (this.packing) this.unpacker = new Unpacker(this.packing, this.take);
    return all;
  }
}

/** Pieces of bytes in slices that a layer can take. */
export function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += layerSlice) yield bytes.subarray(at, at + layerSlice);
}
