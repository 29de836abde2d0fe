import { hash } from "node:crypto";
import type { Batch } from "./batch.ts";
import { squeezeBytes } from "./squeeze.ts";

/** Where a stored text lies: bytes [start, start + bytes) of a pack. */
export interface PiecePlace {
  readonly pack: number;
  readonly start: number;
  readonly bytes: number;
}

/** A text that is to be found by its hash from now on. */
export interface NewBlob {
  readonly hash: Uint8Array;
  readonly start: number;
  readonly bytes: number;
}

/** A batch made ready to be stored. */
export interface PackedBatch {
  readonly first: number;
  readonly count: number;
  /** zstd of a line with the places of the pieces, then a line for each kept list of parts. */
  readonly data: Uint8Array;
  /** The texts that are new to the library, if any. */
  readonly pack?: { readonly id: number; readonly bytes: number; readonly data: Uint8Array };
  readonly blobs: readonly NewBlob[];
  /** Every pack that a piece lies in. */
  readonly uses: readonly number[];
}

/** Texts of fewer bytes are not worth a hash. */
const hashedBytes = 2048;

/** Bytes of a batch that are new to the library, side by side. */
class NewPack {
  readonly id: number;
  readonly blobs: NewBlob[] = [];
  private readonly pieces: Uint8Array[] = [];
  private readonly places = new Map<string, PiecePlace>();
  private bytes = 0;

  constructor(id: number) {
    this.id = id;
  }

  add(piece: Uint8Array): PiecePlace {
    const place = { pack: this.id, start: this.bytes, bytes: piece.length };
    this.pieces.push(piece);
    this.bytes += piece.length;
    return place;
  }

  /** The place of a text that is stored once, wherever that is. */
  addOnce(piece: Uint8Array, stored: (hash: Uint8Array) => PiecePlace | undefined): PiecePlace {
    const key = hash("sha256", piece, "buffer");
    const name = key.toString("base64");
    const known = this.places.get(name) ?? stored(key);
    if (known) return known;
    const place = this.add(piece);
    this.places.set(name, place);
    this.blobs.push({ hash: key, start: place.start, bytes: place.bytes });
    return place;
  }

  close(): PackedBatch["pack"] {
    if (this.bytes === 0) return undefined;
    return { id: this.id, bytes: this.bytes, data: squeezeBytes(Buffer.concat(this.pieces)) };
  }
}

/** Makes a batch ready: each long text is hashed, and only what the library does not hold goes into pack `id`. */
export function packBatch(
  batch: Batch,
  id: number,
  stored: (hash: Uint8Array) => PiecePlace | undefined,
): PackedBatch {
  const made = new NewPack(id);
  const places = batch.ends.map((end, at) => {
    const piece = batch.bytes.subarray(at === 0 ? 0 : batch.ends[at - 1], end);
    return piece.length < hashedBytes ? made.add(piece) : made.addOnce(piece, stored);
  });
  const directory = JSON.stringify(places.flatMap(({ pack, start, bytes }) => [pack, start, bytes]));
  const pack = made.close();
  return {
    first: batch.first,
    count: batch.count,
    data: squeezeBytes(Buffer.from(`${directory}\n${batch.lines}`)),
    ...(pack ? { pack } : {}),
    blobs: made.blobs,
    uses: [...new Set(places.map((place) => place.pack))],
  };
}
