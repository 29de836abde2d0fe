import zlib from "node:zlib";
import { expect, test, vi } from "vitest";
import { findIn } from "../../host/folders/find.ts";
import { bytesSource } from "../../host/files/source.ts";
import { wholeLines } from "../../host/files/whole-lines.ts";
import { importTranscript } from "../../host/library/import.ts";
import { Library } from "../../host/library/library.ts";
import { exportOriginal, exportRaw } from "../../host/library/raw.ts";
import { loadThreads } from "../../host/library/thread-load.ts";
import { listTranscripts, transcriptRow } from "../../host/library/transcripts.ts";
import type { ImportResult } from "../../core/contract/methods.ts";
import {
  countRows,
  importSource,
  indexAll,
  sessionText,
  temporaryFolder,
  temporaryLibrary,
} from "../support/host-library.ts";
import { jsonl } from "../support/import-text.ts";
import { writeFiles } from "../support/made-folder.ts";
import { makeZip } from "../support/make-zip.ts";
import { readBytes } from "../support/read-content.ts";

vi.setConfig({ testTimeout: 60_000 });

const originalOf = (library: Library, id: number): Buffer =>
  Buffer.concat([...exportOriginal(library.reader, id)]);
const textOf = (library: Library, id: number): string =>
  Buffer.concat([...exportRaw(library.reader, id)]).toString();

const packings = {
  plain: (text: string) => Buffer.from(text),
  gzip: (text: string) => zlib.gzipSync(text),
  zstd: (text: string) => zlib.zstdCompressSync(text),
  zip: (text: string) => Buffer.from(makeZip([{ name: "a.jsonl", data: Buffer.from(text) }])),
} as const;
type Packing = keyof typeof packings;

// Over two pieces of a megabyte, so that whole pieces stay and the last one is replaced.
const lines = sessionText(900).split("\n");
const upTo = (count: number): string => `${lines.slice(0, count).join("\n")}\n`;
const pairs = (Object.keys(packings) as Packing[]).flatMap((from) =>
  (["plain", "gzip", "zstd", "zip"] as const).map((to) => [from, to] as const),
);

test.each(pairs)(
  "a longer text is the same transcript, grown, whatever holds it: %s to %s",
  async (from, to) => {
    const library = temporaryLibrary();
    for (const [short, long] of [
      [3, 30],
      [700, 900],
    ] as const) {
      const first = await importSource(library, bytesSource("a", packings[from](upTo(short))));
      const bytes = packings[to](upTo(long));
      const grown = await importSource(library, bytesSource("b", bytes));
      expect(grown).toMatchObject({ duplicate: false, grownFrom: Buffer.byteLength(upTo(short)) });
      const { id } = grown.transcript;
      expect(id).toBe(first.transcript.id);
      expect(grown.report.bytes).toBe(Buffer.byteLength(upTo(long)));
      expect(originalOf(library, id).equals(bytes)).toBe(true);
      expect(textOf(library, id) === upTo(long)).toBe(true);
      const read = await readBytes(bytes);
      expect(loadThreads(library.reader, id)).toEqual(read.threads);
      expect((await importSource(library, bytesSource("b", bytes))).duplicate).toBe(true);
    }
    expect(listTranscripts(library.reader)).toHaveLength(1);
    await indexAll(library);
  },
);

test("a packed file that another is appended to, as tools do with logs, is the same transcript", async () => {
  const library = temporaryLibrary();
  const short = zlib.gzipSync(upTo(20));
  const { transcript } = await importSource(library, bytesSource("a.gz", short));
  const longer = Buffer.concat([short, zlib.gzipSync(upTo(30).slice(upTo(20).length))]);
  const grown = await importSource(library, bytesSource("a.gz", longer));
  expect(grown.transcript.id).toBe(transcript.id);
  expect(textOf(library, transcript.id)).toBe(upTo(30));
});

test("another text, the same one packed otherwise, and a shorter one are transcripts of their own", async () => {
  const library = temporaryLibrary();
  const ids = new Set<number>();
  const texts = [upTo(40), `${upTo(39).slice(0, -9)}${upTo(60).slice(upTo(39).length - 8)}`, upTo(30)];
  for (const text of texts)
    for (const packing of ["gzip", "plain"] as const)
      ids.add((await importSource(library, bytesSource("a", packings[packing](text)))).transcript.id);
  expect(ids.size).toBe(6);
});

test("a packed file that fails or is cancelled leaves the shorter version as it was", async () => {
  const library = temporaryLibrary();
  const short = zlib.gzipSync(upTo(100));
  const { transcript } = await importSource(library, bytesSource("a.gz", short));
  const control = new AbortController();
  const progress = (): void => control.abort();
  const longer = bytesSource("a.gz", zlib.gzipSync(upTo(800)));
  await expect(importTranscript(library, longer, { signal: control.signal, progress })).rejects.toThrow(
    /cancelled/i,
  );
  expect(originalOf(library, transcript.id).equals(short)).toBe(true);
  expect(textOf(library, transcript.id)).toBe(upTo(100));
});

test("a library of an older version is brought up to date, and its packed files grow", async () => {
  const folder = temporaryFolder();
  const old = new Library(folder);
  const { id } = (await importSource(old, bytesSource("a.gz", zlib.gzipSync(upTo(60))))).transcript;
  old.writer.exec("update transcript set head = 'of the packed bytes'");
  old.writer.exec("alter table transcript drop column text_bytes");
  old.writer.exec("drop table raw_file");
  old.writer.pragma("user_version = 4");
  await old.close();
  const library = temporaryLibrary(folder);
  const grown = await importSource(library, bytesSource("a.gz", zlib.gzipSync(upTo(61))));
  expect(grown.transcript.id).toBe(id);
});

