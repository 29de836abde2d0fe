import type { KeptParts } from "../../core/importers/importer.ts";
import type { Part } from "../../core/model/part.ts";
import type { Database } from "./database.ts";
import { decodeParts } from "./part-codec.ts";
import { unsqueezeBytes } from "./squeeze.ts";

/** Bytes of packs that a reader keeps unpacked at most. */
const keptPackBytes = 32 * 2 ** 20;

interface OpenBatch {
  readonly first: number;
  readonly count: number;
  /** Pack, start and length of piece k at 3k. */
  readonly places: readonly number[];
  readonly lines: readonly string[];
}

interface BatchRow {
  readonly first: number;
  readonly count: number;
  readonly data: Buffer;
}

/** Reads kept parts of one transcript back from the library. Cheapest when handles are asked for in order. */
export class PartReader {
  private readonly find;
  private readonly findPack;
  private readonly transcript: number;
  private readonly packs = new Map<number, Buffer>();
  private packBytes = 0;
  private batch: OpenBatch | undefined;

  constructor(db: Database, transcript: number) {
    this.transcript = transcript;
    this.find = db.prepare<[number, number], BatchRow>(
      "select first, count, data from parts where transcript = ? and first <= ? order by first desc limit 1",
    );
    this.findPack = db.prepare<[number], { data: Buffer }>("select data from pack where id = ?");
  }

  /** The parts of a handle. Throws when the library does not hold it. */
  parts(handle: KeptParts): Part[] {
    const batch = this.batchOf(handle);
    const line = batch.lines[handle - batch.first];
    if (line === undefined) throw new Error(`the library does not hold part ${handle}`);
    return decodeParts(line, (piece) => this.piece(batch, piece));
  }

  private batchOf(handle: KeptParts): OpenBatch {
    const open = this.batch;
    if (open && handle >= open.first && handle < open.first + open.count) return open;
    const row = this.find.get(this.transcript, handle);
    if (!row) throw new Error(`the library does not hold part ${handle}`);
    const [directory = "[]", ...lines] = unsqueezeBytes(row.data).toString("utf8").split("\n");
    this.batch = { first: row.first, count: row.count, places: JSON.parse(directory) as number[], lines };
    return this.batch;
  }

  private piece({ places }: OpenBatch, piece: number): string {
    const [pack = -1, start = 0, bytes = 0] = places.slice(piece * 3, piece * 3 + 3);
    return this.pack(pack).toString("utf8", start, start + bytes);
  }

  private pack(id: number): Buffer {
    const open = this.packs.get(id);
    if (open) return open;
    const row = this.findPack.get(id);
    if (!row) throw new Error(`the library does not hold pack ${id}`);
    const data = unsqueezeBytes(row.data);
    if (this.packBytes + data.length > keptPackBytes) this.forget();
    this.packs.set(id, data);
    this.packBytes += data.length;
    return data;
  }

  private forget(): void {
    this.packs.clear();
    this.packBytes = 0;
  }
}
