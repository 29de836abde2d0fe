import Sqlite from "better-sqlite3";
import { HostError } from "../../core/contract/rpc.ts";
import { isJsonObject, type Json } from "../../core/model/json.ts";
import { shown } from "../files/shown.ts";
import { type BorrowedDatabase, borrowDatabase } from "./borrowed-database.ts";

/** A session of opencode's database with the sessions of its sub-agents. */
export interface OpencodeRoot {
  readonly id: string;
  readonly title: string;
  /** Bytes of its messages and parts, about. */
  readonly bytes: number;
}

/** opencode's database while it is read: its tables of sessions, messages and parts, and no other. */
export interface OpencodeDatabase {
  readonly roots: readonly OpencodeRoot[];
  /** What is to be told of all of it. */
  readonly doubts: readonly string[];
  /** A session as opencode exports it, then its sub-agents', one a line. The same rows give the same text. */
  text(root: string): string;
  close(): void;
}

/** What is taken of a session. There are others in some versions, with addresses that give access. */
const sessionColumns = [
  "parent_id",
  "project_id",
  "directory",
  "title",
  "version",
  "revert",
  "time_created",
  "time_updated",
];

interface SessionRow {
  readonly id: string;
  readonly parent_id?: string | null;
  readonly title?: string | null;
  readonly [column: string]: unknown;
}

const withoutLog =
  "the database came without its -wal file: what opencode wrote last may be missing; give both, or close opencode before";

/**
 * Opens opencode's database, which may be in use. It is only read, and nothing is left beside it. `log` as in
 * `borrowDatabase`. Throws a `bad_input` HostError when it is none, or cannot be opened.
 */
export function openOpencode(file: string, log?: string | null): OpencodeDatabase {
  const what = shown(file);
  const borrowed = readable(what, () => borrowDatabase(file, log));
  let db: Sqlite.Database | undefined;
  try {
    const opened = readable(what, () => new Sqlite(borrowed.file, { readonly: true, fileMustExist: true }));
    db = opened;
    return readable(what, () => new OpenDatabase(opened, what, borrowed));
  } catch (error) {
    db?.close();
    borrowed.release();
    throw error;
  }
}

/** Says what to do when a database cannot be read. */
function readable<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof HostError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new HostError(
      "bad_input",
      `${what} cannot be read as a database (${why}): close opencode and try again, or export the session as JSON.`,
    );
  }
}

class OpenDatabase implements OpencodeDatabase {
  readonly roots: readonly OpencodeRoot[];
  private readonly db: Sqlite.Database;
  private readonly what: string;
  private readonly borrowed: BorrowedDatabase;
  private readonly sessions: ReadonlyMap<string, SessionRow>;
  private readonly children = new Map<string, string[]>();

  constructor(db: Sqlite.Database, what: string, borrowed: BorrowedDatabase) {
    this.db = db;
    this.what = what;
    this.borrowed = borrowed;
    const columns = columnsOf(db, "session");
    const isThere = columnsOf(db, "message").has("session_id") && columnsOf(db, "part").has("message_id");
    if (!columns.has("id") || !isThere)
      throw new HostError(
        "bad_input",
        `${what} is an SQLite database, but not opencode's: export the session as JSON first.`,
      );
    const wanted = ["id", ...sessionColumns.filter((column) => columns.has(column))];
    const rows = db.prepare<[], SessionRow>(`select ${wanted.join(", ")} from session order by id`).all();
    this.sessions = new Map(rows.map((row) => [row.id, row]));
    this.roots = this.findRoots(rows);
  }

  get doubts(): readonly string[] {
    return this.borrowed.logMissing ? [withoutLog] : [];
  }

  text(root: string): string {
    return readable(this.what, () => this.lines(root).join(""));
  }

