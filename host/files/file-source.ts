import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { HostError } from "../../core/contract/rpc.ts";
import { explained } from "../failure.ts";
import { shown } from "./shown.ts";
import type { ByteSource } from "./source.ts";

/** Not to wait for the other end of a pipe; Windows has no such flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file as it is now: what is appended while it is read is not read. Rejects with a `bad_input` HostError
 * for a folder, a device or pipe, a missing or forbidden file.
 */
export async function fileSource(file: string, name = path.basename(file)): Promise<ByteSource> {
  const what = shown(file);
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, flags);
    const info = await handle.stat();
    if (info.isDirectory()) throw new HostError("bad_input", `${what} is a folder: choose a file in it.`);
    if (!info.isFile())
      throw new HostError(
        "bad_input",
        `${what} is a device or a pipe, not a file: save what it gives and import that.`,
      );
    return new OpenFile(handle, name, info, what);
  } catch (error) {
    await handle?.close();
    throw explained(error, what, "bad_input");
  }
}

class OpenFile implements ByteSource {
  readonly name: string;
  readonly bytes: number;
  readonly handle: number;
  private readonly file: FileHandle;
  private readonly what: string;
  private readonly opened: Stats;

  constructor(file: FileHandle, name: string, opened: Stats, what: string) {
    this.file = file;
    this.handle = file.fd;
    this.name = name;
    this.bytes = opened.size;
    this.opened = opened;
    this.what = what;
  }

  async read(into: Uint8Array, at: number): Promise<void> {
    for (let filled = 0; filled < into.length;) {
      const bytes = await this.some(into.subarray(filled), at + filled);
      if (bytes === 0)
        throw new HostError(
          "bad_input",
          `${this.what} became shorter while it was read: try again when it is written.`,
        );
      filled += bytes;
    }
  }

  async changed(): Promise<boolean> {
    const now = await this.file.stat();
    const { opened } = this;
    return now.mtimeMs !== opened.mtimeMs || now.ctimeMs !== opened.ctimeMs || now.size !== opened.size;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async some(into: Uint8Array, at: number): Promise<number> {
    try {
      return (await this.file.read(into, 0, into.length, at)).bytesRead;
    } catch (error) {
      throw explained(error, this.what, "bad_input");
    }
  }
}
