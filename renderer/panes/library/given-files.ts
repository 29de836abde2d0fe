import type { LocalFolder } from "../../../core/contract/connection.ts";
import {
  DATABASE_HEAD_BYTES,
  isBesideDatabase,
  isDatabase,
  logOf,
} from "../../../core/contract/database-files.ts";

/** A file by itself, or a database: that holds as many sessions as a folder holds files, and its log is a part of it. */
export type GivenFile = { readonly file: File } | { readonly database: LocalFolder };

/** What files that were dropped, pasted or chosen together are, by their content. One that cannot be read is a file. */
export async function givenFiles(files: readonly File[]): Promise<readonly GivenFile[]> {
  const databases = new Set<string>();
  for (const file of files) if (await startsAsDatabase(file)) databases.add(file.name);
  const byName = new Map(files.map((file) => [file.name, file]));
  return files
    .filter(({ name }) => !isBesideDatabase(name, databases))
    .map((file) =>
      databases.has(file.name) ? { database: databaseOf(file, byName.get(logOf(file.name))) } : { file },
    );
}

async function startsAsDatabase(file: File): Promise<boolean> {
  try {
    return isDatabase(new Uint8Array(await file.slice(0, DATABASE_HEAD_BYTES).arrayBuffer()));
  } catch {
    return false;
  }
}

function databaseOf(file: File, log: File | undefined): LocalFolder {
  const all = log ? [file, log] : [file];
  return { name: file.name, root: file, files: all.map((one) => ({ file: one, name: one.name })) };
}
