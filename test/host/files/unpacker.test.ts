import zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportFailure } from "../../../core/importers/failure.ts";
import { type Packing, Unpacker, packingOf } from "../../../host/files/unpacker.ts";

const packers: Readonly<Record<Packing, (bytes: Uint8Array) => Buffer>> = {
  gzip: zlib.gzipSync,
  zstd: zlib.zstdCompressSync,
  deflate: zlib.deflateRawSync,
};
const packings = ["gzip", "zstd", "deflate"] as const;
const members = ["gzip", "zstd"] as const;
const lines = Array.from({ length: 20_000 }, (_, at) => `{"line":${at},"text":"tide ${at * 7919}"}\n`);
const text = Buffer.from(lines.join(""));

interface Result {
  readonly out: Buffer;
  readonly trouble: string | undefined;
}

/** Unpacks bytes that come in pieces of a size, through one buffer that is used again for each. */
async function unpack(packing: Packing, bytes: Uint8Array, size = bytes.length + 1): Promise<Result> {
  const out: Uint8Array[] = [];
  const unpacker = new Unpacker(packing, (piece) => out.push(Uint8Array.from(piece)));
  const buffer = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    buffer.set(piece);
    await unpacker.push(buffer.subarray(0, piece.length));
    buffer.fill(0x55);
  }
  const { bytes: unpacked, trouble } = await unpacker.end();
  const joined = Buffer.concat(out);
  expect(unpacked).toBe(joined.length);
  return { out: joined, trouble };
}

describe("Unpacker", () => {
  it.each(packings)("gives back what was packed, in pieces of any size: %s", async (packing) => {
    const bytes = fc.uint8Array({ maxLength: 3000 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 500 }), async (plain, size) => {
        const { out, trouble } = await unpack(packing, packers[packing](plain), size);
        expect(out.equals(plain)).toBe(true);
        expect(trouble).toBeUndefined();
      }),
      { numRuns: 50 },
    );
    expect((await unpack(packing, packers[packing](text), 100_000)).out.equals(text)).toBe(true);
  });

  it.each(members)(
    "reads several packed files in a row as one, however they are cut: %s",
    async (packing) => {
      const many = Buffer.concat(lines.slice(0, 300).map((line) => packers[packing](Buffer.from(line))));
      for (const size of [1, 7, 1000, many.length]) {
        const { out, trouble } = await unpack(packing, many, size);
        expect(out.toString()).toBe(lines.slice(0, 300).join(""));
        expect(trouble).toBeUndefined();
      }
    },
  );

  it.each(packings)("keeps what it read of data that end too early, and says so: %s", async (packing) => {
    const packed = packers[packing](text);
    const { out, trouble } = await unpack(packing, packed.subarray(0, packed.length - 20));
    expect(out.length).toBeGreaterThan(text.length / 2);
    expect(text.subarray(0, out.length).equals(out)).toBe(true);
    expect(trouble).toMatch(/end in the middle/);
  });

  // Deflate has no checksum of its own: an archive compares its own.
  it.each(members)("says where data are damaged, and keeps what stood before: %s", async (packing) => {
    const packed = packers[packing](text);
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, packed.length - 9000, packed.length - 8900);
    const { out, trouble } = await unpack(packing, damaged);
    expect(out.length).toBeLessThan(text.length);
    expect(out.length).toBeGreaterThan(1000);
    expect(trouble).toMatch(/damaged near byte \d+ of the file/);
  });

  it.each(packings)("says that there was more after the end, gives all before it: %s", async (packing) => {
    const junk = ["x", "no such thing", "\u001f\u008b", "more of it ".repeat(3000)].map((one) =>
      Buffer.from(one, "latin1"),
    );
    for (const plain of [Buffer.from("{}\n"), text])
      for (const after of junk)
        for (const size of [50, 8192, 100_000]) {
          const { out, trouble } = await unpack(
            packing,
            Buffer.concat([packers[packing](plain), after]),
            size,
          );
          expect(out.equals(plain)).toBe(true);
          expect(trouble).toMatch(/after the end|end in the middle/);
        }
  });

  it.each(members)("passes over zeros after the end: %s", async (packing) => {
    const packed = packers[packing](Buffer.from("{}\n"));
    for (const size of [50, 1000]) {
      const { out, trouble } = await unpack(packing, Buffer.concat([packed, Buffer.alloc(600)]), size);
      expect(out.toString()).toBe("{}\n");
      expect(trouble).toBeUndefined();
    }
  });

  it.each(packings)("gives the start of what was cut, wherever that is, and says so: %s", async (packing) => {
    const packed = packers[packing](text.subarray(0, 30_000));
    for (let at = 4; at < packed.length; at += 37) {
      const { out, trouble } = await unpack(packing, packed.subarray(0, at));
      expect(text.subarray(0, out.length).equals(out)).toBe(true);
      expect(trouble).toMatch(out.length === 0 ? /middle: nothing could be/ : /middle: what they held/);
    }
  });

  it.each(packings)(
    "refuses what unpacks to far more than a text, before it has filled a memory: %s",
    async (packing) => {
      const bomb = packers[packing](Buffer.alloc(80 * 2 ** 20));
      let most = 0;
      const unpacker = new Unpacker(packing, (piece) => void (most += piece.length));
      const pushed = unpacker.push(bomb);
      await expect(pushed).rejects.toThrow(ImportFailure);
      await expect(pushed).rejects.toThrow(/unpacks to more than 64 MiB/);
      expect(most).toBeLessThanOrEqual(64 * 2 ** 20);
      unpacker.close();
    },
  );

  it.each(packings)("gives on what its taker throws: %s", async (packing) => {
    const unpacker = new Unpacker(packing, () => {
      throw new RangeError("enough");
    });
    await expect(unpacker.push(packers[packing](text))).rejects.toThrow("enough");
    unpacker.close();
  });
});

