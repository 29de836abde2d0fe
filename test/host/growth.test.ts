import { shownRun } from "../../core/contract/step-columns.ts";
import { expect, test, vi } from "vitest";
import { readAll } from "../../core/importers/read-all.ts";
import { decodeUtf8 } from "../../host/files/decode.ts";
import { textSource } from "../../host/files/source.ts";
import { importTranscript } from "../../host/library/import.ts";
import { indexTranscript } from "../../host/library/index-transcript.ts";
import { migrations } from "../../host/library/migrations.ts";
import { exportRaw, rawPiece } from "../../host/library/raw.ts";
import { sightingsOf } from "../../host/library/sightings.ts";
import { search } from "../../host/library/search.ts";
import { loadThreads } from "../../host/library/thread-load.ts";
import { hideTranscript, listTranscripts, transcriptRow } from "../../host/library/transcripts.ts";
import {
  countRows,
  importText,
  indexAll,
  sessionText,
  temporaryFolder,
  temporaryLibrary,
} from "../support/host-library.ts";
import { startHost, connectWindow } from "../support/host-client.ts";
import { Library } from "../../host/library/library.ts";

vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const rawOf = (library: Library, id: number) => Buffer.concat([...exportRaw(library.reader, id)]).toString();
const hits = async (library: Library, query: string) =>
  (await search(library.reader, { query, limit: 500 }, never)).map(({ transcript, message }) => [
    transcript,
    message,
  ]);

test("a longer version of a file is the same transcript, grown, and its bytes are the longer ones", async () => {
  // Over two pieces of a megabyte, so that whole pieces stay and the last one is replaced.
  const lines = sessionText(900).split("\n");
  const versions = [30, 31, 500, 900].map((count) => `${lines.slice(0, count).join("\n")}\n`);
  const library = temporaryLibrary();
  const first = await importText(library, versions[0] ?? "");
  expect(first.grownFrom).toBeUndefined();
  for (const [at, text] of versions.entries()) {
    if (at === 0) continue;
    const grown = await importText(library, text, "another-name.jsonl");
    expect(grown).toMatchObject({ duplicate: false, grownFrom: Buffer.byteLength(versions[at - 1] ?? "") });
    // It is called as the longer file is.
    expect(grown.transcript).toMatchObject({ id: first.transcript.id, name: "another-name.jsonl" });
    expect(rawOf(library, first.transcript.id) === text).toBe(true);
    const read = readAll(new Uint8Array(Buffer.from(text)), decodeUtf8);
    expect(loadThreads(library.reader, first.transcript.id)).toEqual(read.threads);
    expect(transcriptRow(library.reader, first.transcript.id).bytes).toBe(Buffer.byteLength(text));
  }
  expect(listTranscripts(library.reader).length).toBe(1);
  expect((await importText(library, versions.at(-1) ?? "")).duplicate).toBe(true);
});

test("what was cut in the middle of a line, or of a character, is whole when the file goes on", async () => {
  const text = '{"ullage":1,"thread":{"messages":[{"role":"user","parts":[{"type":"text","text":"né"}]}]}}\n';
  const bytes = Buffer.from(text + text);
  const at = bytes.lastIndexOf(0xa9);
  const library = temporaryLibrary();
  const source = (length: number) => ({
    ...textSource("cut.jsonl", ""),
    ...bytesOf(bytes.subarray(0, length)),
  });
  const run = (length: number) =>
    importTranscript(library, source(length), { signal: never, progress: () => undefined });
  const cut = await run(at);
  expect(cut.report.lines).toEqual({ read: 1, bad: 1 });
  const whole = await run(bytes.length);
  expect(whole.transcript.id).toBe(cut.transcript.id);
  expect(whole.report.lines).toEqual({ read: 2, bad: 0 });
});

function bytesOf(bytes: Uint8Array) {
  return {
    bytes: bytes.length,
    read: async (into: Uint8Array, from: number) =>
      Promise.resolve(into.set(bytes.subarray(from, from + into.length))),
  };
}

test("a file that only begins alike is another transcript, and so is the longer version of one that was removed", async () => {
  const library = temporaryLibrary();
  const text = sessionText(40);
  const { transcript } = await importText(library, text);
  const changed = `${text.slice(0, -20)}${" ".repeat(40)}\n${sessionText(41).slice(text.length)}`;
  expect((await importText(library, changed)).transcript.id).not.toBe(transcript.id);
  await library.write((db) => hideTranscript(db, transcript.id, process.pid));
  expect((await importText(library, sessionText(50))).transcript.id).not.toBe(transcript.id);
});

test("the longest of several versions is the one that grows", async () => {
  const library = temporaryLibrary();
  const [long, short] = [sessionText(300), sessionText(20)];
  const longer = (await importText(library, long)).transcript.id;
  const shorter = (await importText(library, short)).transcript.id;
  expect(shorter).not.toBe(longer);
  expect((await importText(library, sessionText(301))).transcript.id).toBe(longer);
});

test("an import that fails or is cancelled leaves the shorter version as it was", async () => {
  const library = temporaryLibrary();
  const text = sessionText(200);
  const { transcript } = await importText(library, text);
  await indexAll(library);
  const before = [loadThreads(library.reader, transcript.id), transcriptRow(library.reader, transcript.id)];
  const control = new AbortController();
  const cancelled = importTranscript(library, textSource("x", sessionText(1000)), {
    signal: control.signal,
    progress: ({ phase }) => phase === "storing" && control.abort(),
  });
  await expect(cancelled).rejects.toMatchObject({ code: "aborted" });
  expect([loadThreads(library.reader, transcript.id), transcriptRow(library.reader, transcript.id)]).toEqual(
    before,
  );
  expect(rawOf(library, transcript.id) === text).toBe(true);
});

