import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import type { FolderProgress } from "../../core/contract/folder.ts";
import type { AppEvent } from "../../core/contract/methods.ts";
import type { AppHost } from "../../host/create-host.ts";
import { connectWindow, startHost } from "../support/host-client.ts";
import { sessionText, temporaryFolder } from "../support/host-library.ts";
import { claudeProject, writeFiles } from "../support/made-folder.ts";

// Threads are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

function upload(host: AppHost, text: string): Promise<string> {
  return host.uploads.receive("upload", Readable.from([Buffer.from(text)]));
}

test("files of a folder that a page hands over are read as a folder, and are gone afterwards", async () => {
  const folder = temporaryFolder();
  const host = startHost(folder);
  const files: { upload: string; name: string }[] = [];
  const contents = {
    ...claudeProject,
    "b.jsonl": sessionText(12),
    "c.jsonl": sessionText(12),
    "d.json": "[]",
  };
  for (const [name, text] of Object.entries(contents)) files.push({ upload: await upload(host, text), name });
  const progress: FolderProgress[] = [];
  const lost = { name: "e.jsonl", message: "e.jsonl cannot be read: it was moved." };
  const source = { kind: "uploads" as const, name: "logs", files, refused: [lost] };
  const result = await connectWindow(host).call(
    "library.import-folder",
    { source },
    { onEvent: (event) => progress.push(event) },
  );
  expect(result.transcripts.map(({ name, duplicate }) => [name, duplicate])).toEqual([
    ["b.jsonl", false],
    ["c.jsonl", true],
    ["project/s-1.jsonl", false],
  ]);
  expect(result).toMatchObject({
    name: "logs",
    refused: [{ name: "e.jsonl", message: "e.jsonl cannot be read: it was moved." }, { name: "d.json" }],
    cancelled: false,
  });
  expect(progress.length).toBeGreaterThan(0);
  const left = path.join(folder, "uploads", String(process.pid));
  expect(existsSync(left) ? readdirSync(left) : []).toEqual([]);
});

test("only the desktop shell names folders by their path", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.jsonl": sessionText(10) });
  const source = { kind: "path", path: folder } as const;
  const browser = connectWindow(startHost());
  await expect(browser.call("library.import-folder", { source })).rejects.toMatchObject({
    code: "bad_input",
  });
  const desktop = connectWindow(startHost(temporaryFolder(), "electron"));
  const result = await desktop.call("library.import-folder", { source });
  expect(result.transcripts.map(({ name }) => name)).toEqual(["a.jsonl"]);
  const relative = { kind: "path", path: "logs" } as const;
  await expect(desktop.call("library.import-folder", { source: relative })).rejects.toThrow(/absolute/);
});

test("a folder that is asked for at the start is told to the first window", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.jsonl": sessionText(10) });
  const host = startHost();
  await host.open([folder]);
  const events: AppEvent[] = [];
  const stop = new AbortController();
  const watching = connectWindow(host).call(
    "app.watch",
    {},
    { signal: stop.signal, onEvent: (event) => events.push(event) },
  );
  await vi.waitFor(() => expect(events.some(({ kind }) => kind === "folder")).toBe(true), 20_000);
  stop.abort();
  await expect(watching).rejects.toMatchObject({ code: "aborted" });
});
