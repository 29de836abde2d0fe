import { stat } from "node:fs/promises";
import path from "node:path";
import { mayBeTranscript } from "../../core/contract/folder.ts";
import { fileSource } from "../files/file-source.ts";
import { type ByteSource, textSource } from "../files/source.ts";
import { type OpencodeDatabase, openOpencode } from "../library/opencode-db.ts";
import type { Found, FoundFile, FoundTranscript } from "./found.ts";
import { type Group, groupFiles } from "./group.ts";
import { joinedSource } from "./joined-source.ts";
import { walkFolder } from "./walk.ts";

const sqliteHead = Buffer.from("SQLite format 3\0");

/** True for the first bytes of an SQLite database. */
function isDatabase(head: Uint8Array): boolean {
  return sqliteHead.equals(head.subarray(0, sqliteHead.length));
}

async function headOf(source: ByteSource): Promise<Uint8Array> {
  const head = new Uint8Array(Math.min(sqliteHead.length, source.bytes));
  await source.read(head, 0);
  return head;
}

/** True for a path that holds more than one transcript: a folder, or a database. Rejects with a HostError. */
export async function holdsMany(file: string): Promise<boolean> {
  const info = await stat(file).catch(() => undefined);
  if (info?.isDirectory()) return true;
  if (!info?.isFile()) return false;
  const source = await fileSource(file);
  try {
    return isDatabase(await headOf(source));
  } finally {
    await source.close();
  }
}

/** What a folder or a database holds. Rejects with a HostError. */
export async function findIn(file: string): Promise<Found> {
  const info = await stat(file).catch(() => undefined);
  if (info?.isDirectory() !== true) return inDatabase(file);
  const { files, passedOver, more } = await walkFolder(file);
  return { ...(await findAmong(files)), passedOver, more };
}

function inDatabase(file: string): Found {
  const database = openOpencode(file);
  const transcripts = sessionsOf(path.basename(file), database);
  return { transcripts, passedOver: 0, more: false, close: () => database.close() };
}

/**
 * The transcripts that some files hold: those that belong together as one, sessions of a database each for itself.
 * `handedOver` are files that do not lie where they came from: what belongs to one is among them, not beside it.
 */
export async function findAmong(files: readonly FoundFile[], handedOver = false): Promise<Found> {
  const wanted = files.filter(({ name }) => mayBeTranscript(name) && !isLog(name));
  const logs = new Map(files.filter(({ name }) => isLog(name)).map(({ name, path: at }) => [name, at]));
  const logOf = ({ name }: FoundFile): string | null | undefined =>
    handedOver ? (logs.get(`${name}-wal`) ?? null) : undefined;
  const databases: OpencodeDatabase[] = [];
  const transcripts: FoundTranscript[] = [];
  for (const group of await groupFiles(wanted)) {
    const [first] = group;
    const only = group.length === 1 && first?.name.endsWith(".db") ? first : undefined;
    const database = only && openSafely(only.path, logOf(only));
    if (database) databases.push(database);
    const name = path.posix.basename(first?.name ?? "");
    transcripts.push(...(database ? sessionsOf(name, database) : [transcriptOf(group)]));
  }
  const close = (): void => databases.forEach((database) => database.close());
  return { transcripts, passedOver: files.length - wanted.length, more: false, close };
}

/** True for what SQLite wrote last of a database, which lies beside it: no transcript by itself. */
function isLog(name: string): boolean {
  return name.endsWith(".db-wal");
}

/** A database that is not opencode's is told when it is imported, as any other file that is none. */
function openSafely(file: string, log: string | null | undefined): OpencodeDatabase | undefined {
  try {
    return openOpencode(file, log);
  } catch {
    return undefined;
  }
}

function sessionsOf(file: string, database: OpencodeDatabase): FoundTranscript[] {
  return database.roots.map(({ id, title, bytes }) => {
    const name = `${file}: ${title}`;
    const { doubts } = database;
    return { name, bytes, open: () => Promise.resolve({ ...textSource(name, database.text(id)), doubts }) };
  });
}

function transcriptOf(group: Group): FoundTranscript {
  const [first = { name: "", path: "", bytes: 0 }] = group;
  const bytes = group.reduce((sum, file) => sum + file.bytes, 0);
  const open = (): Promise<ByteSource> =>
    group.length === 1
      ? fileSource(first.path, path.posix.basename(first.name))
      : Promise.resolve(joinedSource(titleOf(first.name), group));
  return { name: first.name, bytes, open };
}

/** OpenHands calls every conversation's file the same: its folder tells them apart. */
function titleOf(name: string): string {
  const base = path.posix.basename(name);
  const folder = path.posix.basename(path.posix.dirname(name));
  return base === "base_state.json" && folder !== "" && folder !== "." ? folder : base;
}
