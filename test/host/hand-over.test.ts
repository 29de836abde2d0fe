import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { textSource } from "../../host/files/source.ts";
import { handOverTo, takeOver } from "../../host/jobs/hand-over.ts";
import { type HandedOver, importTranscript } from "../../host/library/import.ts";
import { loadThreads } from "../../host/library/thread-load.ts";
import { FigureSink } from "../../host/library/part-figures.ts";
import { collectGarbage } from "../../host/library/collect-garbage.ts";
import { KeepingSink } from "../../host/library/keeping-sink.ts";
import { sessionText, temporaryFolder, temporaryLibrary } from "../support/host-library.ts";

async function handedOver(text: string, library = temporaryLibrary()): Promise<HandedOver[]> {
  const read: HandedOver[] = [];
  await importTranscript(library, textSource("made-up.jsonl", text), {
    signal: new AbortController().signal,
    progress: () => undefined,
    handOver: (one) => read.push(one),
  });
  return read;
}

test("what an import hands over is what the library reads back, to the byte", async () => {
  const library = temporaryLibrary();
  const text = sessionText(700);
  expect(Buffer.byteLength(text)).toBeGreaterThan(2 * 2 ** 20);
  const [read] = await handedOver(text, library);
  if (!read) throw new Error("nothing was handed over");
  expect(structuredClone(read.threads)).toEqual(loadThreads(library.reader, read.transcript));
  const { content } = library.reader
    .prepare<[number], { content: string }>("select sha256 as content from transcript where id = ?")
    .get(read.transcript) ?? { content: "" };
  expect(read.content).toBe(content);
});

test("a small file is read again as quickly: it is not handed over", async () => {
  expect(await handedOver(sessionText(20))).toEqual([]);
});

test("texts are kept up to a bound and counted beyond it", () => {
  const sink = new KeepingSink(10);
  const part = { type: "text", text: "12345678" } as const;
  const one = sink.keep([part]);
  const thread = {
    id: "t",
    lane: "main",
    system: null,
    tools: [],
    marks: [],
    messages: [{ id: "m", role: "user" as const, kept: [one] }],
  };
  expect(sink.threads([thread])?.[0]?.messages).toEqual([{ id: "m", role: "user", parts: [part] }]);
  const two = sink.keep([part]);
  expect(sink.threads([thread])).toBeUndefined();
  expect(sink.figures.sum([{ kept: [one, two] }]).units).toBe(16);
  expect(new KeepingSink(0).threads([])).toBeUndefined();
});

test("what is kept is bound by the memory that it takes: of most scripts a character takes two bytes", () => {
  const kept = (text: string, times: number): boolean => {
    const sink = new KeepingSink(1000);
    const result = {
      type: "tool-result",
      callId: "c",
      isError: false,
      parts: [{ type: "text", text }],
    } as const;
    for (let at = 0; at < times; at++) sink.keep([result]);
    return sink.threads([]) !== undefined;
  };
  expect([kept("tide", 250), kept("tide", 251)]).toEqual([true, false]);
  expect([kept("潮位", 250), kept("潮位", 251)]).toEqual([true, false]);
  expect([kept("tide 🌊 table", 38), kept("tide 🌊 table", 39)]).toEqual([true, false]);
  const sink = new KeepingSink(1000);
  sink.keep([{ type: "media", mediaType: "image/png", data: "A".repeat(1001) }]);
  expect(sink.threads([])).toBeUndefined();
});

test("what will be too much in the end is let go of as soon as that is plain", () => {
  const text = "x".repeat(2 ** 20);
  const kept = (share: number): boolean => {
    const sink = new KeepingSink(20 * 2 ** 20);
    for (let at = 0; at < 6; at++) sink.keep([{ type: "text", text }]);
    sink.progress(share);
    return sink.threads([]) !== undefined;
  };
  expect([kept(0.9), kept(0.2), kept(0.05)]).toEqual([true, true, false]);
});

test("of texts that were counted, no more than the beginnings stay in memory", () => {
  const figures = new FigureSink();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const said: string[] = [];
  for (let at = 0; at < 100; at++) {
    // Without a line break: the beginning could be taken as it is.
    const text = Buffer.alloc(2 ** 20, `${at}-harbour-`).toString();
    const handle = figures.keep([{ type: "text", text }]);
    said.push(figures.excerpt([handle]));
  }
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 2 ** 20);
  expect(said[7]).toBe("7-harbour-".repeat(8));
});

test("the channel of a library leads to those that listen for it, and to no other library's", async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const taken: string[] = [];
  takeOver(folder, ({ content }) => taken.push(`own ${content}`));
  takeOver(other, ({ content }) => taken.push(`other ${content}`));
  handOverTo(folder)({ transcript: 1, content: "a", threads: [] });
  const arrived = async (): Promise<void> => {
    while (taken.length === 0) await sleep(5);
  };
  await arrived();
  await sleep(20);
  expect(taken).toEqual(["own a"]);
});