test("search finds each message of a grown transcript once, the old and the new", async () => {
  const library = temporaryLibrary();
  const line = (index: number, text: string) =>
    `${JSON.stringify({ type: "user", uuid: `u${index}`, parentUuid: index === 0 ? null : `u${index - 1}`, sessionId: "s", message: { role: "user", content: text } })}\n`;
  const old = line(0, "albatross here") + line(1, "nothing");
  const { transcript } = await importText(library, old);
  await indexAll(library);
  await importText(library, old + line(2, "albatross there"));
  await indexAll(library);
  expect(await hits(library, "albatross")).toEqual([
    [transcript.id, 0],
    [transcript.id, 2],
  ]);
  expect(countRows(library, "thread")).toBe(1);
});

test("a pass of the index that a growth overtakes stores nothing of the old file", async () => {
  const library = temporaryLibrary();
  const { transcript } = await importText(library, sessionText(400));
  let looks = 0;
  const overtaken = indexTranscript(library, transcript.id, () => {
    if (++looks === 3) void importText(library, sessionText(800));
    return false;
  });
  expect(await overtaken).toBe(false);
  await indexAll(library);
  const read = readAll(new Uint8Array(Buffer.from(sessionText(800))), decodeUtf8);
  expect(countRows(library, "message_text")).toBe(read.threads[0]?.messages.length);
});

test("a library of the first version is brought up to date, and its transcripts grow", async () => {
  const folder = temporaryFolder();
  const text = sessionText(60);
  const old = new Library(folder);
  const { id } = (await importText(old, text)).transcript;
  old.writer.exec("update transcript set head = '', sensitive = null");
  await old.close();
  const library = temporaryLibrary(folder);
  expect(migrations.length).toBeGreaterThan(1);
  expect((await importText(library, sessionText(61))).transcript.id).toBe(id);
});

test("the original comes back byte for byte, in pieces of any size", async () => {
  const library = temporaryLibrary();
  const text = sessionText(700);
  const { transcript } = await importText(library, text);
  const total = Buffer.byteLength(text);
  for (const length of [1, 4097, 2 ** 20 - 1, 2 ** 20]) {
    const from = Math.max(0, 2 ** 20 - 3);
    const piece = rawPiece(library.reader, { transcript: transcript.id, offset: from, length });
    expect(piece.total).toBe(total);
    expect(Buffer.from(piece.data, "base64").equals(Buffer.from(text).subarray(from, from + length))).toBe(
      true,
    );
  }
  const end = rawPiece(library.reader, { transcript: transcript.id, offset: total, length: 10 });
  expect(end.data).toBe("");
  expect(() => rawPiece(library.reader, { transcript: 99, offset: 0, length: 1 })).toThrow(
    "no transcript 99",
  );
});

test("a run of a transcript that has grown since is not mistaken for one of the longer file", async () => {
  const host = startHost();
  const window = connectWindow(host);
  const take = (text: string) =>
    window.call("library.import", { source: { kind: "text", name: "a.jsonl", text } });
  const { transcript } = await take(sessionText(20));
  const start = async () =>
    shownRun(
      await window.call("run.start", {
        transcript: transcript.id,
        thread: "main",
        profile: { policies: [] },
      }),
    );
  const before = await start();
  await take(sessionText(40));
  const after = await start();
  expect(after.run).not.toBe(before.run);
  expect(after.steps.length).toBeGreaterThan(before.steps.length);
  const outline = await window.call("thread.outline", { transcript: transcript.id, thread: "main" });
  expect(outline.steps.length).toBe(after.steps.length);
});

test("secrets are looked for with the index, and places are told by message and by line", async () => {
  const library = temporaryLibrary();
  const record = {
    type: "user",
    uuid: "u1",
    parentUuid: null,
    sessionId: "s",
    cwd: "/home/ada/tide",
    message: { role: "user", content: "mail grace@harbour.example.org" },
  };
  const { transcript, report } = await importText(library, `${JSON.stringify(record)}\n`);
  expect(report.sensitive).toBeUndefined();
  await indexAll(library);
  const { sensitive } = transcriptRow(library.reader, transcript.id).report;
  expect(sensitive?.map(({ kind, count, places, morePlaces }) => [kind, count, places, morePlaces])).toEqual([
    ["email", 1, [], 1],
    ["home-path", 1, [], 1],
  ]);
  expect(sightingsOf(library.reader, transcript.id).map(({ kind, places }) => [kind, places])).toEqual([
    ["email", [{ thread: "main", message: 0, field: "text", count: 1 }]],
    ["home-path", [{ line: 1, offset: 0, bytes: JSON.stringify(record).length, field: "cwd", count: 1 }]],
  ]);
});

test("every bad span of a file is told, page by page, beyond those that the report lists", async () => {
  const host = startHost();
  const window = connectWindow(host);
  const good = sessionText(4);
  const text = good + "{ no json\n".repeat(450);
  const source = { kind: "text", name: "bad.jsonl", text } as const;
  const { transcript, report } = await window.call("library.import", { source });
  expect(report.lines.bad).toBe(450);
  const page = (from: number) =>
    window.call("library.bad-spans", { transcript: transcript.id, from, limit: 200 });
  const pages = [await page(0), await page(200), await page(400)];
  expect(pages.map(({ total, spans }) => [total, spans.length])).toEqual([
    [450, 200],
    [450, 200],
    [450, 50],
  ]);
  expect(pages[0]?.spans).toEqual(report.badSpans);
  const last = pages[2]?.spans.at(-1);
  const bytes = await window.call("library.bytes", {
    transcript: transcript.id,
    offset: last?.offset ?? 0,
    length: last?.bytes ?? 1,
  });
  expect(Buffer.from(bytes.data, "base64").toString()).toBe("{ no json");
});
