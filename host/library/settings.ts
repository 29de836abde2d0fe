import { HostError } from "../../core/contract/rpc.ts";
import type { Database } from "./database.ts";

const longest = 2 ** 20;

/** A setting as it was set, or null. */
export function getSetting(db: Database, key: string): unknown {
  const row = db.prepare<[string], { value: string }>("select value from setting where key = ?").get(key);
  return row ? JSON.parse(row.value) : null;
}

/** Stores a setting: any JSON value of at most 1 Mi characters; undefined or null forgets it. */
export function setSetting(db: Database, key: string, value: unknown): void {
  if (value === undefined || value === null)
    return void db.prepare("delete from setting where key = ?").run(key);
  const text = JSON.stringify(value);
  if (text.length > longest)
    throw new HostError("bad_input", `The setting ${JSON.stringify(key)} is too large to be stored`);
  db.prepare(
    "insert into setting (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
  ).run(key, text);
}
