import zlib from "node:zlib";

/** An entry of a made-up archive. What is not given is as it should be. */
export interface MadeEntry {
  readonly name: string;
  readonly data: Uint8Array;
  /** 0: as it is, 8: deflate, 93: zstd; any other number is only written down. */
  readonly method?: number;
  /** What the directory says of the size. */
  readonly size?: number;
  readonly flags?: number;
}

function packed({ data, method = 8 }: MadeEntry): Uint8Array {
  if (method === 8) return zlib.deflateRawSync(data);
  return method === 93 ? zlib.zstdCompressSync(data) : data;
}

/** The fields that a local header and the directory share, from the version on. */
function fields(entry: MadeEntry, bytes: Uint8Array): Buffer {
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(63, 0);
  shared.writeUInt16LE(entry.flags ?? 0x800, 2);
  shared.writeUInt16LE(entry.method ?? 8, 4);
  shared.writeUInt32LE(zlib.crc32(entry.data), 10);
  shared.writeUInt32LE(bytes.length, 14);
  shared.writeUInt32LE(entry.size ?? entry.data.length, 18);
  shared.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  return shared;
}

function signed(signature: number, ...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(signature);
  return Buffer.concat([head, ...parts]);
}

function directoryEntry(entry: MadeEntry, bytes: Uint8Array, at: number): Buffer {
  const version = Buffer.from([63, 3]);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(at, 10);
  return signed(0x02014b50, version, fields(entry, bytes), tail, Buffer.from(entry.name));
}

/** A zip archive. */
export function makeZip(entries: readonly MadeEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const bytes = packed(entry);
    const file = signed(0x04034b50, fields(entry, bytes), Buffer.from(entry.name), bytes);
    directory.push(directoryEntry(entry, bytes, at));
    files.push(file);
    at += file.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, ...directory, signed(0x06054b50, end)]);
}
