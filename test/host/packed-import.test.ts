import { readFileSync } from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { expect, test, vi } from "vitest";
import { threadRow } from "../../core/analysis/outline.ts";
import { bytesSource } from "../../host/files/source.ts";
import { exportOriginal, rawPiece } from "../../host/library/raw.ts";
import { search } from "../../host/library/search.ts";
import { loadThreads } from "../../host/library/thread-load.ts";
import { importTranscript } from "../../host/library/import.ts";
import {
  countRows,
  importSource,
  importText,
  indexAll,
  sessionText,
  temporaryLibrary,
} from "../support/host-library.ts";
import { makeZip } from "../support/make-zip.ts";
import { readBytes } from "../support/read-content.ts";

// Threads are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const fixture = new Uint8Array(
  readFileSync(path.join(import.meta.dirname, "../fixtures/importers/claude-code/session.jsonl")),
);
const inspect = makeZip([
  { name: "header.json", data: Buffer.from('{"version":2,"status":"success","eval":{"task":"tides"}}') },
  ...[1, 2].map((id) => ({
    name: `samples/${id}_epoch_1.json`,
    data: Buffer.from(
      JSON.stringify({
        id,
        epoch: 1,
        input: "x",
        messages: [{ id: `m${id}`, role: "user", content: `flood ${id}` }],
      }),
    ),
    method: 93,
  })),
]);

test.each([
  ["gzip", zlib.gzipSync(fixture), "tide"],
  ["zstd", zlib.zstdCompressSync(fixture), "tide"],
  ["zip", makeZip([{ name: "a.jsonl", data: fixture }]), "tide"],
  ["zip of several files", inspect, "flood"],
])("a packed file comes back as it was, and its threads as they were read: %s", async (_, bytes, word) => {
  const library = temporaryLibrary();
  const { transcript } = await importSource(library, bytesSource("packed", bytes));
  const expected = await readBytes(bytes);
  expect(loadThreads(library.reader, transcript.id)).toEqual(expected.threads);
  expect(transcript.threads).toEqual(expected.threads.map(threadRow));
  expect(transcript.report).toEqual(expected.report);
  expect(Buffer.concat([...exportOriginal(library.reader, transcript.id)]).equals(bytes)).toBe(true);
  expect(transcript.bytes).toBe(bytes.length);
  const asked = { transcript: transcript.id, offset: 3, length: 40 };
  const piece = rawPiece(library.reader, asked);
  expect(Buffer.from(piece.data, "base64").equals(bytes.subarray(3, 43))).toBe(true);
  expect(piece.total).toBe(bytes.length);
  expect(rawPiece(library.reader, { ...asked, text: true }).total).toBe(expected.report.bytes);
  await indexAll(library);
  const hits = await search(library.reader, { query: word, limit: 5 }, new AbortController().signal);
  expect(hits.length).toBeGreaterThan(0);
});

test("the same packed file is stored once", async () => {
  const library = temporaryLibrary();
  const short = zlib.gzipSync(sessionText(50));
  await importSource(library, bytesSource("a.gz", short));
  expect((await importSource(library, bytesSource("b.gz", short))).duplicate).toBe(true);
});

test("a file that is not packed is its own original", async () => {
  const library = temporaryLibrary();
  const text = sessionText(20);
  const { transcript } = await importText(library, text);
  expect(Buffer.concat([...exportOriginal(library.reader, transcript.id)]).toString()).toBe(text);
});

test("a packed file that is refused or cancelled leaves nothing behind", async () => {
  const library = temporaryLibrary();
  const bomb = bytesSource("bomb.gz", zlib.gzipSync(Buffer.alloc(80 * 2 ** 20, 32)));
  await expect(importSource(library, bomb)).rejects.toThrow(/unpacks to more than 64 MiB/);
  const large = bytesSource("large.gz", zlib.gzipSync(sessionText(2000)));
  const cancel = new AbortController();
  const progress = (): void => cancel.abort();
  const cancelled = importTranscript(library, large, { signal: cancel.signal, progress });
  await expect(cancelled).rejects.toThrow(/cancelled/);
  for (const table of ["transcript", "packed_chunk", "raw_chunk", "thread"])
    expect(countRows(library, table)).toBe(0);
});