describe("Unpacker of gzip", () => {
  const extra = Buffer.from([3, 0, 0x1f, 0x8b, 8]);
  const fields = [
    ["no field", 0, []],
    ["a field, a name and a remark", 4 + 8 + 16, [extra, Buffer.from("a.jsonl\0tide\0")]],
    ["a name", 8, [Buffer.from("a.jsonl\0")]],
  ] as const;
  const some = text.subarray(0, 20_000);
  const packed = zlib.gzipSync(some);
  const trailer = packed.length - 8;

  /** A packed text whose header holds more. */
  function headed(set: number, more: readonly Uint8Array[], check: boolean): Buffer {
    const head = Buffer.concat([packed.subarray(0, 10), ...more]);
    head[3] = set + (check ? 2 : 0);
    const sum = Buffer.alloc(2);
    sum.writeUInt16LE(zlib.crc32(head) & 0xffff);
    return Buffer.concat([head, ...(check ? [sum] : []), packed.subarray(10)]);
  }

  it.each(fields)("reads past a header with %s", async (_, set, more) => {
    for (const check of [false, true])
      for (const size of [1, 11, 100_000]) {
        const whole = headed(set, more, check);
        const { out, trouble } = await unpack("gzip", Buffer.concat([whole, whole]), size);
        expect(out.equals(Buffer.concat([some, some]))).toBe(true);
        expect(trouble).toBeUndefined();
      }
  });

  const faults = [
    ["an unknown flag", (bytes: Buffer) => bytes.fill(0x20, 3, 4), /flags/, 0],
    ["an unknown method", (bytes: Buffer) => bytes.fill(7, 2, 3), /method/, 0],
    ["a name without end", (bytes: Buffer) => bytes.fill(8, 3, 4).fill(1, 10), /end in the middle/, 0],
    ["a wrong checksum", (bytes: Buffer) => bytes.fill(1, trailer, trailer + 4), /data check/, some.length],
    ["a wrong length", (bytes: Buffer) => bytes.fill(1, trailer + 4), /length check/, some.length],
  ] as const;
  it.each(faults)("says what is wrong, and gives what it can: %s", async (_, spoil, said, given) => {
    const { out, trouble } = await unpack("gzip", spoil(Buffer.from(packed)));
    expect(trouble).toMatch(said);
    expect(out.length).toBe(given);
  });

  it("does not hold a name without end", async () => {
    const endless = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0]),
      Buffer.alloc(2 ** 20, 65),
    ]);
    expect((await unpack("gzip", endless, 2 ** 16)).trouble).toMatch(/header without end/);
  });
});

describe("packingOf", () => {
  it("knows both by their first bytes, and zstd by a frame that holds nothing", () => {
    expect(packingOf(zlib.gzipSync("x"))).toBe("gzip");
    expect(packingOf(zlib.zstdCompressSync("x"))).toBe("zstd");
    expect(packingOf(Uint8Array.from([0x5a, 0x2a, 0x4d, 0x18]))).toBe("zstd");
    expect(packingOf(Buffer.from('{"a":1}'))).toBeUndefined();
    expect(packingOf(new Uint8Array())).toBeUndefined();
  });
});
