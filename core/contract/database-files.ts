/** What SQLite keeps beside a database that is in use: what was written last, and an index of that. */
const LOG = "-wal";
const INDEX = "-shm";

const HEAD = "SQLite format 3\0";

/** So many first bytes of a file tell whether it is a database. */
export const DATABASE_HEAD_BYTES = HEAD.length;

/** True for the first bytes of an SQLite database. */
export function isDatabase(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, HEAD.length)) === HEAD;
}

/** What the log of a database is called, which is a part of it. */
export function logOf(database: string): string {
  return `${database}${LOG}`;
}

/** True for a name that is that of a database's log, or of the log's index. */
export function isBesideDatabase(name: string, databases: ReadonlySet<string>): boolean {
  return [LOG, INDEX].some((end) => name.endsWith(end) && databases.has(name.slice(0, -end.length)));
}
