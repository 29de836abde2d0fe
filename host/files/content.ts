import type { Reader } from "../../core/importers/read.ts";
import { isArchive, readArchive } from "./archive.ts";
import { InnerLayer, slicesOf } from "./inner-layer.ts";
import { type ByteSource, type FilePart, piecesOf, quickToSearch } from "./source.ts";
import { type Packing, Unpacker, packingOf, refuseBomb } from "./unpacker.ts";

/** How a file holds its text: as it is, packed as a whole, or in an archive, which is read where its entries lie. */
export type Container = "plain" | "gzip" | "zstd" | "archive";

/** Looks at the first bytes of a source. */
export async function containerOf(source: ByteSource): Promise<Container> {
  const head = new Uint8Array(Math.min(4, source.bytes));
  if (source.bytes > 0) await source.read(head, 0);
  return containerOfHead(head);
}

/** The container of a file that starts with these bytes. */
export function containerOfHead(head: Uint8Array): Container {
  return isArchive(head) ? "archive" : (packingOf(head) ?? "plain");
}

/** As much of a reader as is fed: its end is whoever's who opened it. */
export type ContentReader = Pick<Reader, "push" | "part" | "note">;

/** Takes the bytes of a file, in order and cut anywhere, and feeds a reader with its text. */
export interface Feed {
  /** The bytes may be used again once it has resolved. */
  push(piece: Uint8Array): Promise<void> | void;
  /** After the last byte; the reader itself is not ended. */
  end(): Promise<void> | void;
  close(): void;
}

/** A feed of bytes that are text already. */
export interface PlainFeed extends Feed {
  push(piece: Uint8Array): void;
  end(): void;
}

/** A feed for a file that is no archive; `parts` are those of a source that is several files in a row. */
export function openFeed(
  container: Packing | "plain",
  reader: ContentReader,
  parts?: readonly FilePart[],
): Feed {
  return container === "plain" ? plainFeed(reader, parts) : packedFeed(container, reader);
}

/** A feed for bytes that are text already. */
export function plainFeed(reader: ContentReader, parts?: readonly FilePart[]): PlainFeed {
  return parts ? partFeed(reader, parts) : wholeFeed(reader);
}

function wholeFeed(reader: ContentReader): PlainFeed {
  return {
    push: (piece) => reader.push(quickToSearch(piece)),
    end: () => undefined,
    close: () => undefined,
  };
}

function packedFeed(packing: Packing, reader: ContentReader): Feed {
  let pushed = 0;
  let text = 0;
  const layer = new InnerLayer((bytes) => {
    text += bytes.length;
    // Two layers together may not give more than one.
    refuseBomb(packing, pushed, text);
    reader.push(bytes);
  });
  const unpacker = new Unpacker(packing, (bytes) => layer.add(bytes));
  return {
    async push(piece) {
      for (const slice of slicesOf(piece)) {
        pushed += slice.length;
        await unpacker.push(slice);
        await layer.flush();
      }
    },
    async end() {
      const outer = await unpacker.end();
      const inner = await layer.end();
      const layers = layer.packing === undefined ? packing : `${packing}, and ${layer.packing} in it`;
      reader.note("note", `unpacked from ${layers}: lines and bytes are those of the unpacked text`);
      for (const trouble of [outer.trouble, inner]) if (trouble !== undefined) reader.note("doubt", trouble);
    },
    close() {
      unpacker.close();
      layer.close();
    },
  };
}

/** Tells the reader where a file ends and the next begins. */
function partFeed(reader: ContentReader, parts: readonly FilePart[]): PlainFeed {
  let next = 0;
  let left = 0;
  const begin = (): void => {
    while (left === 0 && next < parts.length) {
      const part = parts[next++];
      if (!part) return;
      reader.part(part.name);
      left = part.bytes;
    }
  };
  return {
    push(piece) {
      for (let at = 0; at < piece.length;) {
        begin();
        const bytes = left === 0 ? piece.length - at : Math.min(left, piece.length - at);
        reader.push(quickToSearch(piece.subarray(at, at + bytes)));
        at += bytes;
        left = Math.max(0, left - bytes);
      }
    },
    end: begin,
    close: () => undefined,
  };
}

/** Feeds a reader with all of a source. `step` is called between pieces, with how many bytes are done. */
export async function readContent(
  source: ByteSource,
  reader: ContentReader,
  step: (done: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const container = await containerOf(source);
  if (container === "archive") return readArchive(source, reader, step);
  const feed = openFeed(container, reader, source.parts);
  try {
    let done = 0;
    for await (const piece of piecesOf(source)) {
      await feed.push(piece);
      done += piece.length;
      await step(done);
    }
    await feed.end();
  } finally {
    feed.close();
  }
}
