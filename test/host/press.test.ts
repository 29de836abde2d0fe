import { createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { fileSource } from "../../host/files/file-source.ts";
import { type ByteSource, bytesSource, pieceBytes } from "../../host/files/source.ts";
import { type Press, pressBeside, pressHere } from "../../host/library/press.ts";
import { NewRawFile } from "../../host/library/raw-file.ts";
import { type SqueezedRaw, squeezeBytes, unsqueezeBytes } from "../../host/library/squeeze.ts";
import { temporaryFolder, temporaryLibrary } from "../support/host-library.ts";

// Threads are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const seeds = Array.from({ length: 20 }, (_, at) => at + 1);

function piece(seed: number): Uint8Array {
  return new Uint8Array(100_000 + seed).fill(seed);
}

const whole = Buffer.concat(seeds.map(piece));
const sha256 = createHash("sha256").update(whole).digest("hex");

const source = (bytes: Uint8Array): ByteSource => bytesSource("made-up", bytes);

/** All bytes as they were given, a few pieces at a time. */
async function take(press: Press): Promise<Buffer> {
  const all: Buffer[] = [];
  const held: Uint8Array[] = [];
  for (let piece = await press.next(); piece; piece = await press.next()) {
    held.push(piece);
    if (held.length < 3) continue;
    for (const one of held.splice(0)) {
      all.push(Buffer.from(one));
      press.free(one);
    }
  }
  for (const one of held) {
    all.push(Buffer.from(one));
    press.free(one);
  }
  return Buffer.concat(all);
}

/** A file for a text of so many bytes from a piece on, and what was written to it. */
function rawFile(bytes: number, first = 0): { readonly file: NewRawFile; readonly written: () => Buffer } {
  const folder = temporaryFolder();
  const { writer: db } = temporaryLibrary(folder);
  const insert =
    "insert into transcript (name, format, bytes, sha256, imported_at, report) values ('', '', 0, ?, 0, '')";
  const id = Number(db.prepare(insert).run(String(Math.random())).lastInsertRowid);
  const file = new NewRawFile(db, id, { first, bytes });
  onTestFinished(() => file.close());
  const [name = ""] = readdirSync(path.join(folder, "raw"));
  return { file, written: () => readFileSync(path.join(folder, "raw", name)) };
}

/** The bytes in a file that is open. */
async function inFile(bytes: Uint8Array): Promise<ByteSource> {
  const file = path.join(temporaryFolder(), "made-up");
  writeFileSync(file, bytes);
  const opened = await fileSource(file);
  onTestFinished(() => opened.close());
  return opened;
}

test("compresses and hashes one file after the other on this thread", async () => {
  for (const _ of [1, 2, 3]) {
    const stored: SqueezedRaw[] = [];
    const press = pressHere(source(whole), (squeezed) => void stored.push(squeezed));
    expect((await take(press)).equals(whole)).toBe(true);
    expect(await press.finish()).toBe(sha256);
    await press.close();
    expect(stored.map(({ seq }) => seq)).toEqual([...stored.keys()]);
    expect(Buffer.concat(stored.map(({ data }) => unsqueezeBytes(data))).equals(whole)).toBe(true);
  }
});

for (const [name, open] of [
  ["that is read here", (bytes: Uint8Array) => Promise.resolve(source(bytes))],
  ["that the other thread reads", inFile],
] as const)
  test(`writes and hashes one file after the other, of a source ${name}`, async () => {
    for (const bytes of [whole, Buffer.concat([whole, whole, whole, whole, whole])]) {
      const { file, written } = rawFile(bytes.length);
      const press = pressBeside(await open(bytes), file);
      expect((await take(press)).equals(bytes)).toBe(true);
      expect(await press.finish()).toBe(createHash("sha256").update(bytes).digest("hex"));
      await press.close();
      await file.settle();
      expect(written().equals(bytes)).toBe(true);
      expect(press.lines).toBe(bytes.filter((byte) => byte === 10).length);
    }
  });

test("what is stored already is hashed, and not written again", async () => {
  const bytes = Buffer.concat([1, 2, 3].map((seed) => Buffer.alloc(pieceBytes, seed)));
  const { file, written } = rawFile(pieceBytes, 2);
  const press = pressBeside(source(bytes), file);
  await take(press);
  expect(await press.finish()).toBe(createHash("sha256").update(bytes).digest("hex"));
  await press.close();
  expect(written().equals(Buffer.alloc(pieceBytes, 3))).toBe(true);
});

async function expectNext(): Promise<void> {
  const next = pressBeside(await inFile(whole), rawFile(whole.length).file);
  await take(next);
  expect(await next.finish()).toBe(sha256);
  await next.close();
}

test("a file that cannot be written ends the work with what to do, and the next file starts anew", async () => {
  const { file } = rawFile(whole.length);
  const isFull = existsSync("/dev/full");
  const handle = isFull ? openSync("/dev/full", "w") : openSync(os.devNull, "r");
  const full = Object.assign(Object.create(file) as NewRawFile, { handle });
  const press = pressBeside(await inFile(whole), full);
  await expect(take(press).then(() => press.finish())).rejects.toThrow(
    isFull
      ? /Cannot use the file .*raw.*: the disk is full\. .*free some space/
      : /Cannot use the file .*raw/,
  );
  await press.close();
  closeSync(handle);
  await expectNext();
});

test("a source that becomes shorter says so, and the next file starts anew", async () => {
  const opened = await inFile(whole);
  const longer = {
    ...opened,
    bytes: whole.length + 1,
    read: opened.read.bind(opened),
    handle: opened.handle,
  };
  const press = pressBeside(longer, rawFile(longer.bytes).file);
  await expect(take(press)).rejects.toThrow(/became shorter while it was read/);
  await press.close();
  await expectNext();
});

test("a source that the other thread cannot read is read here, and nothing is out of order", async () => {
  const bytes = Buffer.concat([1, 2, 3].map((seed) => Buffer.alloc(pieceBytes, seed)));
  const { file, written } = rawFile(bytes.length);
  const press = pressBeside({ ...source(bytes), handle: 1_000_000 }, file);
  expect((await take(press)).equals(bytes)).toBe(true);
  expect(await press.finish()).toBe(createHash("sha256").update(bytes).digest("hex"));
  await press.close();
  expect(written().equals(bytes)).toBe(true);
});

test("a source of which the other thread can read the beginning alone is read here from there on, in order", async () => {
  const pieces = Array.from({ length: 20 }, (_, seed) => Buffer.alloc(pieceBytes, seed));
  const bytes = Buffer.concat(pieces);
  for (const readable of [0, 1, 2, 7, 19]) {
    const { handle } = await inFile(Buffer.concat(pieces.slice(0, readable)));
    const { file, written } = rawFile(bytes.length);
    const press = pressBeside({ ...source(bytes), handle }, file);
    expect((await take(press)).equals(bytes)).toBe(true);
    expect(await press.finish()).toBe(createHash("sha256").update(bytes).digest("hex"));
    await press.close();
    expect(written().equals(bytes)).toBe(true);
  }
  await expectNext();
});

test("a source that the other thread can read again, after it could not, stays in order", async () => {
  const pieces = Array.from({ length: 20 }, (_, seed) => Buffer.alloc(pieceBytes, seed));
  const bytes = Buffer.concat(pieces);
  const where = path.join(temporaryFolder(), "made-up");
  writeFileSync(where, Buffer.concat(pieces.slice(0, 2)));
  const handle = openSync(where, "r");
  const press = pressBeside({ ...source(bytes), handle }, rawFile(bytes.length).file);
  for (let at = 0; at < 3; at++) press.free((await press.next()) as Uint8Array);
  writeFileSync(where, bytes);
  await take(press);
  expect(await press.finish()).toBe(createHash("sha256").update(bytes).digest("hex"));
  await press.close();
  closeSync(handle);
});

test("files that are given up at any moment end no process, and write nothing afterwards", async () => {
  const bytes = Buffer.alloc(8 * pieceBytes, 1);
  for (let round = 0; round < 30; round++) {
    const { file, written } = rawFile(bytes.length);
    const press = pressBeside(round % 2 === 0 ? source(bytes) : await inFile(bytes), file);
    for (let pieces = round % 9; pieces > 0; pieces--) await press.next();
    await press.close();
    const kept = written().length;
    expect(kept).toBeGreaterThanOrEqual(Math.min(8, round % 9) * pieceBytes);
    await expect(press.next().then(() => press.finish())).rejects.toThrow("given up");
    await new Promise(setImmediate);
    expect(written().length).toBe(kept);
  }
  await expectNext();
});

test("bytes come back as they were, few or many", () => {
  for (const length of [0, 1, 255, 256, 1023, 1024, 1025, 70_000, 2 ** 20, 3 * 2 ** 20]) {
    const even = new Uint8Array(length).fill(7);
    const uneven = randomBytes(length);
    for (const bytes of [even, uneven]) expect(unsqueezeBytes(squeezeBytes(bytes)).equals(bytes)).toBe(true);
  }
});