  private lines(root: string): string[] {
    const lines: string[] = [];
    const seen = new Set<string>();
    const waiting = [root];
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const row = this.sessions.get(id);
      if (!row || seen.has(id)) continue;
      seen.add(id);
      waiting.push(...(this.children.get(id) ?? []));
      lines.push(`${JSON.stringify({ info: infoOf(row), messages: this.messages(id) })}\n`);
    }
    return lines;
  }

  close(): void {
    this.db.close();
    this.borrowed.release();
  }

  /** A session whose parent is not there, or that is its own ancestor, is read for itself. */
  private findRoots(rows: readonly SessionRow[]): OpencodeRoot[] {
    const sizes = this.sizes();
    const isRoot = ({ parent_id: parent }: SessionRow): boolean => !parent || !this.sessions.has(parent);
    for (const row of rows) {
      if (isRoot(row)) continue;
      const parent = row.parent_id ?? "";
      const known = this.children.get(parent);
      if (known) known.push(row.id);
      else this.children.set(parent, [row.id]);
    }
    const roots = rows.filter(isRoot);
    const reached = new Set(roots.flatMap(({ id }) => this.below(id)));
    const lost: SessionRow[] = [];
    for (const row of rows) {
      if (reached.has(row.id)) continue;
      lost.push(row);
      for (const id of this.below(row.id)) reached.add(id);
    }
    return [...roots, ...lost].map(({ id, title }) => {
      const bytes = this.below(id).reduce((sum, one) => sum + (sizes.get(one) ?? 0), 0);
      return { id, title: title ?? id, bytes };
    });
  }

  /** A session and all below it. */
  private below(root: string): string[] {
    const all = new Set([root]);
    for (const id of all) for (const child of this.children.get(id) ?? []) all.add(child);
    return [...all];
  }

  private sizes(): Map<string, number> {
    const rows = this.db
      .prepare<[], { id: string; bytes: number }>(
        "select session_id as id, sum(length(data)) as bytes from part group by session_id",
      )
      .all();
    return new Map(rows.map(({ id, bytes }) => [id, bytes]));
  }

  private messages(session: string): Json[] {
    const parts = this.db.prepare<[string], { id: string; data: string }>(
      "select id, data from part where message_id = ? order by id",
    );
    return this.db
      .prepare<[string], { id: string; data: string }>(
        "select id, data from message where session_id = ? order by id",
      )
      .all(session)
      .map((message) => ({
        info: withIds(message.data, { id: message.id, sessionID: session }),
        parts: parts
          .all(message.id)
          .map(({ id, data }) => withIds(data, { id, sessionID: session, messageID: message.id })),
      }));
  }
}

/** Columns of a real table: a view could be without end. */
function columnsOf(db: Sqlite.Database, table: string): Set<string> {
  const real = db.prepare(
    "select 1 from sqlite_schema where type = 'table' and name = ? and sql not like 'create virtual%'",
  );
  if (!real.get(table)) return new Set();
  const rows = db.prepare<[string], { name: string }>("select name from pragma_table_info(?)").all(table);
  return new Set(rows.map(({ name }) => name));
}

function parsed(data: unknown): Json {
  try {
    return JSON.parse(String(data)) as Json;
  } catch {
    return null;
  }
}

/** What a row holds, with what its columns say; a row that is damaged keeps its place. */
function withIds(data: string, ids: { readonly [key: string]: string }): Json {
  const value = parsed(data);
  return isJsonObject(value) ? { ...value, ...ids } : { type: "damaged", ...ids };
}

function infoOf(row: SessionRow): Json {
  const text = (column: string, as: string) => (typeof row[column] === "string" ? { [as]: row[column] } : {});
  const revert = typeof row["revert"] === "string" ? parsed(row["revert"]) : null;
  return {
    id: row.id,
    ...text("parent_id", "parentID"),
    ...text("project_id", "projectID"),
    ...text("directory", "directory"),
    ...text("title", "title"),
    ...text("version", "version"),
    ...(revert === null ? {} : { revert }),
    time: { created: Number(row["time_created"] ?? 0), updated: Number(row["time_updated"] ?? 0) },
  };
}