test("a packed file that is followed is read to its end: its bytes are no lines", async () => {
  const source = bytesSource("a.gz", zlib.gzipSync(upTo(50)));
  expect((await wholeLines(source)).bytes).toBe(source.bytes);
});

/** Records of a session and its sub-agents: `count` messages of one. */
function said(count: number, agent?: string): string {
  return jsonl(
    Array.from({ length: count }, (_, at) => ({
      type: at % 2 === 0 ? "user" : "assistant",
      uuid: `${agent ?? "main"}-${at}`,
      parentUuid: at === 0 ? null : `${agent ?? "main"}-${at - 1}`,
      sessionId: "s-1",
      ...(agent === undefined ? {} : { agentId: agent, isSidechain: true }),
      message: { role: at % 2 === 0 ? "user" : "assistant", content: `words ${at} of ${agent ?? "main"}` },
    })),
  );
}

interface Session {
  readonly main: number;
  readonly agents: Readonly<Record<string, number>>;
}

async function importFolder(library: Library, { main, agents }: Session, prefix = ""): Promise<ImportResult> {
  const folder = temporaryFolder();
  const below = Object.entries(agents).map(([agent, count]) => [
    `${prefix}s-1/subagents/agent-${agent}.jsonl`,
    said(count, agent),
  ]);
  writeFiles(folder, { [`${prefix}s-1.jsonl`]: said(main), ...(Object.fromEntries(below) as object) });
  const found = await findIn(folder);
  expect(found.transcripts).toHaveLength(1);
  const source = await found.transcripts[0]?.open();
  if (!source) throw new Error("nothing was found");
  try {
    return await importSource(library, source);
  } finally {
    await source.close();
    found.close();
  }
}

const growths: readonly (readonly [string, Session, Session])[] = [
  ["the session", { main: 4, agents: { a: 2 } }, { main: 60, agents: { a: 2 } }],
  ["a sub-agent", { main: 40, agents: { a: 2, b: 2 } }, { main: 40, agents: { a: 30, b: 2 } }],
  ["all of them", { main: 40, agents: { a: 2, b: 3 } }, { main: 42, agents: { a: 6, b: 30 } }],
  ["by a sub-agent", { main: 40, agents: { b: 3 } }, { main: 42, agents: { a: 6, b: 4 } }],
  ["beside a long session", { main: 9000, agents: { a: 2 } }, { main: 9000, agents: { a: 9 } }],
  ["of a long session", { main: 9000, agents: { a: 2 } }, { main: 9001, agents: { a: 2 } }],
  ["by its first sub-agent", { main: 40, agents: {} }, { main: 40, agents: { a: 6 } }],
];

test.each(growths)(
  "files that are read as one are the same transcript when there is more: %s",
  async (_, a, b) => {
    const library = temporaryLibrary();
    const first = await importFolder(library, a);
    const grown = await importFolder(library, b, "project/");
    expect(grown.transcript.id).toBe(first.transcript.id);
    expect(grown.grownFrom).toBe(first.report.bytes);
    const fresh = temporaryLibrary();
    const { transcript } = await importFolder(fresh, b);
    expect(textOf(library, first.transcript.id)).toBe(textOf(fresh, transcript.id));
    expect(loadThreads(library.reader, first.transcript.id)).toEqual(
      loadThreads(fresh.reader, transcript.id),
    );
    expect(countRows(library, "transcript")).toBe(1);
    expect(transcriptRow(library.reader, first.transcript.id).threads).toHaveLength(
      1 + Object.keys(b.agents).length,
    );
  },
);

test("files of which one is gone, or another, are another transcript", async () => {
  const library = temporaryLibrary();
  const { id } = (await importFolder(library, { main: 40, agents: { a: 4, b: 3 } })).transcript;
  const others: readonly Session[] = [
    { main: 60, agents: { a: 4 } },
    { main: 60, agents: { a: 2, b: 3 } },
    { main: 60, agents: {} },
  ];
  for (const other of others) expect((await importFolder(library, other)).transcript.id).not.toBe(id);
  expect(countRows(library, "transcript")).toBe(4);
});

test("an archive of several files grows as they do", async () => {
  const sample = (id: number) => ({
    name: `samples/${id}_epoch_1.json`,
    data: Buffer.from(JSON.stringify({ id, epoch: 1, messages: [{ role: "user", content: `tide ${id}` }] })),
  });
  const head = {
    name: "header.json",
    data: Buffer.from('{"version":2,"status":"success","eval":{"task":"t"}}'),
  };
  const library = temporaryLibrary();
  const all = [1, 2, 3].map((count) => makeZip([head, ...[1, 2, 3].slice(0, count).map(sample)]));
  const ids = new Set<number>();
  for (const bytes of all) {
    const { transcript } = await importSource(library, bytesSource("a.eval", bytes));
    ids.add(transcript.id);
    expect(originalOf(library, transcript.id).equals(bytes)).toBe(true);
    expect(loadThreads(library.reader, transcript.id)).toEqual((await readBytes(bytes)).threads);
  }
  expect(ids.size).toBe(1);
});
