import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { pieceBytes, textSource } from "../../host/files/source.ts";
import { importTranscript } from "../../host/library/import.ts";
import { Library } from "../../host/library/library.ts";
import { condemn, purge } from "../../host/library/purge.ts";
import { hasRoomFor } from "../../host/library/raw-file.ts";
import { exportRaw, rawPiece } from "../../host/library/raw.ts";
import { squeezeRawFiles } from "../../host/library/squeeze-raw-files.ts";
import { hideTranscript, listTranscripts } from "../../host/library/transcripts.ts";
import {
  countRows,
  importText,
  indexAll,
  sessionText,
  temporaryFolder,
  temporaryLibrary,
} from "../support/host-library.ts";
import { writeSession } from "../support/host-session.ts";
import { killAfterImport } from "../support/kill-after-import.ts";

// Threads and processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

/** Of a few pieces, the last of which is not full. */
const text = sessionText(1200);
const pieces = Math.ceil(Buffer.byteLength(text) / pieceBytes);

const filesOf = (folder: string): string[] =>
  existsSync(path.join(folder, "raw")) ? readdirSync(path.join(folder, "raw")) : [];
const originalOf = (library: Library, id: number): string =>
  Buffer.concat([...exportRaw(library.reader, id)]).toString();
/** Texts of megabytes are not worth a picture of their difference. */
const expectSame = (given: string, expected: string): void => expect(given === expected).toBe(true);

/** Stops after so many pieces. */
function after(count: number): () => boolean {
  let looks = 0;
  // Asked before the first file, and before each piece.
  return () => looks++ > count;
}

async function imported(): Promise<{ folder: string; library: Library; id: number }> {
  const folder = temporaryFolder();
  const library = temporaryLibrary(folder);
  const { transcript } = await importText(library, text);
  return { folder, library, id: transcript.id };
}

test("a large file is kept as it came, and compressed later: byte for byte at every moment", async () => {
  expect(pieces).toBeGreaterThan(2);
  const { folder, library, id } = await imported();
  const bytes = Buffer.from(text);
  for (let done = 0; done <= pieces; done++) {
    await squeezeRawFiles(library, after(done === pieces ? Infinity : done));
    expect(countRows(library, "raw_chunk")).toBe(done);
    expectSame(originalOf(library, id), text);
    const asked = { transcript: id, offset: pieceBytes - 5, length: pieceBytes };
    const { data, total } = rawPiece(library.reader, asked);
    expect(total).toBe(bytes.length);
    expect(Buffer.from(data, "base64").equals(bytes.subarray(pieceBytes - 5, 2 * pieceBytes - 5))).toBe(true);
  }
  expect(countRows(library, "raw_file")).toBe(0);
  expect(filesOf(folder)).toEqual([]);
});

test("whoever reads while the last piece is compressed and the file deleted gets all of it", async () => {
  const { library, id } = await imported();
  const reading = exportRaw(library.reader, id);
  const first = reading.next().value as Buffer;
  await squeezeRawFiles(library, () => false);
  expect(Buffer.concat([first, ...reading]).toString() === text).toBe(true);
});

test("a transcript that is deleted while it is compressed leaves nothing", async () => {
  const { folder, library, id } = await imported();
  await squeezeRawFiles(library, after(1));
  await library.write((db) => hideTranscript(db, id, process.pid));
  await squeezeRawFiles(library, () => false);
  expect(countRows(library, "raw_chunk")).toBe(1);
  await library.write((db) => condemn(db, process.pid, () => true));
  await purge(library);
  for (const table of ["transcript", "raw_chunk", "raw_file"]) expect(countRows(library, table)).toBe(0);
  expect(filesOf(folder)).toEqual([]);
});

test("one that is deleted in the middle of compressing ends that", async () => {
  const { folder, library, id } = await imported();
  let looks = 0;
  await squeezeRawFiles(library, () => {
    if (++looks === 3)
      void library
        .write((db) => db.prepare("delete from transcript where id = ?").run(id))
        .then(() => library.sweep());
    return false;
  });
  await library.sweep();
  for (const table of ["transcript", "raw_chunk", "raw_file"]) expect(countRows(library, table)).toBe(0);
  expect(filesOf(folder)).toEqual([]);
});

test("a file that grows is whole, whatever of it was compressed", async () => {
  const longer = sessionText(1500);
  for (const done of [0, 1, 2, pieces]) {
    const { folder, library, id } = await imported();
    await squeezeRawFiles(library, after(done === pieces ? Infinity : done));
    const { transcript, grownFrom } = await importText(library, longer);
    expect([transcript.id, grownFrom]).toEqual([id, Buffer.byteLength(text)]);
    // What was compressed stays, but for a last piece that was not full.
    expect(countRows(library, "raw_chunk")).toBe(Math.min(done, pieces - 1));
    expect(filesOf(folder)).toHaveLength(1);
    expectSame(originalOf(library, id), longer);
    await indexAll(library);
    expectSame(originalOf(library, id), longer);
    expect(filesOf(folder)).toEqual([]);
  }
});

