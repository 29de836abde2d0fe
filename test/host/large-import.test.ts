import { expect, test, vi } from "vitest";
import { threadRow } from "../../core/analysis/outline.ts";
import { ArraySink, asThread } from "../../core/importers/read-all.ts";
import { createReader } from "../../core/importers/read.ts";
import { decodeUtf8 } from "../../host/files/decode.ts";
import { textSource } from "../../host/files/source.ts";
import { exportRaw } from "../../host/library/raw.ts";
import { loadThreads } from "../../host/library/thread-load.ts";
import { importSource, temporaryLibrary } from "../support/host-library.ts";

// Threads are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const messages = Array.from({ length: 800 }, (_, at) => ({
  info: {
    id: `msg_${at}`,
    role: at % 2 === 0 ? "user" : "assistant",
    time: { created: 1_700_000_000_000 + at },
  },
  parts: [
    { type: "text", text: `message ${at} ${"tide ".repeat(1000)}` },
    ...(at % 2 === 0
      ? []
      : [
          {
            type: "tool",
            callID: `c${at}`,
            tool: "read",
            state: { status: "completed", input: {}, output: "é".repeat(2500) },
          },
        ]),
  ],
}));

test("a large document goes into the library and comes back as it is read as a whole", async () => {
  const text = JSON.stringify({ info: { id: "ses_1", directory: "/", title: "Large" }, messages }, null, 1);
  expect(text.length).toBeGreaterThan(4.5 * 2 ** 20);
  const sink = new ArraySink();
  const whole = createReader({ sink, decode: decodeUtf8, large: Infinity });
  whole.push(new TextEncoder().encode(text));
  const expected = whole.end().threads.map((thread) => asThread(thread, sink));

  const library = temporaryLibrary();
  const { transcript } = await importSource(library, textSource("large.json", text));
  expect(loadThreads(library.reader, transcript.id)).toEqual(expected);
  expect(transcript.threads).toEqual(expected.map(threadRow));
  expect(transcript.report.lines).toEqual({ read: 1, bad: 0 });
  expect(Buffer.concat([...exportRaw(library.reader, transcript.id)]).toString()).toBe(text);
});
