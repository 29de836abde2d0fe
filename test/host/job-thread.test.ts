import { expect, test, vi } from "vitest";
import type { EngineJobs } from "../../host/jobs/engine-jobs.ts";
import { JobThread } from "../../host/jobs/job-thread.ts";
import { Lru } from "../../host/jobs/lru.ts";
import type { LibraryJobs } from "../../host/jobs/library-jobs.ts";
import { atMost } from "../../host/jobs/at-most.ts";
import { temporaryFolder } from "../support/host-library.ts";

// Threads and processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

test("a thread that crashes fails its calls with a reason, and is started again for the next", async () => {
  // Without a setup the thread dies at once.
  const thread = new JobThread<EngineJobs>("engine-worker", undefined);
  const asked = { transcript: 1, thread: "main" };
  for (const _ of [1, 2])
    await expect(thread.call("thread.outline", asked)).rejects.toMatchObject({
      code: "failed",
      message: expect.stringMatching(
        /engine-worker crashed \(.+\) and was started anew: try again/,
      ) as unknown,
    });
  await thread.stop();
});

test("a thread that was stopped takes no more work", async () => {
  const thread = new JobThread<LibraryJobs>("library-worker", { folder: temporaryFolder() });
  await thread.call("ready", null);
  await thread.stop();
  await expect(thread.call("list", null)).rejects.toMatchObject({ code: "closed" });
});

test("the cache keeps what was used last within its weight, and the newest whatever it weighs", () => {
  const cache = new Lru<string, number>(10);
  cache.set("a", 1, 4);
  cache.set("b", 2, 4);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3, 4);
  expect(cache.keys()).toEqual(["a", "c"]);
  cache.set("a", 5, 5);
  expect(cache.keys()).toEqual(["c", "a"]);
  cache.set("huge", 9, 100);
  expect(cache.keys()).toEqual(["huge"]);
  cache.delete("huge");
  cache.set("d", 4, 10);
  cache.set("e", 5, 0);
  expect(cache.keys()).toEqual(["d", "e"]);
});

test("progress of one phase is held back for 100 ms, another phase is told at once", () => {
  const told: string[] = [];
  const emit = atMost<{ phase: string; at: number }>(({ phase, at }) => told.push(`${phase} ${at}`));
  for (const [phase, at] of [
    ["reading", 1],
    ["reading", 2],
    ["storing", 3],
    ["storing", 4],
  ] as const)
    emit({ phase, at });
  expect(told).toEqual(["reading 1", "storing 3"]);
});
