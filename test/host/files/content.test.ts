import { readFileSync } from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { readAll } from "../../../core/importers/read-all.ts";
import { decodeUtf8 } from "../../../host/files/decode.ts";
import { jsonl } from "../../support/import-text.ts";
import { type MadeEntry, makeZip } from "../../support/make-zip.ts";
import { readBytes } from "../../support/read-content.ts";

const fixture = new Uint8Array(
  readFileSync(path.join(import.meta.dirname, "../../fixtures/importers/claude-code/session.jsonl")),
);
const plain = readAll(fixture, decodeUtf8);
const notes = (of: { report: { notes: readonly { what: string }[] } }): string =>
  of.report.notes.map(({ what }) => what).join("\n");

describe("a packed file", () => {
  it.each([
    ["gzip", zlib.gzipSync(fixture)],
    ["zstd", zlib.zstdCompressSync(fixture)],
    ["zip", makeZip([{ name: "made/session.jsonl", data: fixture }])],
  ] as const)("is read as what it holds, and the report says so: %s", async (packing, bytes) => {
    const read = await readBytes(bytes);
    expect(read.threads).toEqual(plain.threads);
    expect(read.report.bytes).toBe(fixture.length);
    expect(notes(read)).toContain(`unpacked from ${packing === "zip" ? "a zip archive" : packing}`);
  });

  it("that was cut gives what it held, and one that holds no transcript says what it is", async () => {
    const packed = zlib.gzipSync(fixture);
    const read = await readBytes(packed.subarray(0, packed.length - 400));
    expect(read.threads.length).toBeGreaterThan(0);
    expect(notes(read)).toContain("end in the middle");
  });

  const ways = { gzip: zlib.gzipSync, zstd: zlib.zstdCompressSync };
  const zipped = (data: Uint8Array, name = "made/session.jsonl.gz", method = 8): Uint8Array =>
    makeZip([{ name, data, method }]);

  it.each([
    ["gzip in gzip", zlib.gzipSync(ways.gzip(fixture)), "gzip, and gzip in it"],
    ["zstd in gzip", zlib.gzipSync(ways.zstd(fixture)), "gzip, and zstd in it"],
    ["gzip in zstd", zlib.zstdCompressSync(ways.gzip(fixture)), "zstd, and gzip in it"],
    ["gzip in zip", zipped(ways.gzip(fixture)), "unpacked from gzip in the archive"],
    [
      "zstd in zip, as it is",
      zipped(ways.zstd(fixture), "a.json.zst", 0),
      "unpacked from zstd in the archive",
    ],
  ])("that is packed once more is read, and the report says so: %s", async (_, bytes, said) => {
    const read = await readBytes(bytes);
    expect(read.threads).toEqual(plain.threads);
    expect(read.report.bytes).toBe(fixture.length);
    expect(notes(read)).toContain(said);
  });

  it("that is packed a third time is refused with advice, an archive in it too", async () => {
    const twice = zlib.gzipSync(ways.gzip(fixture));
    for (const bytes of [zlib.gzipSync(twice), zipped(twice)])
      await expect(readBytes(bytes)).rejects.toThrow(/gzip data; unpack it/);
    await expect(readBytes(zlib.gzipSync(zipped(fixture, "a.jsonl")))).rejects.toThrow(
      /a zip archive; unpack it/,
    );
  });

  it("that was cut inside gives what it held, and the report says so of each packing", async () => {
    const inner = zlib.gzipSync(fixture);
    const read = await readBytes(zlib.zstdCompressSync(inner.subarray(0, inner.length - 400)));
    expect(read.threads.length).toBeGreaterThan(0);
    expect(notes(read)).toContain("the gzip data end in the middle");
    for (let at = 4; at < inner.length; at += 41) {
      const cut = zlib.gzipSync(inner.subarray(0, at));
      const said = await readBytes(cut).then(notes, (error: Error) => error.message);
      expect(said).toContain("the gzip data end in the middle");
    }
  });

  it("of few bytes in it is those bytes", async () => {
    for (const text of ["", "{", "[1]"])
      await expect(readBytes(zlib.gzipSync(Buffer.from(text)))).rejects.toThrow(/empty|JSON|transcript/);
  });

  it("is refused where both packings together unpack to far more than any text would give", async () => {
    const spaces = Buffer.alloc(300 * 2 ** 20, 32);
    const inner = zlib.gzipSync(spaces);
    // Each alone may well give so much.
    expect(inner.length * 500).toBeGreaterThan(64 * 2 ** 20);
    for (const bytes of [zlib.gzipSync(inner), zipped(inner), zlib.zstdCompressSync(inner)])
      await expect(readBytes(bytes)).rejects.toThrow(/unpacks to more than \d+ MiB/);
  });

  it.each([
    ["gzip", zlib.gzipSync(fixture)],
    ["zstd", zlib.zstdCompressSync(fixture)],
  ] as const)("that was cut anywhere is never told as empty: %s", async (packing, packed) => {
    const cut = new RegExp(`the ${packing} data end in the middle`);
    for (let at = 4; at < packed.length; at += 41) {
      const said = await readBytes(packed.subarray(0, at)).then(notes, (error: Error) => error.message);
      expect(said).toMatch(cut);
      expect(said).not.toContain("is empty");
    }
  });

  it("with more after its end is read whole, and the report says so", async () => {
    const read = await readBytes(Buffer.concat([zlib.gzipSync(fixture), Buffer.from("and more")]));
    expect(read.threads).toEqual(plain.threads);
    expect(notes(read)).toContain("bytes after the end of the gzip data");
  });
});

