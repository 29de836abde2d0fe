import { createHash, randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { pieceBytes } from "../../host/files/source.ts";
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

async function feed(press: Press): Promise<void> {
  for (const seed of seeds) {
    const bytes = piece(seed);
    const buffer = await press.buffer();
    buffer.set(bytes);
    press.take(buffer, bytes.length);
  }
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

test("compresses and hashes one file after the other on this thread", async () => {
  for (const _ of [1, 2, 3]) {
    const stored: SqueezedRaw[] = [];
    const press = pressHere((squeezed) => void stored.push(squeezed));
    await feed(press);
    expect(await press.finish()).toBe(sha256);
    await press.close();
    expect(stored.map(({ seq }) => seq)).toEqual([...seeds.keys()]);
    expect(Buffer.concat(stored.map(({ data }) => unsqueezeBytes(data))).equals(whole)).toBe(true);
  }
});

test("writes and hashes one file after the other on a thread beside it", async () => {
  for (const _ of [1, 2, 3]) {
    const { file, written } = rawFile(whole.length);
    const press = pressBeside(file);
    await feed(press);
    expect(await press.finish()).toBe(sha256);
    await press.close();
    await file.settle();
    expect(written().equals(whole)).toBe(true);
    expect(press.lines).toBe(whole.filter((byte) => byte === 10).length);
  }
});

test("what is stored already is hashed, and not written again", async () => {
  const pieces = [1, 2, 3].map((seed) => Buffer.alloc(pieceBytes, seed));
  const { file, written } = rawFile(pieceBytes, 2);
  const press = pressBeside(file);
  for (const bytes of pieces) {
    const buffer = await press.buffer();
    buffer.set(bytes);
    press.take(buffer, bytes.length);
  }
  expect(await press.finish()).toBe(createHash("sha256").update(Buffer.concat(pieces)).digest("hex"));
  await press.close();
  expect(written().equals(Buffer.alloc(pieceBytes, 3))).toBe(true);
});

test("a file that cannot be written ends the work with what to do, and the next file starts anew", async () => {
  const { file } = rawFile(whole.length);
  const full = Object.assign(Object.create(file) as NewRawFile, { handle: openSync(os.devNull, "r") });
  const press = pressBeside(full);
  await expect(feed(press).then(() => press.finish())).rejects.toThrow(/Cannot use the file .*raw/);
  await press.close();
  closeSync(full.handle);
  const next = pressBeside(rawFile(whole.length).file);
  await feed(next);
  expect(await next.finish()).toBe(sha256);
  await next.close();
});

test("files that are given up at any moment end no process, and write nothing afterwards", async () => {
  for (let round = 0; round < 30; round++) {
    const { file, written } = rawFile(9 * pieceBytes);
    const press = pressBeside(file);
    for (let pieces = round % 9; pieces > 0; pieces--) {
      const buffer = await press.buffer();
      press.take(buffer, buffer.length);
    }
    await press.close();
    expect(written().length).toBe((round % 9) * pieceBytes);
  }
  const next = pressBeside(rawFile(whole.length).file);
  await feed(next);
  expect(await next.finish()).toBe(sha256);
  await next.close();
});

test("bytes come back as they were, few or many", () => {
  for (const length of [0, 1, 255, 256, 1023, 1024, 1025, 70_000, 2 ** 20, 3 * 2 ** 20]) {
    const even = new Uint8Array(length).fill(7);
    const uneven = randomBytes(length);
    for (const bytes of [even, uneven]) expect(unsqueezeBytes(squeezeBytes(bytes)).equals(bytes)).toBe(true);
  }
});
