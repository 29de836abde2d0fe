import { describe, expect, test } from "vitest";
import { givenFiles } from "../../../../renderer/panes/library/given-files.ts";

const database = (name: string): File => new File(["SQLite format 3\0 and pages"], name);
const text = (name: string): File => new File(["{}\n"], name);

/** What the files are: names of a database and its log joined. */
async function told(...files: readonly File[]): Promise<string[]> {
  const given = await givenFiles(files);
  return given.map((one) =>
    "file" in one ? one.file.name : one.database.files.map(({ name }) => name).join(" + "),
  );
}

describe("files that came together", () => {
  test("a database takes its log with it, in whatever order and however it is called", async () => {
    for (const name of ["opencode.db", "backup", "kept.sqlite"]) {
      const all = [text(`${name}-shm`), text(`${name}-wal`), database(name)];
      expect(await told(...all)).toEqual([`${name} + ${name}-wal`]);
      expect(await told(...all.toReversed())).toEqual([`${name} + ${name}-wal`]);
      expect(await told(database(name))).toEqual([name]);
    }
  });

  test("a log of another database, or of a file that is none, is a file of its own", async () => {
    expect(await told(database("a.db"), text("b.db-wal"))).toEqual(["a.db", "b.db-wal"]);
    expect(await told(text("a.db"), text("a.db-wal"))).toEqual(["a.db", "a.db-wal"]);
    expect(await told(text("notes-wal"), text("notes.jsonl"))).toEqual(["notes-wal", "notes.jsonl"]);
  });

  test("each is taken once, and the database is what the desktop shell asks the path of", async () => {
    const [given] = await givenFiles([text("a.db-wal"), database("a.db")]);
    expect(given).toMatchObject({ database: { name: "a.db", root: { name: "a.db" } } });
  });
});