describe("several files that are read as one", () => {
  const first = jsonl([{ role: "user", content: "one" }]).trimEnd();
  const second = JSON.stringify([{ role: "assistant", content: "two" }], null, 2);
  const third = `\ufeff${jsonl([{ role: "user", content: "three" }])}{"role":`;
  const texts = [first, second, "", third];
  const parts = texts.map((text, at) => ({ name: `part-${at}`, bytes: Buffer.byteLength(text) }));

  it("are told apart wherever the bytes are cut: no line of one is joined to the next", async () => {
    const { threads, report } = await readBytes(Buffer.from(texts.join("")), parts);
    const said = threads.flatMap(({ messages }) => messages.map(({ parts: [part] }) => part));
    expect(said.map((part) => (part?.type === "text" ? part.text : ""))).toEqual(
      expect.arrayContaining(["one", "two", "three"]),
    );
    expect(report.lines).toEqual({ read: 3, bad: 1 });
    const bytes = Buffer.byteLength(texts.join(""));
    expect(report.badSpans).toEqual([
      {
        line: 8,
        offset: bytes - 8,
        bytes: 8,
        reason: expect.stringContaining("ends in the middle") as string,
      },
    ]);
  });
});

describe("a zip archive", () => {
  const session = { name: "session.jsonl", data: fixture };
  const other = { name: "readme.txt", data: Buffer.from("hello") };
  const refusals: readonly (readonly [string, readonly MadeEntry[], RegExp])[] = [
    ["without a transcript", [other], /no entry in it is called like a transcript/],
    ["with several", [session, { ...session, name: "b.json" }], /holds 2 files.*import the folder/],
    ["encrypted", [{ ...session, flags: 0x801 }], /session\.jsonl is encrypted/],
    ["packed in an unknown way", [{ ...session, method: 98 }], /way that is not known \(98\)/],
  ];
  it.each(refusals)("%s is refused with what to do", async (_, entries, message) => {
    await expect(readBytes(makeZip(entries))).rejects.toThrow(message);
  });

  it("shows a hostile name, and never follows it", async () => {
    const names = ["../../../etc/session.jsonl", "/etc/passwd", "a\u202e\n\u0007.txt", "C:\\x\\..\\y"];
    const entries = names.map((name, at) => (at === 0 ? { ...session, name } : { ...other, name }));
    const read = await readBytes(makeZip(entries));
    expect(read.threads).toEqual(plain.threads);
    await expect(readBytes(makeZip([{ ...session, name: "\u202e\n.json", flags: 0x801 }]))).rejects.toThrow(
      "\\u{202e}\\u{a}.json is encrypted",
    );
  });

  it("of an Inspect log is read entry by entry, deflate and zstd, the head first", async () => {
    const sample = (id: number): MadeEntry => ({
      name: `samples/${id}_epoch_1.json`,
      data: Buffer.from(JSON.stringify({ messages: [{ role: "user", content: `sample ${id}` }] }, null, 1)),
      method: id % 2 === 0 ? 8 : 93,
    });
    const head = {
      name: "header.json",
      data: Buffer.from('{"version":2,"status":"success","eval":{}}'),
      method: 0,
    };
    const read = await readBytes(makeZip([sample(10), sample(9), head, other]));
    expect(read.report.lines.read).toBe(3);
    expect(notes(read)).toContain("entries of the archive that are no part of it: 1");
  });

  it("of which two have one name is read with the last, and the report says so", async () => {
    const old = { ...session, data: fixture.subarray(0, fixture.indexOf(10) + 1) };
    const read = await readBytes(makeZip([old, session]));
    expect(read.threads).toEqual(plain.threads);
    expect(notes(read)).toContain(
      "2 entries of the archive are called session.jsonl: only the last was read",
    );
    expect(notes(read)).toContain("entries of the archive that are no part of it: 1");
    expect(notes(await readBytes(makeZip([session, other, other])))).not.toContain("only the last");
  });

  it("of an Inspect log of which two samples have one name says so for each", async () => {
    const sample = (id: number, content: string): MadeEntry => ({
      name: `samples/${id}_epoch_1.json`,
      data: Buffer.from(JSON.stringify({ id, messages: [{ role: "user", content }] })),
    });
    const head = { name: "header.json", data: Buffer.from('{"version":2,"status":"success","eval":{}}') };
    const all = [sample(1, "old"), head, sample(2, "only"), sample(1, "older still"), sample(1, "new")];
    const read = await readBytes(makeZip(all));
    const said = JSON.stringify(read.threads);
    for (const text of ["only", "new"]) expect(said).toContain(`"${text}"`);
    expect(said).not.toContain("old");
    expect(notes(read)).toContain("3 entries of the archive are called samples/1_epoch_1.json");
    expect(notes(read)).toContain("that are no part of it: 2");
  });

  it("says where a size is not what the directory promises", async () => {
    const read = await readBytes(makeZip([{ ...session, size: 5 }]));
    expect(notes(read)).toContain(`session.jsonl: ${fixture.length} bytes, not 5`);
  });

  it("says where a checksum does not agree", async () => {
    const whole = Buffer.from(makeZip([{ ...session, method: 0 }]));
    const at = whole.indexOf("sessionId");
    whole[at] = "S".charCodeAt(0);
    expect(notes(await readBytes(whole))).toContain("session.jsonl: its checksum does not agree");
  });

  it("that is a bomb is refused, as a whole and entry by entry", async () => {
    const bomb = { name: "samples/1_epoch_1.json", data: Buffer.alloc(100 * 2 ** 20, 32) };
    const head = { name: "header.json", data: Buffer.from("{}") };
    await expect(readBytes(makeZip([head, bomb]))).rejects.toThrow(/unpacks to more than 64 MiB/);
    const many = Array.from({ length: 9 }, (_, at) => ({
      name: `samples/${at}_epoch_1.json`,
      data: Buffer.from(`[${" ".repeat(10 * 2 ** 20)}]`),
    }));
    await expect(readBytes(makeZip([head, ...many]))).rejects.toThrow(/unpacks to more than 64 MiB/);
  });

  it("cut or damaged anywhere is refused or read, with a word about it", async () => {
    const whole = makeZip([session]);
    for (let at = 30; at < whole.length; at += 97) {
      await expect(readBytes(whole.subarray(0, at))).rejects.toThrow(/zip archive that cannot be read/);
    }
  });
});
