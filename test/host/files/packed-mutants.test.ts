import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { HostError } from "../../../core/contract/rpc.ts";
import { ImportFailure } from "../../../core/importers/failure.ts";
import { type ReadFile, readAll } from "../../../core/importers/read-all.ts";
import { decodeUtf8 } from "../../../host/files/decode.ts";
import { mutate, mutations } from "../../support/import-mutants.ts";
import { makeZip } from "../../support/make-zip.ts";
import { readBytes } from "../../support/read-content.ts";

vi.setConfig({ testTimeout: 600_000 });

const folder = path.join(import.meta.dirname, "../../fixtures/importers");
const fixtures = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(?:jsonl?|ya?ml|har)$/.test(file) && !file.endsWith(".golden.json"))
  .toSorted();

/** Packs bytes with a checksum, as the tools of each do. */
const packers = {
  gzip: (bytes: Uint8Array) => zlib.gzipSync(bytes),
  zstd: (bytes: Uint8Array) =>
    zlib.zstdCompressSync(bytes, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } }),
  "zip, deflate": (bytes: Uint8Array) => makeZip([{ name: "a.json", data: bytes }]),
  "zip, zstd": (bytes: Uint8Array) => makeZip([{ name: "a.json", data: bytes, method: 93 }]),
  "zip, stored": (bytes: Uint8Array) => makeZip([{ name: "../a.json", data: bytes, method: 0 }]),
} as const;

type Outcome = ReadFile | { readonly failure: string };

/** What a file gives, or why it gives nothing. Anything but a refusal is a fault of ours. */
async function outcome(read: () => ReadFile | Promise<ReadFile>): Promise<Outcome> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ImportFailure) && !(error instanceof HostError)) throw error;
    expect(error.message).not.toBe("");
    return { failure: error.message };
  }
}

/** True when a report says something that the report of the whole file does not. */
function doubted(read: ReadFile, whole: ReadFile): boolean {
  const known = new Set(whole.report.notes.map(({ what }) => what));
  const news = read.report.notes.filter(({ kind, what }) => kind === "doubt" && !known.has(what));
  return news.length > 0 || read.report.lines.bad > whole.report.lines.bad;
}

const packing = fc.constantFrom(...(Object.keys(packers) as (keyof typeof packers)[]));
const file = fc.constantFrom(...fixtures);
const load = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(folder, name)));

/** Damage to bytes of which nothing is known: each at a place, 0 up to below 1. */
const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 0.9999, noNaN: true }),
    kind: fc.constantFrom("flip", "cut", "remove", "zero", "repeat", "insert"),
    size: fc.integer({ min: 1, max: 300 }),
  }),
  { minLength: 1, maxLength: 3 },
);

interface Step {
  readonly at: number;
  readonly kind: string;
  readonly size: number;
}

function damageOnce(bytes: Uint8Array, { at, kind, size }: Step): Uint8Array {
  const place = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  switch (kind) {
    case "flip":
      return Uint8Array.from(bytes, (byte, index) => (index === place ? byte ^ (1 << (size % 8)) : byte));
    case "cut":
      return before;
    case "remove":
      return Buffer.concat([before, after.subarray(size)]);
    case "zero":
      return Buffer.concat([before, Buffer.alloc(Math.min(size, after.length)), after.subarray(size)]);
    case "repeat":
      return Buffer.concat([before, after.subarray(0, size), after]);
    default:
      return Buffer.concat([before, Buffer.alloc(size, size), after]);
  }
}

/** True for a packed file twice in a row: that is no damage, but a longer one. */
function isTwice(bytes: Uint8Array, packed: Uint8Array): boolean {
  return Buffer.concat([packed, packed]).equals(bytes);
}

describe("a packed file", () => {
  it("that is damaged is refused or read, and what it gives is either right or in doubt", async () => {
    await fc.assert(
      fc.asyncProperty(file, packing, damage, async (name, how, steps) => {
        const plain = load(name);
        const whole = await outcome(() => readAll(plain, decodeUtf8));
        const bytes = steps.reduce(damageOnce, packers[how](plain));
        const read = await outcome(() => readBytes(bytes));
        if ("failure" in read || "failure" in whole || isTwice(bytes, packers[how](plain))) return;
        const same = JSON.stringify(read.threads) === JSON.stringify(whole.threads);
        if (!same) expect(doubted(read, whole)).toBe(true);
      }),
    );
  });

  it("of a damaged transcript gives exactly what that transcript gives", async () => {
    await fc.assert(
      fc.asyncProperty(file, packing, mutations, async (name, how, steps) => {
        const mutant = mutate(load(name), steps);
        const expected = await outcome(() => readAll(mutant, decodeUtf8));
        const read = await outcome(() => readBytes(packers[how](mutant)));
        if ("failure" in expected || "failure" in read)
          expect(Object.keys(read)).toEqual(Object.keys(expected));
        else {
          expect(read.threads).toEqual(expected.threads);
          expect(read.report.lines).toEqual(expected.report.lines);
        }
      }),
    );
  });
});
