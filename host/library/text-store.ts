import type { Reader } from "../../core/importers/read.ts";
import { type PlainFeed, plainFeed } from "../files/content.ts";
import { type FilePart, pieceBytes } from "../files/source.ts";
import type { Database } from "./database.ts";
import { RawSqueezer, type SqueezedRaw } from "./squeeze.ts";

/** Stores the text that a packed file unpacks to, on its way to the reader. */
export class TextStore {
  /** Takes what is unpacked. */
  readonly reader: Reader;
  /** Line breaks so far. */
  lines = 0;
  private readonly squeezer = new RawSqueezer();
  private readonly store: (piece: SqueezedRaw) => void;
  private readonly piece = new Uint8Array(pieceBytes);
  private used = 0;
  private readonly parts: { readonly name: string; bytes: number }[] = [];

  /** `check` is called with every piece, and may throw. */
  constructor(reader: Reader, store: (piece: SqueezedRaw) => void, check: () => void) {
    this.store = store;
    this.reader = {
      push: (bytes) => {
        check();
        this.add(bytes);
        reader.push(bytes);
      },
      part: (name) => {
        this.parts.push({ name, bytes: 0 });
        reader.part(name);
      },
      note: (kind, what) => reader.note(kind, what),
      end: () => reader.end(),
    };
  }

  /** After the last byte: gives the files that the text is made of, where it is several. */
  end(): readonly FilePart[] | undefined {
    if (this.used > 0) this.flush();
    return this.parts.length > 0 ? this.parts : undefined;
  }

  private add(bytes: Uint8Array): void {
    const part = this.parts.at(-1);
    if (part) part.bytes += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const some = bytes.subarray(at, at + pieceBytes - this.used);
      this.piece.set(some, this.used);
      this.used += some.length;
      at += some.length;
      if (this.used === pieceBytes) this.flush();
    }
  }

  private flush(): void {
    const piece = this.piece.subarray(0, this.used);
    const squeezed = this.squeezer.squeeze(piece);
    this.lines += squeezed.lines;
    this.store(squeezed);
    this.used = 0;
  }
}

/** A feed for the stored text of a transcript: it tells its reader where a file ends and the next begins. */
export function storedFeed(db: Database, transcript: number, reader: Reader): PlainFeed {
  const row = db
    .prepare<[number], { parts: string | null }>("select parts from transcript where id = ?")
    .get(transcript);
  const parts = row?.parts ? (JSON.parse(row.parts) as FilePart[]) : undefined;
  return plainFeed(reader, parts);
}
