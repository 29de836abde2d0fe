import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ImportProgress } from "../../core/contract/methods.ts";
import { HostError } from "../../core/contract/rpc.ts";
import { dataFolder, prepareFolder } from "../../host/data-folder.ts";
import { textSource } from "../../host/files/source.ts";
import { libraryFile, openLibrary, openReader } from "../../host/library/database.ts";
import { importTranscript } from "../../host/library/import.ts";
import { Library } from "../../host/library/library.ts";
import { setSetting, getSetting } from "../../host/library/settings.ts";
import { listTranscripts } from "../../host/library/transcripts.ts";
import {
  countRows,
  importText,
  sessionText,
  temporaryFolder,
  temporaryLibrary,
} from "../support/host-library.ts";

// Threads and processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const isRoot = process.getuid?.() === 0;

/** A file system of so many bytes, or undefined where that cannot be had. */
function smallDisk(bytes: number): string | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

/** Text that does not compress. */
function noise(units: number): string {
  let state = 1;
  return Array.from({ length: units }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCharCode(32 + ((state >>> 24) % 94));
  }).join("");
}

function noisyFile(bytes: number): string {
  return JSON.stringify({
    ullage: 1,
    thread: { messages: [{ role: "user", parts: [{ type: "text", text: noise(bytes) }] }] },
  });
}

test("a library that a newer Ullage wrote is refused with both versions, and is not changed", async () => {
  const folder = temporaryFolder();
  await new Library(folder).close();
  const db = new Sqlite(libraryFile(folder));
  db.pragma("user_version = 99");
  db.close();
  expect(() => openLibrary(folder)).toThrow(/newer Ullage \(schema 99; this one knows \d+\).*--data/);
  expect(() => openReader(folder)).toThrow(/newer Ullage/);
  const again = new Sqlite(libraryFile(folder), { readonly: true });
  expect(again.pragma("user_version", { simple: true })).toBe(99);
  again.close();
});

test("a file that is no library is refused and left as it is", () => {
  const folder = temporaryFolder();
  writeFileSync(libraryFile(folder), "this is somebody's diary, not a database ".repeat(100));
  expect(() => openLibrary(folder)).toThrow(/not a library, or it is damaged.*--data/);
});

test("a data folder that cannot be made is said with what to do", () => {
  const file = path.join(temporaryFolder(), "a-file");
  writeFileSync(file, "");
  for (const folder of [file, path.join(file, "below")])
    expect(() => prepareFolder(folder)).toThrow(/Cannot use the data folder .*\. \S/);
});

test.skipIf(isRoot || process.platform === "win32")(
  "a folder without permission is said with what to do",
  () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    expect(() => prepareFolder(path.join(folder, "data"))).toThrow(/no permission.*--data/);
    chmodSync(folder, 0o700);
  },
);

test.skipIf(process.platform === "win32")("the data folder is the owner's alone", () => {
  const folder = path.join(temporaryFolder(), "data");
  mkdirSync(folder, { mode: 0o755 });
  prepareFolder(folder);
  expect(execFileSync("ls", ["-ld", folder], { encoding: "utf8" })).toMatch(/^drwx------/);
});

test("the data folder follows the platform, ULLAGE_DATA and --data", () => {
  const linux = { platform: "linux", home: "/home/me" } as const;
  expect(dataFolder(undefined, { ...linux, env: {} })).toBe("/home/me/.local/share/ullage");
  expect(dataFolder(undefined, { ...linux, env: { XDG_DATA_HOME: "/data" } })).toBe("/data/ullage");
  expect(dataFolder(undefined, { ...linux, env: { XDG_DATA_HOME: "relative" } })).toBe(
    "/home/me/.local/share/ullage",
  );
  expect(dataFolder(undefined, { platform: "darwin", home: "/Users/me", env: {} })).toBe(
    "/Users/me/Library/Application Support/ullage",
  );
  expect(dataFolder(undefined, { ...linux, env: { ULLAGE_DATA: "/mine" } })).toBe("/mine");
  expect(dataFolder("/given", { ...linux, env: { ULLAGE_DATA: "/mine" } })).toBe("/given");
});

test("a full database stores nothing of the import, loses nothing, and works again", async () => {
  const library = temporaryLibrary();
  await importText(library, sessionText(10));
  const pages = Number(library.writer.pragma("page_count", { simple: true }));
  library.writer.pragma(`max_page_count = ${pages + 20}`);
  await expect(importText(library, noisyFile(1_900_000))).rejects.toMatchObject({
    code: "failed",
    message: expect.stringMatching(/disk is full.*nothing was lost.*free some space/) as unknown,
  });
  expect([countRows(library, "transcript"), countRows(library, "thread")]).toEqual([1, 1]);
  await library.write((db) => setSetting(db, "theme", "dark"));
  library.writer.pragma("max_page_count = 1000000");
  await importText(library, noisyFile(1_900_000));
  expect(listTranscripts(library.reader)).toHaveLength(2);
  expect(getSetting(library.reader, "theme")).toBe("dark");
  expect(library.reader.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("a full disk stores nothing of the import and loses nothing", async ({ skip }) => {
  const disk = smallDisk(4 * 2 ** 20);
  if (disk === undefined) return skip("a small file system cannot be mounted here");
  const library = new Library(path.join(disk, "data"));
  await importText(library, sessionText(10));
  await expect(importText(library, noisyFile(8_000_000))).rejects.toThrow(/disk is full|disk gave an error/);
  expect(listTranscripts(library.reader)).toHaveLength(1);
  expect(library.reader.pragma("integrity_check", { simple: true })).toBe("ok");
  await library.close();
});

test("a cancelled import leaves no more on the disk than there was", async () => {
  const folder = temporaryFolder();
  const library = temporaryLibrary(folder);
  await importText(library, sessionText(10));
  // What does not fit is written before it is stored for good.
  library.writer.pragma("cache_size = 10");
  const taken = (): number =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
  const before = taken();
  const control = new AbortController();
  // What compresses badly.
  const said = randomBytes(3_000_000).toString("hex");
  const text = JSON.stringify({ messages: [{ role: "user", content: said }] });
  const progress = ({ phase }: ImportProgress): void => void (phase === "storing" && control.abort());
  const importing = importTranscript(library, textSource("long.json", text), {
    signal: control.signal,
    progress,
  });
  await expect(importing).rejects.toMatchObject({ code: "aborted" });
  expect(taken()).toBeLessThanOrEqual(before);
  expect((await importText(library, sessionText(11))).duplicate).toBe(false);
});

test("a cancelled import stores nothing, and what waited behind it is done", async () => {
  const library = temporaryLibrary();
  const control = new AbortController();
  const importing = importTranscript(library, textSource("long.jsonl", sessionText(4000)), {
    signal: control.signal,
    progress: () => control.abort(),
  });
  const setting = library.write((db) => setSetting(db, "kept", 1));
  await expect(importing).rejects.toMatchObject({ code: "aborted" });
  await setting;
  expect(countRows(library, "transcript")).toBe(0);
  expect(getSetting(library.reader, "kept")).toBe(1);
});

test("a library that another program writes to says so", async () => {
  const library = temporaryLibrary();
  const other = new Sqlite(libraryFile(library.folder));
  other.exec("begin immediate");
  const error = await library.write((db) => setSetting(db, "a", 1)).catch((reason: unknown) => reason);
  other.exec("rollback");
  other.close();
  expect(error).toBeInstanceOf(HostError);
  expect(String(error)).toMatch(/another program is writing to it.*try again/);
});
