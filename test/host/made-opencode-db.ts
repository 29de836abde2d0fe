import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";

interface MadeSession {
  readonly id: string;
  readonly parent?: string;
  readonly said: readonly string[];
}

/** Writes such a database and makes a change that is in its log alone, as a crash or a copy leaves it. */
export function writeWithLog(file: string, sessions: readonly MadeSession[], change: string): void {
  const made = `${file}.made`;
  writeOpencodeDb(made, sessions);
  const writer = new Sqlite(made);
  writer.pragma("wal_autocheckpoint = 0");
  writer.exec(change);
  copyFileSync(made, file);
  copyFileSync(`${made}-wal`, `${file}-wal`);
  writer.close();
  rmSync(made);
}

/** Writes a database as opencode has it, with tokens in tables of their own. */
export function writeOpencodeDb(file: string, sessions: readonly MadeSession[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const db = new Sqlite(file);
  db.pragma("journal_mode = wal");
  db.exec(`
    create table session (id text primary key, project_id text, parent_id text, directory text, title text,
      version text, share_url text, revert text, time_created integer, time_updated integer);
    create table message (id text primary key, session_id text, time_created integer, data text);
    create table part (id text primary key, message_id text, session_id text, data text);
    create table account (id text, access_token text);
    create table credential (id text, value text);
    create table session_share (session_id text, secret text);
    insert into account values ('a', 'TOKEN-IN-ACCOUNT');
    insert into credential values ('c', 'TOKEN-IN-CREDENTIAL');
    insert into session_share values ('ses_1', 'TOKEN-IN-SHARE');
  `);
  const session = db.prepare(
    "insert into session values (?, 'p', ?, '/home/ada', ?, '1.2.3', 'https://x.example/TOKEN-IN-URL', null, 1, 2)",
  );
  const message = db.prepare("insert into message values (?, ?, ?, ?)");
  const part = db.prepare("insert into part values (?, ?, ?, ?)");
  for (const { id, parent, said } of sessions) {
    session.run(id, parent ?? null, `Title of ${id}`);
    for (const [at, text] of said.entries()) {
      const own = `msg_${id}_${at}`;
      const role = at % 2 === 0 ? "user" : "assistant";
      message.run(own, id, at, JSON.stringify({ role, time: { created: 1_700_000_000_000 + at } }));
      part.run(`prt_${id}_${at}`, own, id, JSON.stringify({ type: "text", text }));
    }
  }
  db.close();
}
