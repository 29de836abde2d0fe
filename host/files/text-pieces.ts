import { type ContentReader, readContent } from "./content.ts";
import type { ByteSource } from "./source.ts";

/** Takes the text of a source: unpacked, and file by file where it is several. */
export interface TextTaker {
  /** The bytes may be used again afterwards. False when no more are wanted. */
  push(bytes: Uint8Array): boolean;
  /** What follows is this file. */
  part(name: string): void;
}

const enough = Symbol("no more of the text is wanted");

/** Gives the text of a source as a reader would get it, up to where nobody wants more of it. Rejects as `readContent`. */
export async function readText(
  source: ByteSource,
  taker: TextTaker,
  step: () => void = () => undefined,
): Promise<void> {
  const reader: ContentReader = {
    push(bytes) {
      if (!taker.push(bytes)) throw enough;
    },
    part: (name) => taker.part(name),
    note: () => undefined,
  };
  try {
    await readContent(source, reader, () => Promise.resolve(step()));
  } catch (error) {
    if (error !== enough) throw error;
  }
}
