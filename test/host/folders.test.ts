import { execFileSync } from "node:child_process";
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import Sqlite from "better-sqlite3";
import { expect, test, vi } from "vitest";
import type { FolderProgress, FolderResult } from "../../core/contract/folder.ts";
import { findAmong, findIn, holdsMany } from "../../host/folders/find.ts";
import { type FolderFact, importFound } from "../../host/folders/import-folder.ts";
import type { Library } from "../../host/library/library.ts";
import { exportOriginal } from "../../host/library/raw.ts";
import { loadThreads } from "../../host/library/thread-load.ts";
import { transcriptRow } from "../../host/library/transcripts.ts";
import { countRows, sessionText, temporaryFolder, temporaryLibrary } from "../support/host-library.ts";
import { jsonl } from "../support/import-text.ts";
import { claudeProject, writeFiles } from "../support/made-folder.ts";
import { openOpencode } from "../../host/library/opencode-db.ts";
import { writeOpencodeDb } from "./made-opencode-db.ts";

// Threads are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

async function importAll(
  library: Library,
  folder: string,
  progress: (progress: FolderProgress) => void = () => undefined,
  signal = new AbortController().signal,
): Promise<FolderResult> {
  const found = await findIn(folder);
  try {
    const tell = (fact: FolderFact): void => void (fact.kind === "progress" && progress(fact.progress));
    return await importFound(library, found, { name: "made", signal, tell });
  } finally {
    found.close();
  }
}

const textsOf = (library: Library, id: number): string[] =>
  loadThreads(library.reader, id).flatMap(({ lane, title, messages }) =>
    messages.flatMap(({ parts }) =>
      parts.map(
        (part) => `${lane}${title === undefined ? "" : ` (${title})`}: ${"text" in part ? part.text : ""}`,
      ),
    ),
  );

test("sub-agents of a Claude Code session are lanes of it, wherever their files lie", async () => {
  const library = temporaryLibrary();
  const folder = temporaryFolder();
  writeFiles(folder, claudeProject);
  const { transcripts, refused } = await importAll(library, folder);
  expect(refused).toEqual([]);
  expect(transcripts.map(({ name }) => name)).toEqual(["project/s-1.jsonl"]);
  const id = transcripts[0]?.transcript ?? -1;
  expect(textsOf(library, id).toSorted()).toEqual([
    "agent-a1 (Look for storms): first agent",
    "agent-b2: second agent",
    "agent-c3: third agent",
    "main: main words",
  ]);
  expect(transcriptRow(library.reader, id).name).toBe("s-1.jsonl");
  const original = Buffer.concat([...exportOriginal(library.reader, id)]).toString();
  for (const text of Object.values(claudeProject)) expect(original).toContain(text);
});

