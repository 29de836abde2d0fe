import zlib from "node:zlib";
import { expect, test, vi } from "vitest";
import type { ImportProgress } from "../../core/contract/methods.ts";
import { type ByteSource, bytesSource, textSource } from "../../host/files/source.ts";
import { importTranscript } from "../../host/library/import.ts";
import { sessionText, temporaryLibrary } from "../support/host-library.ts";

vi.setConfig({ testTimeout: 120_000 });

/** What is told while a source is imported. */
async function progressOf(source: ByteSource): Promise<ImportProgress[]> {
  const told: ImportProgress[] = [];
  const { signal } = new AbortController();
  await importTranscript(temporaryLibrary(), source, { signal, progress: (now) => void told.push(now) });
  return told;
}

const session = sessionText(11_000);
const messages = Array.from({ length: 100_000 }, (_, at) => ({
  role: at % 2 === 0 ? "user" : "assistant",
  content: `${at === 0 ? "Which port is " : "the west one "}${"of all the tides ".repeat(60)}`,
}));

const large = [
  ["lines", textSource("large.jsonl", session)],
  ["packed lines", bytesSource("large.jsonl.gz", zlib.gzipSync(session, { level: 0 }))],
  ["one document", textSource("large.json", JSON.stringify({ messages }))],
] as const;

test.each(large)(
  "the first messages of a large file are told before a twentieth of it is read: %s",
  async (_, source) => {
    const told = await progressOf(source);
    const [soonest] = told.filter(({ first }) => first !== undefined);
    expect(soonest?.first?.length).toBeGreaterThan(0);
    expect((soonest?.done ?? Infinity) / (soonest?.total ?? 0)).toBeLessThan(0.05);
    expect(told.at(-1)?.first).toHaveLength(5);
    expect(told.every(({ done }, at) => done >= (told[at - 1]?.done ?? 0))).toBe(true);
  },
);

test("they are one line each, the first of what is said, and no more than a row shows", async () => {
  const said = ["  ", "Which\nport?", "the west one ".repeat(1000), "\u0000", "a", "b", "c"];
  const list = said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const [last] = (await progressOf(textSource("a.json", JSON.stringify({ messages: list })))).toReversed();
  for (const words of last?.first ?? []) {
    expect(words).not.toContain("\n");
    expect(words.length).toBeLessThan(300);
  }
});
