import type { Database } from "./database.ts";
import type { Library } from "./library.ts";

/** Marks for purging what this process, or one that is no more, has removed. `alive` tells whether a process runs. */
export function condemn(db: Database, own: number, alive: (pid: number) => boolean): void {
  const owners = db
    .prepare<[], { removed: number }>("select distinct removed from transcript where removed > 0")
    .all();
  const mark = db.prepare("update transcript set removed = -1 where removed = ?");
  for (const { removed } of owners) if (removed === own || !alive(removed)) mark.run(removed);
}

/** Deletes what was worked out of a transcript's file: its lanes and what search reads. The file itself stays. */
export function dropContent(db: Database, transcript: number): void {
  const spans = db
    .prepare<[number], { first_message: number; messages: number }>(
      "select first_message, messages from thread where transcript = ?",
    )
    .all(transcript);
  const unindex = db.prepare("delete from message_text where rowid >= ? and rowid < ?");
  for (const { first_message: first, messages } of spans) unindex.run(first, first + messages);
  const packs = db
    .prepare<[number], { pack: number }>("select pack from pack_use where transcript = ?")
    .all(transcript);
  for (const table of ["thread", "parts", "pack_use"])
    db.prepare(`delete from ${table} where transcript = ?`).run(transcript);
  const drop = db.prepare(
    "delete from pack where id = ? and not exists (select 1 from pack_use where pack = pack.id)",
  );
  for (const { pack } of packs) drop.run(pack);
}

function deleteOne(db: Database, transcript: number): void {
  dropContent(db, transcript);
  db.prepare("delete from transcript where id = ?").run(transcript);
}

/** Deletes for good what was condemned, one transcript a transaction. Gives how many there were. */
export async function purge(library: Library, goOn: () => boolean = () => true): Promise<number> {
  const doomed = library.reader
    .prepare<[], { id: number }>("select id from transcript where removed = -1")
    .all();
  let done = 0;
  for (const { id } of doomed) {
    if (!goOn()) break;
    await library.write((db) => {
      // An import of the same file may have brought it back meanwhile.
      const still = db.prepare("select 1 from transcript where id = ? and removed = -1").get(id);
      if (still) deleteOne(db, id);
    });
    done++;
  }
  if (done > 0) await library.write((db) => void db.pragma("incremental_vacuum"));
  if (done > 0) await library.sweep();
  return done;
}
