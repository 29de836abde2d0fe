import { expect, test } from "vitest";
import type { Connection, HandOver, LocalFolder } from "../../../core/contract/connection.ts";
import type { FolderProgress } from "../../../core/contract/folder.ts";
import type { ImportProgress, ImportResult } from "../../../core/contract/methods.ts";
import { type CallOptions, HostError } from "../../../core/contract/rpc.ts";
import { ImportJobs } from "../../../renderer/data/import-jobs.ts";

const turn = () => new Promise((done) => setTimeout(done, 0));

/** Jobs over a connection whose way to the host and whose import are ended by hand. */
function byHand() {
  const sending: { options: HandOver; sent: () => void }[] = [];
  const importing: {
    options: CallOptions<"library.import">;
    end: () => void;
    fail: (error: Error) => void;
  }[] = [];
  const call = (_method: string, _params: unknown, options: CallOptions<"library.import">) =>
    new Promise((end, fail) => {
      importing.push({ options, fail, end: () => end({ duplicate: false } as ImportResult) });
      options.signal?.addEventListener("abort", () => fail(new HostError("aborted", "cancelled")));
    });
  const handOver = (options: HandOver) =>
    new Promise((resolve, reject) => {
      sending.push({ options, sent: () => resolve({ kind: "upload", upload: "u" }) });
      options.signal?.addEventListener("abort", () => reject(new HostError("aborted", "cancelled")));
    });
  const connection = {
    host: { call },
    sourceOf: (_file: File, options: HandOver) => handOver(options),
    folderOf: (_folder: LocalFolder, options: HandOver) => handOver(options),
  } as unknown as Connection;
  return { jobs: new ImportJobs(connection), sending, importing };
}

const file = (size: number) => ({ name: "a.jsonl", size }) as File;

test("a file is sent, read and stored, each with how far it is, and then gone from the list", async () => {
  const { jobs, sending, importing } = byHand();
  const done = jobs.file(file(100));
  expect(jobs.list()).toMatchObject([
    { name: "a.jsonl", progress: { phase: "sending", done: 0, total: 100 } },
  ]);
  sending[0]?.options.onProgress?.(40, 100);
  expect(jobs.list()).toMatchObject([{ progress: { phase: "sending", done: 40, total: 100 } }]);
  sending[0]?.sent();
  await turn();
  const reading: ImportProgress = { phase: "reading", done: 60, total: 100, lines: 7 };
  importing[0]?.options.onEvent?.(reading);
  expect(jobs.list()).toMatchObject([{ progress: reading, state: "running" }]);
  importing[0]?.end();
  expect(await done).toMatchObject({ duplicate: false });
  expect(jobs.list()).toEqual([]);
});

test("a folder is one card, with how many of its files are done", async () => {
  const { jobs, sending, importing } = byHand();
  const files = [file(100), file(300)].map((one, at) => ({ file: one, name: `${at}.jsonl` }));
  const done = jobs.folder({ name: "logs", files });
  expect(jobs.list()).toMatchObject([{ name: "logs", progress: { phase: "sending", done: 0, total: 400 } }]);
  sending[0]?.options.onProgress?.(150, 400);
  expect(jobs.list()).toMatchObject([{ progress: { phase: "sending", done: 150, total: 400 } }]);
  sending[0]?.sent();
  await turn();
  const reading: FolderProgress = {
    phase: "reading",
    done: 200,
    total: 400,
    lines: 9,
    files: 2,
    filesDone: 1,
    name: "1.jsonl",
  };
  importing[0]?.options.onEvent?.(reading);
  expect(jobs.list()).toMatchObject([{ progress: reading, state: "running" }]);
  importing[0]?.end();
  await done;
  expect(jobs.list()).toEqual([]);
});

test("cancelling ends it where it is and leaves no card", async () => {
  const { jobs, sending, importing } = byHand();
  const first = jobs.file(file(100));
  jobs.list()[0]?.cancel();
  expect(await first).toBeUndefined();
  const second = jobs.file(file(100));
  sending[1]?.sent();
  await turn();
  jobs.list()[0]?.cancel();
  expect(await second).toBeUndefined();
  expect(importing[0]?.options.signal?.aborted).toBe(true);
  expect(jobs.list()).toEqual([]);
});

test("a failure stays, with its words, until it is dismissed", async () => {
  const { jobs, sending, importing } = byHand();
  const done = jobs.file(file(1));
  sending[0]?.sent();
  await turn();
  importing[0]?.fail(new HostError("bad_input", "a.jsonl: line 3: not JSON"));
  expect(await done).toBeUndefined();
  expect(jobs.list()).toMatchObject([{ state: "failed", error: { message: "a.jsonl: line 3: not JSON" } }]);
  jobs.dismiss(jobs.list()[0]?.id ?? 0);
  expect(jobs.list()).toEqual([]);
});

test("another window's import is watched, and never shown twice beside an own one", () => {
  const { jobs } = byHand();
  const progress: ImportProgress = { phase: "reading", done: 1, total: 9, lines: 0 };
  jobs.seen("other.jsonl", progress);
  jobs.seen("other.jsonl", { ...progress, done: 5 });
  expect(jobs.list()).toMatchObject([{ name: "other.jsonl", own: false, progress: { done: 5 } }]);
  void jobs.file(file(9));
  jobs.seen("a.jsonl", progress);
  expect(jobs.list().filter((job) => job.name === "a.jsonl")).toHaveLength(1);
  jobs.ended("other.jsonl");
  expect(jobs.list().map((job) => job.name)).toEqual(["a.jsonl"]);
});
