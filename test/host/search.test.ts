import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { excerptOf } from "../../host/library/excerpt.ts";
import { search } from "../../host/library/search.ts";
import { ftsQuery, parseQuery } from "../../host/library/search-query.ts";
import { hideTranscript } from "../../host/library/transcripts.ts";
import type { Library } from "../../host/library/library.ts";
import { importText, indexAll, temporaryLibrary } from "../support/host-library.ts";

// Threads and processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

function thread(...texts: string[]): string {
  const messages = texts.map((text, at) => ({ id: `m${at}`, role: "user", parts: [{ type: "text", text }] }));
  return JSON.stringify({ ullage: 1, thread: { messages } });
}

function find(library: Library, query: string, transcript?: number) {
  return search(library.reader, { query, limit: 50, transcript }, new AbortController().signal);
}

test("finds words, phrases and beginnings, in one transcript or in all", async () => {
  const library = temporaryLibrary();
  const first = (await importText(library, thread("the red fox jumps", "a blue whale swims"), "first"))
    .transcript.id;
  await importText(library, thread("the fox is red", "nothing here"), "second");
  await indexAll(library);
  expect((await find(library, "red fox")).map(({ transcriptName }) => transcriptName).toSorted()).toEqual([
    "first",
    "second",
  ]);
  expect(
    (await find(library, '"red fox"')).map(({ transcriptName, message }) => [transcriptName, message]),
  ).toEqual([["first", 0]]);
  expect(await find(library, "whal")).toHaveLength(1);
  expect(await find(library, "whal swims")).toHaveLength(0);
  expect(await find(library, "fox", first)).toHaveLength(1);
  await library.write((db) => hideTranscript(db, first, process.pid));
  expect((await find(library, "fox")).map(({ transcriptName }) => transcriptName)).toEqual(["second"]);
});

test("finds what calls ask and results say, and not the data of media", async () => {
  const library = temporaryLibrary();
  const call = { type: "tool-call", callId: "c", name: "lookup", arguments: { city: "Ravenna" } };
  const media = { type: "media", mediaType: "image/png", data: "iVBORw0KGgoZebra" };
  const result = {
    type: "tool-result",
    callId: "c",
    isError: false,
    parts: [{ type: "text", text: "mosaics" }, media],
  };
  const messages = [
    { id: "q", role: "user", parts: [{ type: "text", text: "go" }] },
    { id: "a", role: "assistant", parts: [call] },
    { id: "r", role: "tool", parts: [result] },
  ];
  await importText(library, JSON.stringify({ ullage: 1, thread: { messages } }));
  await indexAll(library);
  expect((await find(library, "ravenna")).map(({ role, message }) => [role, message])).toEqual([
    ["assistant", 1],
  ]);
  expect((await find(library, "mosaics")).map(({ role }) => role)).toEqual(["tool"]);
  expect(await find(library, "iVBORw0KGgoZebra")).toEqual([]);
});

test("an excerpt marks the hits, is one line, and shows nobody's own marks", () => {
  const text = `${"before ".repeat(40)}the \ue000needle\ue001\nin a\thay Needle-stack ${"after ".repeat(80)}`;
  const excerpt = excerptOf(text, parseQuery("needle"));
  expect(excerpt).toMatch(/^….*\ue000needle\ue001.*\ue000Needle\ue001-stack.*…$/);
  expect(excerpt.split("\ue000")).toHaveLength(3);
  expect(excerpt).not.toMatch(/[\n\t]/);
});

test("an excerpt stands around the longest of the words, wherever the short ones stand", () => {
  const text = `a fix in the hold ${"of the ship ".repeat(60)}the ballast pump ${"is in order ".repeat(60)}`;
  for (const query of ["a the ballast", "ballast a", '"in order" in ballast', "the pump"]) {
    const [longest = ""] = query.match(/ballast|pump/) ?? [];
    expect(excerptOf(text, parseQuery(query)), query).toContain(`\ue000${longest}\ue001`);
  }
  expect(excerptOf(text, parseQuery("hold zebra"))).toContain("\ue000hold\ue001");
  expect(excerptOf(`été ${"x ".repeat(200)} garçonnière`, parseQuery("ete garconniere"))).toContain(
    "\ue000garçonnière\ue001",
  );
});

test("accents do not matter", async () => {
  const library = temporaryLibrary();
  await importText(library, thread("Überraschung im café"));
  await indexAll(library);
  const [hit] = await find(library, "uberraschung cafe");
  expect(hit?.excerpt).toContain("\ue000Überraschung\ue001");
});

test("whatever is typed is a query, never an operator or an error", async () => {
  const library = temporaryLibrary();
  await importText(library, thread("some text AND NOT near"));
  await indexAll(library);
  const nasty = [
    '"',
    '""',
    "AND",
    "NOT text",
    "text*",
    "col:text",
    "(",
    "NEAR(a b)",
    "-text",
    "^some",
    "\0",
    "a\ud800b",
    "'; drop table x",
  ];
  for (const query of nasty) await expect(find(library, query)).resolves.toBeInstanceOf(Array);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (query) => {
      expect(await find(library, query)).toBeInstanceOf(Array);
      expect(ftsQuery(parseQuery(query))).toMatch(/^("[\p{L}\p{N}\p{M}\p{Co} ]+"\*?( AND )?)*$/u);
    }),
    { numRuns: 300 },
  );
});

test("conditions narrow what the words find; those that only a run can tell are left aside", async () => {
  const library = temporaryLibrary();
  const call = { type: "tool-call", callId: "c", name: "grep", arguments: { pattern: "pump" } };
  const result = (id: string, text: string) => ({
    type: "tool-result",
    callId: id,
    isError: false,
    parts: [{ type: "text", text }],
  });
  const messages = [
    { id: "q", role: "user", parts: [{ type: "text", text: "where is the pump" }] },
    { id: "a", role: "assistant", parts: [call] },
    { id: "r", role: "tool", parts: [result("c", "a small pump")] },
    { id: "b", role: "assistant", parts: [{ type: "text", text: "the pump is there" }] },
    { id: "s", role: "tool", parts: [result("d", `a large pump ${"and more ".repeat(400)}`)] },
  ];
  await importText(library, JSON.stringify({ ullage: 1, thread: { messages } }));
  await indexAll(library);
  const at = async (query: string) =>
    (await find(library, query)).map(({ message }) => message).toSorted((a, b) => a - b);
  expect(await at("pump")).toEqual([0, 1, 2, 3, 4]);
  expect(await at("pump kind:tool")).toEqual([2, 4]);
  expect(await at("kind:tool pump size>2kB")).toEqual([4]);
  expect(await at("pump -kind:tool -small")).toEqual([0, 1, 3]);
  expect(await at("pump name:grep")).toEqual([1]);
  expect(await at("pump rule:spill step:1..2")).toEqual([0, 1, 2, 3, 4]);
  expect(await at("kind:tool")).toEqual([]);
  expect(await at("pum kind:user")).toEqual([]);
  expect(await at("kind:user pum")).toEqual([0]);
});
