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

  it.each(members)("says that there was more after the end, and passes over zeros: %s", async (packing) => {
    const packed = packers[packing](Buffer.from("{}\n"));
    expect((await unpack(packing, Buffer.concat([packed, Buffer.alloc(600)]), 50)).trouble).toBeUndefined();
    const { trouble } = await unpack(packing, Buffer.concat([packed, Buffer.from("no such thing")]), 50);
    expect(trouble).toMatch(/after the end|damaged/);
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

describe("packingOf", () => {
  it("knows both by their first bytes, and zstd by a frame that holds nothing", () => {
    expect(packingOf(zlib.gzipSync("x"))).toBe("gzip");
    expect(packingOf(zlib.zstdCompressSync("x"))).toBe("zstd");
    expect(packingOf(Uint8Array.from([0x5a, 0x2a, 0x4d, 0x18]))).toBe("zstd");
    expect(packingOf(Buffer.from('{"a":1}'))).toBeUndefined();
    expect(packingOf(new Uint8Array())).toBeUndefined();
  });
});
