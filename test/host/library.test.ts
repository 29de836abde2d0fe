import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { threadRow } from "../../core/analysis/outline.ts";
import { readAll } from "../../core/importers/read-all.ts";
import { decodeUtf8 } from "../../host/files/decode.ts";
import { fileSource } from "../../host/files/file-source.ts";
import { condemn, purge } from "../../host/library/purge.ts";
import { exportRaw } from "../../host/library/raw.ts";
import { loadThreads } from "../../host/library/thread-load.ts";
import { hideTranscript, listTranscripts, restoreTranscript } from "../../host/library/transcripts.ts";
import {
  countRows,
  importSource,
  importText,
  indexAll,
  sessionText,
  temporaryFolder,
  temporaryLibrary,
} from "../support/host-library.ts";
import { writeSession } from "../support/host-session.ts";
import { randomThread } from "../support/random-thread.ts";

// Threads and processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const fixtures = path.join(import.meta.dirname, "../fixtures/importers");

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function neutralFile(thread: object): string {
  return JSON.stringify({ ullage: 1, thread });
}

test("every readable fixture comes back from the library as it was read, with the same rows and the same bytes", async () => {
  const library = temporaryLibrary();
  let imported = 0;
  for (const file of filesBelow(fixtures)) {
    const bytes = new Uint8Array(readFileSync(file));
    let expected;
    try {
      expected = readAll(bytes, decodeUtf8);
    } catch {
      continue;
    }
    const source = await fileSource(file);
    const { transcript } = await importSource(library, source);
    await source.close();
    expect(loadThreads(library.reader, transcript.id)).toEqual(expected.threads);
    expect(transcript.threads).toEqual(expected.threads.map(threadRow));
    expect(Buffer.concat([...exportRaw(library.reader, transcript.id)]).equals(bytes)).toBe(true);
    imported++;
  }
  expect(imported).toBeGreaterThan(3);
});

test("any neutral thread comes back from the library exactly", async () => {
  const library = temporaryLibrary();
  await fc.assert(
    fc.asyncProperty(randomThread, async ({ messages, system, tools }) => {
      const text = neutralFile({ messages, tools, ...(system === null ? {} : { system }) });
      const expected = readAll(new TextEncoder().encode(text), decodeUtf8);
      const { transcript } = await importText(library, text);
      expect(loadThreads(library.reader, transcript.id)).toEqual(expected.threads);
      expect(transcript.threads).toEqual(expected.threads.map(threadRow));
    }),
    { numRuns: 60 },
  );
});

test("a file of several pieces is stored byte for byte, with the hash of the whole", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "session.jsonl");
  await writeSession(file, 5 * 2 ** 20);
  const library = temporaryLibrary(path.join(folder, "data"));
  const source = await fileSource(file);
  const { transcript } = await importSource(library, source);
  await source.close();
  const bytes = readFileSync(file);
  expect(transcript.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  const pieces = [...exportRaw(library.reader, transcript.id)];
  expect(pieces.length).toBeGreaterThan(4);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
});

test("the same bytes are one transcript, and one that was removed comes back", async () => {
  const library = temporaryLibrary();
  const first = await importText(library, sessionText(20));
  const second = await importText(library, sessionText(20), "another name.jsonl");
  expect(second).toMatchObject({ duplicate: true, transcript: { id: first.transcript.id } });
  await library.write((db) => hideTranscript(db, first.transcript.id, process.pid));
  expect(listTranscripts(library.reader)).toEqual([]);
  const third = await importText(library, sessionText(20));
  expect(third.transcript.id).toBe(first.transcript.id);
  expect(listTranscripts(library.reader)).toHaveLength(1);
});

test("a long text is stored once, however many transcripts hold it", async () => {
  const library = temporaryLibrary();
  const long = "the same long result ".repeat(500);
  const withText = (id: string) =>
    neutralFile({ messages: [{ id, role: "user", parts: [{ type: "text", text: long }] }] });
  await importText(library, withText("a"));
  await importText(library, withText("b"));
  await indexAll(library);
  expect(countRows(library, "transcript")).toBe(2);
  expect(countRows(library, "blob")).toBe(1);
  expect(countRows(library, "pack")).toBe(1);
});

test("what is purged takes nothing from what is left, and leaves nothing behind", async () => {
  const library = temporaryLibrary();
  const shared = "a long text that two transcripts hold ".repeat(200);
  const own = "a long text of one alone ".repeat(200);
  const file = (id: string, texts: string[]) =>
    neutralFile({
      messages: texts.map((text, at) => ({
        id: `${id}${at}`,
        role: "user",
        parts: [{ type: "text", text }],
      })),
    });
  const kept = (await importText(library, file("a", [shared]))).transcript.id;
  const gone = (await importText(library, file("b", [shared, own]))).transcript.id;
  await indexAll(library);
  const before = loadThreads(library.reader, kept);
  await library.write((db) => hideTranscript(db, gone, process.pid));
  await library.write((db) => condemn(db, process.pid, () => true));
  expect(await purge(library)).toBe(1);
  expect(loadThreads(library.reader, kept)).toEqual(before);
  expect(() => loadThreads(library.reader, gone)).toThrow(/no transcript/);
  expect([countRows(library, "pack"), countRows(library, "blob"), countRows(library, "thread")]).toEqual([
    1, 1, 1,
  ]);
  expect(countRows(library, "message_text")).toBe(1);
  expect(library.reader.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("a removed transcript can be restored by the host that runs, and not after it was condemned", async () => {
  const library = temporaryLibrary();
  const { id } = (await importText(library, sessionText(5))).transcript;
  await library.write((db) => hideTranscript(db, id, process.pid));
  await library.write((db) => restoreTranscript(db, id));
  expect(listTranscripts(library.reader)).toHaveLength(1);
  await library.write((db) => hideTranscript(db, id, process.pid));
  await library.write((db) => condemn(db, -5, () => true));
  await library.write((db) => restoreTranscript(db, id));
  await library.write((db) => hideTranscript(db, id, process.pid));
  await library.write((db) => condemn(db, process.pid, () => true));
  await expect(library.write((db) => restoreTranscript(db, id))).rejects.toMatchObject({ code: "not_found" });
});

test("a name that would turn the text around it about is told with its signs escaped, everywhere", async () => {
  const library = temporaryLibrary();
  const name = "log\u202egnp.\u0007jsonl";
  const { transcript } = await importText(library, sessionText(10), name);
  const escaped = "log\\u{202e}gnp.\\u{7}jsonl";
  expect(transcript.name).toBe(escaped);
  expect(listTranscripts(library.reader).map((row) => row.name)).toEqual([escaped]);
});
