import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { readAll } from "../../core/importers/read-all.ts";
import { decodeUtf8 } from "../../host/files/decode.ts";
import { Library } from "../../host/library/library.ts";
import { exportRaw } from "../../host/library/raw.ts";
import { search } from "../../host/library/search.ts";
import { loadThreads } from "../../host/library/thread-load.ts";
import { listTranscripts } from "../../host/library/transcripts.ts";
import { importText, indexAll, sessionText, temporaryFolder } from "../support/host-library.ts";
import { numbers, writeSession } from "../support/host-session.ts";
import { killAfterImport } from "../support/kill-after-import.ts";

const child = path.join(import.meta.dirname, "../support/host-import-child.ts");

/** Starts an import in a process of its own and kills it hard some milliseconds after the import began. */
async function killDuringImport(folder: string, file: string, after: number): Promise<void> {
  const importing = fork(child, [folder, file], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = once(importing, "exit");
  await Promise.race([once(importing, "message"), gone]);
  await sleep(after);
  importing.kill("SIGKILL");
  await gone;
}

/** What was there before is there still; the killed import is whole or absent. */
async function expectWhole(folder: string, before: number, file: string): Promise<boolean> {
  const library = new Library(folder);
  try {
    expect(library.reader.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(library.reader.pragma("foreign_key_check")).toEqual([]);
    const rows = listTranscripts(library.reader);
    expect(rows.map(({ id }) => id)).toContain(before);
    expect(rows.length).toBeLessThanOrEqual(2);
    const raw = library.reader
      .prepare<[], { id: number }>(
        "select transcript as id from raw_chunk union select transcript from raw_file",
      )
      .all();
    expect(new Set(raw.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
    const other = rows.find(({ id }) => id !== before);
    if (!other) return false;
    const bytes = readFileSync(file);
    expect(Buffer.concat([...exportRaw(library.reader, other.id)]).equals(bytes)).toBe(true);
    expect(loadThreads(library.reader, other.id)).toEqual(readAll(new Uint8Array(bytes), decodeUtf8).threads);
    await indexAll(library);
    const hits = await search(
      library.reader,
      { query: "made-up toolu_3", limit: 5 },
      new AbortController().signal,
    );
    expect(hits.length).toBeGreaterThanOrEqual(0);
    return true;
  } finally {
    await library.close();
  }
}

test("an import that is killed at any moment leaves the library as before, or holds the transcript whole", async () => {
  const random = numbers(Date.now() % 1_000_000);
  const top = temporaryFolder();
  const file = path.join(top, "session.jsonl");
  await writeSession(file, 6 * 2 ** 20);
  const outcomes: boolean[] = [];
  for (const after of [0, 20 + random() * 60, 80 + random() * 150, 250 + random() * 400, 3000]) {
    const folder = path.join(top, `data-${outcomes.length}`);
    const library = new Library(folder);
    const before = (await importText(library, sessionText(10, 3))).transcript.id;
    await library.close();
    await killDuringImport(folder, file, after);
    outcomes.push(await expectWhole(folder, before, file));
  }
  expect(outcomes[0]).toBe(false);
  expect(outcomes.at(-1)).toBe(true);
}, 120_000);

test("search that was being prepared when the process was killed is finished later, each message once", async () => {
  const top = temporaryFolder();
  const file = path.join(top, "session.jsonl");
  await writeSession(file, 3 * 2 ** 20);
  const folder = path.join(top, "data");
  await killAfterImport("host-import-child.ts", folder, file, 150);
  const library = new Library(folder);
  await indexAll(library);
  const [row] = listTranscripts(library.reader);
  expect(row?.indexed).toBe(true);
  const rows = library.reader
    .prepare<[], { rows: number }>("select count(*) as rows from message_text")
    .get()?.rows;
  expect(rows).toBe(row?.threads.reduce((sum, { messages }) => sum + messages, 0));
  const hits = await search(library.reader, { query: "toolu_17", limit: 50 }, new AbortController().signal);
  expect(hits.length).toBeGreaterThan(0);
  expect(library.reader.pragma("integrity_check", { simple: true })).toBe("ok");
  await library.close();
}, 60_000);
