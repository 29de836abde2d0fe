import { stat } from "node:fs/promises";
import path from "node:path";
import {
  DATABASE_HEAD_BYTES,
  isBesideDatabase,
  isDatabase,
  logOf,
} from "../../core/contract/database-files.ts";
import { NONE_PASSED_OVER } from "../../core/contract/passed-over.ts";
import { fileSource } from "../files/file-source.ts";
import { type ByteSource, textSource } from "../files/source.ts";
import { type OpencodeDatabase, openOpencode } from "../library/opencode-db.ts";
import type { Found, FoundFile, FoundTranscript } from "./found.ts";
import { type Group, groupFiles } from "./group.ts";
import { joinedSource } from "./joined-source.ts";
import { walkFolder } from "./walk.ts";

/** True for a path that holds more than one transcript: a folder, or a database. Rejects with a HostError. */
export async function holdsMany(file: string): Promise<boolean> {
  const info = await stat(file).catch(() => undefined);
  if (info?.isDirectory()) return true;
  return info?.isFile() === true && isDatabaseFile(file);
}

async function isDatabaseFile(file: string): Promise<boolean> {
  const source = await fileSource(file);
  try {
    const head = new Uint8Array(Math.min(DATABASE_HEAD_BYTES, source.bytes));
    await source.read(head, 0);
    return isDatabase(head);
  } finally {
    await source.close();
  }
}

/** Files that were named together, without those that are a part of a database among them: that is read with it. */
export async function withoutLogs(files: readonly string[]): Promise<string[]> {
  const databases = new Set<string>();
  for (const file of files)
    if (await isDatabaseFile(file).catch(() => false)) databases.add(path.resolve(file));
  return files.filter((file) => !isBesideDatabase(path.resolve(file), databases));
}

/** What a folder or a database holds. Rejects with a HostError. */
export async function findIn(file: string): Promise<Found> {
  const info = await stat(file).catch(() => undefined);
  if (info?.isDirectory() !== true) return inDatabase(file);
  const { files, ...rest } = await walkFolder(file);
  return { ...(await findAmong(files)), ...rest };
}

/** There was nothing beside what was found. */
const NOTHING_ELSE = { passedOver: NONE_PASSED_OVER, refused: [], more: false } as const;

function inDatabase(file: string): Found {
  const database = openOpencode(file);
  const transcripts = sessionsOf(path.basename(file), database);
  return { ...NOTHING_ELSE, transcripts, close: () => database.close() };
}

/**
 * The transcripts that some files hold: those that belong together as one, sessions of a database each for itself.
 * `handedOver` are files that do not lie where they came from: what belongs to one is among them, not beside it.
 */
export async function findAmong(files: readonly FoundFile[], handedOver = false): Promise<Found> {
  const known = await databasesAmong(files);
  const wanted = files.filter(({ name }) => !isBesideDatabase(name, known));
  const paths = new Map(files.map(({ name, path: at }) => [name, at]));
  const databases: OpencodeDatabase[] = [];
  const transcripts: FoundTranscript[] = [];
  for (const group of await groupFiles(wanted)) {
    const [first] = group;
    const only = group.length === 1 && first && known.has(first.name) ? first : undefined;
    const log = handedOver ? (paths.get(logOf(only?.name ?? "")) ?? null) : undefined;
    const database = only && openSafely(only.path, log);
    if (database) databases.push(database);
    const name = path.posix.basename(first?.name ?? "");
    transcripts.push(...(database ? sessionsOf(name, database) : [transcriptOf(group)]));
  }
  const close = (): void => databases.forEach((database) => database.close());
  return { ...NOTHING_ELSE, transcripts, close };
}

/** Names that say that a file is something else: it is not opened to see whether it is a database. */
const otherFormat = /\.(?:jsonl?|ndjson|ya?ml|har|eval|traj|gz|zst|zip)$/i;

async function databasesAmong(files: readonly FoundFile[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const { name, path: at } of files)
    if (!otherFormat.test(name) && (await isDatabaseFile(at).catch(() => false))) names.add(name);
  return names;
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
