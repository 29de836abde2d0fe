import { randomBytes } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { HostError } from "../../core/contract/rpc.ts";
import { explained } from "../failure.ts";
import { isAlive } from "../jobs/alive.ts";

/** Bytes that one upload may have. */
export const largestUpload = 4 * 2 ** 30;

/** So many milliseconds after a window has gone it is gone for good: one that only lost its connection comes back sooner. */
const goneAfter = 60_000;

/** An uploaded file: where it lies and what its window called it. */
export interface Upload {
  readonly path: string;
  readonly name: string;
}

/** Files that windows handed over, in a folder of this process until they are imported. */
export class Uploads {
  private readonly folder: string;
  private readonly known = new Map<string, Upload & { readonly window: string }>();
  /** Connections of each window, by its own name. */
  private readonly windows = new Map<string, number>();
  private readonly patience: number;

  /**
   * `folder` is the data folder; what processes left that are no more is deleted. `patience` is how long a window that
   * has gone may come back, in milliseconds.
   */
  constructor(folder: string, patience = goneAfter) {
    this.patience = patience;
    const all = path.join(folder, "uploads");
    this.folder = path.join(all, String(process.pid));
    clearOld(all);
  }

  /** A window has connected, under a name that it gave itself. Gives what tells that the connection has ended. */
  connect(window: string): () => void {
    this.windows.set(window, this.connections(window) + 1);
    return () => {
      const left = this.connections(window) - 1;
      if (left > 0) return void this.windows.set(window, left);
      this.windows.delete(window);
      setTimeout(() => void this.forgetAll(window), this.patience).unref();
    };
  }

  /**
   * Receives a file and gives its id; one of a window is deleted when that has gone for good. Rejects when it is too
   * large, cannot be stored or does not arrive whole.
   */
  async receive(name: string, bytes: Readable, window = ""): Promise<string> {
    const id = randomBytes(16).toString("hex");
    const file = path.join(this.folder, id);
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      // The source is not the pipeline's to destroy: its sender still has to be told why.
      const source = Readable.from(bounded(bytes.iterator({ destroyOnReturn: false })), {
        objectMode: false,
      });
      await pipeline(source, createWriteStream(file, { mode: 0o600, flags: "wx" }));
    } catch (error) {
      await rm(file, { force: true });
      throw explained(error, `the upload folder ${this.folder}`);
    }
    this.known.set(id, { path: file, name, window });
    return id;
  }

  /** An upload, once: whoever takes it deletes the file. Throws `not_found`. */
  take(id: string): Upload {
    const upload = this.known.get(id);
    if (!upload) throw new HostError("not_found", "This upload is gone: drop the file again");
    this.known.delete(id);
    return { path: upload.path, name: upload.name };
  }

  /** Deletes one that nobody is going to take; one that is not there is none the less gone. */
  async forget(id: string): Promise<void> {
    const upload = this.known.get(id);
    this.known.delete(id);
    if (upload) await rm(upload.path, { force: true });
  }

  private connections(window: string): number {
    return this.windows.get(window) ?? 0;
  }

  /** Of a window that has not come back. */
  private async forgetAll(window: string): Promise<void> {
    if (this.connections(window) > 0) return;
    const left = [...this.known].filter(([, upload]) => upload.window === window);
    await Promise.all(left.map(([id]) => this.forget(id)));
  }

  /** Deletes every file that is left. */
  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > largestUpload) throw new HostError("bad_input", "The file is larger than 4 GiB");
    yield chunk;
  }
}

function clearOld(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names)
    if (!isAlive(Number(name)) || Number(name) === process.pid)
      rmSync(path.join(folder, name), { recursive: true, force: true });
}