test("a folder of everything: each transcript once, what is none with its reason, links not followed", async () => {
  const library = temporaryLibrary();
  const folder = temporaryFolder();
  const session = sessionText(30);
  const event = (id: number, text: string) =>
    JSON.stringify(
      {
        id: `e${id}`,
        kind: "MessageEvent",
        timestamp: "2026-03-01T09:00:00",
        source: "user",
        llm_message: { role: "user", content: [{ type: "text", text }] },
      },
      null,
      2,
    );
  writeFiles(folder, {
    ...claudeProject,
    "a.jsonl": session,
    "deep/er/copy-of-a.jsonl": session,
    "deep/packed.jsonl.gz": zlib.gzipSync(sessionText(20, 3)),
    "hands/c1/base_state.json": JSON.stringify({ id: "c1", agent: { kind: "Agent" } }, null, 2),
    "hands/c1/events/event-00000-x.json": event(0, "sail"),
    "hands/c1/events/event-00001-y.json": event(1, "anchor"),
    "hands/c2/event-00000-x.json": event(0, "bare"),
    "hands/c2/event-00001-y.json": event(1, "events"),
    "package.json": '{"name":"x"}',
    "notes.txt": "nothing",
    "node_modules/x/a.jsonl": session,
  });
  symlinkSync(folder, path.join(folder, "deep/round"), "dir");
  symlinkSync("/etc/passwd", path.join(folder, "passwd.json"));
  const seen: FolderProgress[] = [];
  const result = await importAll(library, folder, (progress) => seen.push(progress));
  expect(result.transcripts.map(({ name, duplicate }) => [name, duplicate])).toEqual([
    ["a.jsonl", false],
    ["deep/er/copy-of-a.jsonl", true],
    ["deep/packed.jsonl.gz", false],
    ["hands/c1/base_state.json", false],
    ["hands/c2/event-00000-x.json", false],
    ["project/s-1.jsonl", false],
  ]);
  expect(result.refused.map(({ name }) => name)).toEqual(["passwd.json", "package.json"]);
  expect(result.refused[0]?.message).toMatch(/^it is a link/);
  expect(result.refused[1]?.message).toMatch(/^This JSON is no transcript that is understood.*"name"/);
  expect(result).toMatchObject({
    passedOver: { count: 3, names: ["deep/round", "node_modules/", "notes.txt"] },
    more: false,
    cancelled: false,
  });
  const hands = result.transcripts.find(({ name }) => name.startsWith("hands"));
  expect(textsOf(library, hands?.transcript ?? -1).join()).toMatch(/sail.*anchor/);
  expect(transcriptRow(library.reader, hands?.transcript ?? -1).name).toBe("c1");
  expect(seen.every(({ done }, at) => done >= (seen[at - 1]?.done ?? 0))).toBe(true);
  expect(seen.at(-1)).toMatchObject({ files: 7, filesDone: 7 });
  const again: FolderProgress[] = [];
  const known = await importAll(library, folder, (progress) => again.push(progress));
  expect(known.transcripts.every(({ duplicate }) => duplicate)).toBe(true);
  // What is known is read through as well: it is told how far that is.
  expect([...new Set(again.map(({ filesDone }) => filesDone))]).toEqual(
    expect.arrayContaining([1, 2, 3, 4, 5, 6, 7]),
  );
  expect(again.at(-1)).toMatchObject({ files: 7, filesDone: 7 });
  expect(again.at(-1)?.done).toBe(again.at(-1)?.total);
});

test.skipIf(process.platform === "win32")(
  "what cannot be read in a folder is told with its reason, file by file",
  async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "a.jsonl": sessionText(10), "locked/b.jsonl": sessionText(11) });
    execFileSync("mkfifo", [path.join(folder, "pipe.jsonl")]);
    symlinkSync(path.join(folder, "nowhere"), path.join(folder, "gone.jsonl"));
    symlinkSync(folder, path.join(folder, "round.jsonl"), "dir");
    if (process.platform === "linux")
      writeFileSync(
        Buffer.concat([Buffer.from(`${folder}/c-`), Buffer.from([0xff]), Buffer.from(".jsonl")]),
        "{}",
      );
    chmodSync(path.join(folder, "locked"), 0);
    const { transcripts, refused, passedOver } = await importAll(temporaryLibrary(), folder);
    chmodSync(path.join(folder, "locked"), 0o700);
    const asRoot = process.getuid?.() === 0;
    expect(transcripts.map(({ name }) => name)).toEqual(asRoot ? ["a.jsonl", "locked/b.jsonl"] : ["a.jsonl"]);
    const reasons = new Map(refused.map(({ name, message }) => [name, message]));
    expect(reasons.get("pipe.jsonl")).toMatch(/pipe/);
    for (const name of ["gone.jsonl", "round.jsonl"]) expect(reasons.get(name)).toMatch(/link/);
    expect(reasons.get("locked/") ?? "").toMatch(asRoot ? /^$/ : /permission/);
    expect([...reasons.keys()].some((name) => name.startsWith("c-"))).toBe(process.platform === "linux");
    expect(passedOver.count).toBe(0);
  },
);

