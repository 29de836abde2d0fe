import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, describe, expect, test, vi } from "vitest";
import { fileSource } from "../../host/files/file-source.ts";
import { findAmong, findIn, withoutLogs } from "../../host/folders/find.ts";
import { openOpencode } from "../../host/library/opencode-db.ts";
import { importFound } from "../../host/folders/import-folder.ts";
import { transcriptRow } from "../../host/library/transcripts.ts";
import { importSource, temporaryFolder, temporaryLibrary } from "../support/host-library.ts";
import { writeOpencodeDb } from "./made-opencode-db.ts";

// A folder of its own, so that nobody else's copies are seen.
const copies = mkdtempSync(path.join(tmpdir(), "ullage-test-"));
vi.stubEnv("TMPDIR", copies);
afterAll(() => rmSync(copies, { recursive: true, force: true }));

/** Copies of databases that nobody deleted. */
const left = (): string[] => readdirSync(copies).filter((name) => name.startsWith("ullage-database-"));

const stored = (folder: string): string[] => readdirSync(folder).toSorted();

/** Names, sizes and times of everything in a folder. */
function stateOf(folder: string): string[] {
  return stored(folder).map((name) => {
    const { size, mtimeMs } = statSync(path.join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

interface Made {
  readonly folder: string;
  readonly file: string;
  /** The connection of whoever writes it. */
  readonly writer: Sqlite.Database;
}

/** A database of which the last message is in its log only, and whose writer is still there. */
function inUse(): Made {
  const folder = temporaryFolder();
  const file = path.join(folder, "opencode.db");
  writeOpencodeDb(file, [{ id: "ses_1", said: ["which port?"] }]);
  const writer = new Sqlite(file);
  writer.pragma("wal_autocheckpoint = 0");
  writer.exec(`insert into message values ('msg_2', 'ses_1', 2, '{"role":"assistant"}');
    insert into part values ('prt_2', 'msg_2', 'ses_1', '{"type":"text","text":"the west one"}');`);
  return { folder, file, writer };
}

/** The same, as a crash or a copy leaves it: with the log, and nobody who has it open. */
function leftBehind(): { readonly folder: string; readonly file: string } {
  const { file, writer } = inUse();
  const folder = temporaryFolder();
  const copy = path.join(folder, "opencode.db");
  copyFileSync(file, copy);
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  writer.close();
  return { folder, file: copy };
}

function read(file: string, log?: string | null): string {
  const database = openOpencode(file, log);
  const text = database.roots.map(({ id }) => database.text(id)).join("");
  database.close();
  expect(left()).toEqual([]);
  return text;
}

describe("opencode's database is read with nothing left beside it", () => {
  test("when it was closed", () => {
    const folder = temporaryFolder();
    const file = path.join(folder, "opencode.db");
    writeOpencodeDb(file, [{ id: "ses_1", said: ["which port?"] }]);
    const was = stateOf(folder);
    expect(was).toHaveLength(1);
    expect(read(file)).toContain("which port?");
    expect(stateOf(folder)).toEqual(was);
  });

  test("when it has a log, and nobody has it open", () => {
    const { folder, file } = leftBehind();
    const was = stateOf(folder);
    expect(was).toHaveLength(2);
    expect(read(file)).toContain("the west one");
    expect(stateOf(folder)).toEqual(was);
  });

  test("when it is in use: what is in the log alone is read, and what comes later too", () => {
    const { folder, file, writer } = inUse();
    const was = stored(folder);
    const database = openOpencode(file);
    expect(database.text("ses_1")).toContain("the west one");
    writer.exec(`update part set data = '{"type":"text","text":"the east one"}' where id = 'prt_2'`);
    expect(database.text("ses_1")).toContain("the east one");
    database.close();
    expect(stored(folder)).toEqual(was);
    writer.close();
    expect(stored(folder)).toEqual(["opencode.db"]);
  });

  test("when it has no log by its kind", () => {
    const { folder, file } = leftBehind();
    const writer = new Sqlite(file);
    writer.pragma("journal_mode = delete");
    writer.close();
    const was = stateOf(folder);
    expect(read(file)).toContain("the west one");
    expect(stateOf(folder)).toEqual(was);
  });

  test("when it is none, or damaged", () => {
    const { folder, file } = leftBehind();
    const damaged = readFileSync(file);
    writeFileSync(file, damaged.fill(1, 100));
    rmSync(`${file}-wal`);
    const was = stateOf(folder);
    expect(() => openOpencode(file)).toThrow(/cannot be read as a database/);
    expect(() => openOpencode(path.join(folder, "none.db"))).toThrow(/cannot be read/);
    expect(left()).toEqual([]);
    expect(stateOf(folder)).toEqual(was);
  });
});

/** Files as a window hands them over: under names of their own, in a folder of the host. */
function handedOver(files: readonly string[]): { name: string; path: string; bytes: number }[] {
  const folder = temporaryFolder();
  return files.map((file, at) => {
    const there = path.join(folder, `upload-${at}`);
    copyFileSync(file, there);
    return { name: path.basename(file), path: there, bytes: statSync(there).size };
  });
}

async function imported(
  files: readonly string[],
): Promise<{ notes: string; messages: number; names: string[] }> {
  const library = temporaryLibrary();
  const found = await findAmong(handedOver(files), true);
  const { signal } = new AbortController();
  const result = await importFound(library, found, { name: "made", signal, tell: () => undefined });
  found.close();
  expect(left()).toEqual([]);
  expect(result.refused).toEqual([]);
  const row = transcriptRow(library.reader, result.transcripts[0]?.transcript ?? -1);
  const notes = row.report.notes.map(({ what }) => what).join();
  return {
    notes,
    messages: row.threads[0]?.messages ?? 0,
    names: result.transcripts.map(({ name }) => name),
  };
}

describe("a database that a window hands over", () => {
  test("with its log is read with it", async () => {
    const { file } = leftBehind();
    for (const files of [
      [file, `${file}-wal`],
      [`${file}-wal`, file],
    ]) {
      const { notes, messages, names } = await imported(files);
      expect(names).toEqual(["opencode.db: Title of ses_1"]);
      expect(messages).toBe(2);
      expect(notes).not.toContain("-wal");
    }
  });

  test("without its log says that what was written last may be missing", async () => {
    const { file } = leftBehind();
    const { notes, messages } = await imported([file]);
    expect(messages).toBe(1);
    expect(notes).toContain("without its -wal file");
  });
});

describe("a database that is named together with its log", () => {
  test("is one, and what is in the log alone is read", async () => {
    const { folder, file } = leftBehind();
    writeFileSync(`${file}-shm`, "");
    const other = path.join(folder, "other.db-wal");
    copyFileSync(`${file}-wal`, other);
    const named = [`${file}-wal`, file, `${file}-shm`, other, "-", path.join(folder, "none.jsonl")];
    expect(await withoutLogs(named)).toEqual([file, other, "-", path.join(folder, "none.jsonl")]);
    expect(read(file)).toContain("the west one");
  });

  test("is known by its content, in a folder as among files of a window", async () => {
    const { folder, file } = leftBehind();
    const kept = path.join(folder, "kept");
    copyFileSync(file, kept);
    copyFileSync(`${file}-wal`, `${kept}-wal`);
    const { names, messages } = await imported([kept, `${kept}-wal`]);
    expect({ names, messages }).toEqual({ names: ["kept: Title of ses_1"], messages: 2 });
  });

  test("and a log without its database says what is missing", async () => {
    const { file } = leftBehind();
    const source = await fileSource(`${file}-wal`);
    await expect(importSource(temporaryLibrary(), source)).rejects.toThrow(/log.*together with its database/);
    await source.close();
  });
});

test("a folder with a database and its log holds the sessions, and the log is no file of its own", async () => {
  const { folder } = leftBehind();
  const found = await findIn(folder);
  expect(found.transcripts.map(({ name }) => name)).toEqual(["opencode.db: Title of ses_1"]);
  found.close();
});