test("one that grows in the middle of compressing is compressed as it is then", async () => {
  const longer = sessionText(1500);
  const { folder, library, id } = await imported();
  let looks = 0;
  await squeezeRawFiles(library, () => {
    if (++looks === 3) void importText(library, longer);
    return false;
  });
  await indexAll(library);
  expectSame(originalOf(library, id), longer);
  expect([countRows(library, "raw_file"), filesOf(folder)]).toEqual([0, []]);
});

test("the same bytes are found, compressed or not", async () => {
  const { folder, library, id } = await imported();
  expect((await importText(library, text)).transcript.id).toBe(id);
  expect(filesOf(folder)).toHaveLength(1);
  await indexAll(library);
  expect(await importText(library, text)).toMatchObject({ duplicate: true, transcript: { id } });
});

test("an import that is given up or fails leaves no file", async () => {
  const folder = temporaryFolder();
  const library = temporaryLibrary(folder);
  const control = new AbortController();
  const seen: string[][] = [];
  const progress = (): void => {
    seen.push(filesOf(folder));
    control.abort();
  };
  const importing = importTranscript(library, textSource("a", text), { signal: control.signal, progress });
  await expect(importing).rejects.toThrow(/cancelled/i);
  expect(seen[0]).toHaveLength(1);
  expect(filesOf(folder)).toEqual([]);
  await expect(importText(library, "no JSON ".repeat(400_000))).rejects.toThrow("This is no JSON");
  expect(filesOf(folder)).toEqual([]);
});

test("a file for which the disk has no room is to be compressed as it comes", () => {
  const { writer } = temporaryLibrary();
  expect(hasRoomFor(writer, 1000)).toBe(true);
  expect(hasRoomFor(writer, Number.MAX_SAFE_INTEGER)).toBe(false);
});

test("what a killed process left is deleted, what another one makes and what is needed is not", async () => {
  const { folder, library, id } = await imported();
  const [needed] = filesOf(folder);
  for (const name of ["999999999-of-none", `${process.pid}-of-before`, `${process.ppid}-of-another`])
    writeFileSync(path.join(folder, "raw", name), "x");
  await library.sweep();
  expect(new Set(filesOf(folder))).toEqual(new Set([needed, `${process.ppid}-of-another`]));
  expectSame(originalOf(library, id), text);
});

test("what killed imports left is gone before the next one asks whether the disk has room", async () => {
  const { folder, library } = await imported();
  const left = "999999999-of-none";
  writeFileSync(path.join(folder, "raw", left), "x".repeat(1000));
  const seen: string[][] = [];
  const progress = () => seen.push(filesOf(folder));
  const { signal } = new AbortController();
  const longer = `${text}${sessionText(3).slice(0, 10)}`;
  await importTranscript(library, textSource("b", `{}\n${longer}`), { signal, progress });
  expect(seen[0]).toHaveLength(2);
  expect(seen[0]).not.toContain(left);
});

test("a file that is lost or cut is said, and nothing is made of it", async () => {
  const { folder, library, id } = await imported();
  const [name = ""] = filesOf(folder);
  writeFileSync(path.join(folder, "raw", name), "cut");
  expect(() => originalOf(library, id)).toThrow(/Cannot use the file .*shorter/);
  await expect(squeezeRawFiles(library, () => false)).rejects.toThrow(/shorter/);
  expect([countRows(library, "raw_file"), countRows(library, "raw_chunk")]).toEqual([1, 0]);
});

test("a library of an older version is brought up to date, and its transcripts grow", async () => {
  const folder = temporaryFolder();
  const old = new Library(folder);
  const { id } = (await importText(old, sessionText(300))).transcript;
  old.writer.exec("drop table raw_file");
  old.writer.pragma("user_version = 5");
  await old.close();
  const library = temporaryLibrary(folder);
  expectSame(originalOf(library, id), sessionText(300));
  expect((await importText(library, text)).transcript.id).toBe(id);
  expectSame(originalOf(library, id), text);
  await indexAll(library);
  expectSame(originalOf(library, id), text);
});

test("compressing that was killed at any moment goes on at the next start", async () => {
  const top = temporaryFolder();
  const file = path.join(top, "session.jsonl");
  await writeSession(file, 12 * 2 ** 20);
  for (const wait of [0, 10, 30, 60, 120]) {
    const folder = path.join(top, `data-${wait}`);
    mkdirSync(folder);
    await killAfterImport("host-squeeze-child.ts", folder, file, wait);
    const library = new Library(folder);
    const [row] = listTranscripts(library.reader);
    const { sha256, id = 0 } = row ?? {};
    const before = originalOf(library, id);
    await library.sweep();
    await indexAll(library);
    expectSame(originalOf(library, id), before);
    expect((await importText(library, before)).transcript.sha256).toBe(sha256);
    expect([countRows(library, "raw_file"), filesOf(folder)]).toEqual([0, []]);
    expect(library.reader.pragma("integrity_check", { simple: true })).toBe("ok");
    await library.close();
  }
});