test("opencode's database: a transcript for each session with its sub-agents, and nothing of its secrets", async () => {
  const library = temporaryLibrary();
  const folder = temporaryFolder();
  const file = path.join(folder, "opencode.db");
  writeOpencodeDb(file, [
    { id: "ses_1", said: ["which port?", "the west one"] },
    { id: "ses_2", parent: "ses_1", said: ["sum up the storms"] },
    { id: "ses_3", parent: "ses_3", said: ["its own parent"] },
    { id: "ses_4", parent: "ses_gone", said: ["an orphan"] },
  ]);
  expect(await holdsMany(file)).toBe(true);
  const { transcripts, refused } = await importAll(library, file);
  expect(refused).toEqual([]);
  expect(transcripts.map(({ name }) => name)).toEqual([
    "opencode.db: Title of ses_1",
    "opencode.db: Title of ses_4",
    "opencode.db: Title of ses_3",
  ]);
  const ids = transcripts.map(({ transcript }) => transcript);
  expect(textsOf(library, ids[0] ?? -1)).toEqual([
    "main (Title of ses_1): which port?",
    "main (Title of ses_1): the west one",
    "agent-ses_2 (Title of ses_2): sum up the storms",
  ]);
  for (const id of ids)
    expect(Buffer.concat([...exportOriginal(library.reader, id)]).toString()).not.toContain("TOKEN");
  expect((await importAll(library, folder)).transcripts.every(({ duplicate }) => duplicate)).toBe(true);
});

test("another database, or a damaged one, is refused with what to do", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "other.db");
  writeFileSync(file, Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(5000, 1)]));
  await expect(findIn(file)).rejects.toThrow(/other\.db cannot be read as a database.*export the session/);
  const { transcripts, refused } = await importAll(temporaryLibrary(), folder);
  expect(transcripts).toEqual([]);
  expect(refused[0]?.message).toMatch(/SQLite database/);
});

test("opencode's older store is read as one transcript for each session", async () => {
  const library = temporaryLibrary();
  const folder = temporaryFolder();
  const stored = (value: object): string => JSON.stringify(value, null, 2);
  writeFiles(folder, {
    "storage/session/p/ses_1.json": stored({ id: "ses_1", projectID: "p", directory: "/", title: "Old" }),
    "storage/message/ses_1/msg_1.json": stored({ id: "msg_1", sessionID: "ses_1", role: "user" }),
    "storage/message/ses_1/msg_2.json": stored({ id: "msg_2", sessionID: "ses_1", role: "assistant" }),
    "storage/part/msg_1/prt_1.json": stored({
      id: "prt_1",
      sessionID: "ses_1",
      messageID: "msg_1",
      type: "text",
      text: "one",
    }),
    "storage/part/msg_2/prt_2.json": stored({
      id: "prt_2",
      sessionID: "ses_1",
      messageID: "msg_2",
      type: "text",
      text: "two",
    }),
    "storage/part/msg_2/prt_3.json": stored({
      id: "prt_3",
      sessionID: "ses_1",
      messageID: "msg_2",
      type: "text",
      text: "three",
    }),
  });
  const { transcripts } = await importAll(library, folder);
  expect(transcripts.length).toBe(1);
  expect(textsOf(library, transcripts[0]?.transcript ?? -1).map((text) => text.split(": ")[1])).toEqual([
    "one",
    "two",
    "three",
  ]);
});

test("a longer version of another file of a folder is a file of its own; of one that was there before it goes on", async () => {
  const whole = sessionText(30);
  const half = whole.split("\n").slice(0, 10).join("\n") + "\n";
  const rows = (library: Library) =>
    library.reader.prepare("select name, bytes from transcript order by name").all();
  for (const files of [
    { "a.jsonl": half, "b.jsonl": whole, "c.jsonl": half },
    { "a.jsonl": whole, "b.jsonl": half, "c.jsonl": whole },
  ]) {
    const library = temporaryLibrary();
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const first = await importAll(library, folder);
    expect(first.transcripts.map(({ duplicate, grown }) => [duplicate, grown])).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
    const stored = rows(library);
    expect(stored).toEqual([
      { name: "a.jsonl", bytes: Buffer.byteLength(files["a.jsonl"]) },
      { name: "b.jsonl", bytes: Buffer.byteLength(files["b.jsonl"]) },
    ]);
    const again = await importAll(library, folder);
    expect(again.transcripts.map(({ duplicate }) => duplicate)).toEqual([true, true, true]);
    expect(rows(library)).toEqual(stored);
  }
  const library = temporaryLibrary();
  const [before, after] = [temporaryFolder(), temporaryFolder()];
  writeFiles(before, { "a.jsonl": half });
  writeFiles(after, { "a.jsonl": whole });
  await importAll(library, before);
  const { transcripts } = await importAll(library, after);
  expect(transcripts).toMatchObject([{ name: "a.jsonl", duplicate: false, grown: true }]);
  expect(rows(library)).toEqual([{ name: "a.jsonl", bytes: Buffer.byteLength(whole) }]);
});

