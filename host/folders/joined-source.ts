import { fileSource } from "../files/file-source.ts";
import type { ByteSource, FilePart } from "../files/source.ts";
import type { FoundFile } from "./found.ts";

interface Placed {
  readonly file: FoundFile;
  readonly from: number;
}

/** Several files as one, in order; `name` stands for all of them. One of them is open at a time. */
export function joinedSource(name: string, files: readonly FoundFile[]): ByteSource {
  return new JoinedFiles(name, files);
}

class JoinedFiles implements ByteSource {
  readonly name: string;
  readonly bytes: number;
  readonly parts: readonly FilePart[];
  private readonly placed: readonly Placed[];
  private open: { readonly at: number; readonly source: ByteSource } | undefined;

  constructor(name: string, files: readonly FoundFile[]) {
    let from = 0;
    this.name = name;
    this.parts = files.map((file) => ({ name: file.name, bytes: file.bytes }));
    this.placed = files.map((file) => {
      const placed = { file, from };
      from += file.bytes;
      return placed;
    });
    this.bytes = from;
  }

  async read(into: Uint8Array, at: number): Promise<void> {
    let index = this.placed.findLastIndex(({ from }) => from <= at);
    for (let filled = 0; filled < into.length; index++) {
      const placed = this.placed[index];
      if (!placed) return;
      const start = at + filled - placed.from;
      const some = into.subarray(filled, filled + placed.file.bytes - start);
      if (some.length > 0) await (await this.sourceOf(index, placed.file)).read(some, start);
      filled += some.length;
    }
  }

  /** Each is opened when it is its turn: only their bytes tell. */
  async changed(): Promise<boolean> {
    return await Promise.resolve(true);
  }

  async close(): Promise<void> {
    const open = this.open;
    this.open = undefined;
    await open?.source.close();
  }

  private async sourceOf(at: number, file: FoundFile): Promise<ByteSource> {
    if (this.open?.at === at) return this.open.source;
    await this.close();
    const source = await fileSource(file.path, file.name);
    this.open = { at, source };
    return source;
  }
}
