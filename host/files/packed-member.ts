import type zlib from "node:zlib";

type Decompressor = zlib.InflateRaw | zlib.ZstdDecompress;

/** One packed file while it is read, and what became of it. */
export interface Member {
  /** True when its end was read. */
  readonly ended: boolean;
  /** What is wrong with the bytes: `cut`, or what the decompressor says. */
  readonly damage: string | undefined;
  /** What the taker threw. */
  readonly failure: unknown;
  /** Gives how many bytes it read: fewer than it was given where a part of it, or all of it, ended among them. */
  write(bytes: Uint8Array): Promise<number>;
  /** There are no more bytes. */
  finish(): Promise<void>;
  close(): void;
}

/** A member that a decompressor reads by itself. */
export class StreamMember implements Member {
  ended = false;
  damage: string | undefined;
  failure: unknown;
  private readonly stream: Decompressor;
  private wake: (() => void) | undefined;
  private finishing = false;

  constructor(stream: Decompressor, take: (bytes: Uint8Array) => void) {
    this.stream = stream;
    stream.on("data", (bytes: Uint8Array) => this.data(bytes, take));
    stream.on("end", () => this.settle(() => (this.ended = true)));
    stream.on("error", (error) => this.settle(() => this.failed(error)));
    stream.on("close", () => this.settle(() => undefined));
  }

  /** Bytes that it read of all that it was given. */
  private get read(): number {
    return this.stream.bytesWritten;
  }

  async write(bytes: Uint8Array): Promise<number> {
    const before = this.read;
    await this.wait(() => this.stream.write(bytes, () => this.wake?.()));
    const read = this.read - before;
    if (this.damage !== undefined || this.failure !== undefined) return bytes.length;
    if (read < bytes.length) this.ended = true;
    return read;
  }

  finish(): Promise<void> {
    this.finishing = true;
    return this.wait(() => this.stream.end());
  }

  close(): void {
    this.stream.destroy();
  }

  /** What it gives after a failure is of no use any more; an exception here would end the process. */
  private data(bytes: Uint8Array, take: (bytes: Uint8Array) => void): void {
    if (this.failure !== undefined) return;
    try {
      take(bytes);
    } catch (error) {
      this.failure = error ?? new Error("a taker failed");
      this.stream.destroy();
    }
  }

  private failed(error: Error): void {
    const { code } = error as { code?: string };
    // What follows a frame of zstd is no frame: its end was read.
    if (code === "ZSTD_error_prefix_unknown" && this.read > 0 && !this.finishing) this.ended = true;
    else this.damage = code === "Z_BUF_ERROR" ? "cut" : error.message.toLowerCase();
  }

  private settle(change: () => unknown): void {
    change();
    this.wake?.();
  }

  private async wait(start: () => void): Promise<void> {
    if (this.stream.destroyed) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      start();
    });
    this.wake = undefined;
  }
}