test("a file that is called like no transcript is read if it begins as one does", async () => {
  const library = temporaryLibrary();
  const folder = temporaryFolder();
  const messages = [
    { role: "user", content: "which pier?" },
    { role: "assistant", content: "the west one" },
  ];
  writeFiles(folder, {
    rollout: sessionText(10),
    "today.log": `\ufeff${jsonl([{ messages }])}`,
    "chat.txt": JSON.stringify({ messages }, null, 2),
    "list.out": `\n${JSON.stringify(messages)}`,
    "notes.log": "[12:00] INFO started\n[12:01] INFO done\n",
    "code.ts": "{ const a = 1; }",
    "style.css": "body {}",
    "picture.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x7b, 0x22]),
    nothing: "",
  });
  const { transcripts, refused, passedOver } = await importAll(library, folder);
  expect(transcripts.map(({ name }) => name)).toEqual(["chat.txt", "list.out", "rollout", "today.log"]);
  expect(refused).toEqual([]);
  expect(passedOver.count).toBe(5);
  expect(passedOver.names).toEqual(["code.ts", "notes.log", "nothing", "picture.png", "style.css"]);
});

test("handed files with hostile paths are names, not places", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "upload-1": jsonl([{ role: "user", content: "hello" }]) });
  const at = path.join(folder, "upload-1");
  const names = ["../../../etc/a.jsonl", "/etc/b.jsonl", "x/subagents/agent-1.jsonl", "__proto__/c.jsonl"];
  const found = await findAmong(names.map((name) => ({ name, path: at, bytes: 1 })));
  expect(found.transcripts.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const one of found.transcripts) {
    const source = await one.open();
    expect(source.bytes).toBe(34);
    await source.close();
  }
});

test("a cancel stores nothing of the file that is read, and says what was stored before", async () => {
  const library = temporaryLibrary();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "a.jsonl": sessionText(10),
    "b.jsonl": sessionText(12, 3),
    "c.jsonl": sessionText(14, 4),
  });
  const cancel = new AbortController();
  const progress = ({ name }: FolderProgress): void => void (name === "b.jsonl" && cancel.abort());
  const result = await importAll(library, folder, progress, cancel.signal);
  expect(result).toMatchObject({ cancelled: true, refused: [] });
  expect(result.transcripts.map(({ name }) => name)).toEqual(["a.jsonl"]);
  expect(countRows(library, "transcript")).toBe(1);
});

test("a folder that is not there, or empty, says so", async () => {
  const folder = temporaryFolder();
  await expect(findIn(path.join(folder, "none"))).rejects.toThrow(/none/);
  expect((await findIn(folder)).transcripts).toEqual([]);
});

test("opencode's database: a view in the place of a table could be without end, and is refused", () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "opencode.db");
  writeOpencodeDb(file, [{ id: "ses_1", said: ["hello", "well"] }]);
  const db = new Sqlite(file);
  db.exec(`drop table part; create view part as with recursive r(x) as (select 1 union all select x + 1 from r)
    select 'p' || x as id, 'm' as message_id, 's' as session_id, '{}' as data from r where x < 0;`);
  db.close();
  expect(() => openOpencode(file)).toThrow(/not opencode's/);
});

test("opencode's database: sessions in a ring are one transcript", () => {
  const file = path.join(temporaryFolder(), "opencode.db");
  const ring = Array.from({ length: 60 }, (_, at) => ({
    id: `ses_${at}`,
    parent: `ses_${(at + 1) % 60}`,
    said: ["hello"],
  }));
  writeOpencodeDb(file, ring);
  const opened = openOpencode(file);
  expect(opened.roots.map(({ id }) => id)).toEqual(["ses_0"]);
  expect(opened.text("ses_0").trim().split("\n")).toHaveLength(60);
  opened.close();
});
