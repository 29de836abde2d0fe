// The core on long threads of calls and results, against JSON.parse of the same thread, in one run.
import type { HeapProfiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { replay } from "../core/engine/replay.ts";
import { measureNatively } from "../host/measure.ts";
import type { Profile, ProfileInput } from "../core/model/profile.ts";
import type { Thread } from "../core/model/thread.ts";
import { checkProfile } from "../core/policies/check.ts";
import { median, report, timed } from "./ratio.ts";
import { pairThread } from "./pair-thread.ts";

measureNatively();

const MB = 2 ** 20;
/** A frame at 60 a second, in milliseconds. */
const FRAME = 1000 / 60;

function checked(input: ProfileInput): Profile {
  const { profile, problems } = checkProfile(input);
  if (!profile) throw new Error(JSON.stringify(problems.errors));
  return profile;
}

/** The preset `llm4s`, its summary trigger moved by what a drag passes. */
function input(at: number): ProfileInput {
  return { policies: [{ kind: "offload" }, { kind: "summarize", trigger: { tokens: 100_000 - at * 1000 } }] };
}

/** Milliseconds of a first replay and of JSON.parse of the same thread: nothing is known of a thread only just read. */
function first(json: string): { readonly parse: number; readonly replay: number } {
  let thread: Thread | undefined;
  const parse = timed(() => (thread = JSON.parse(json) as Thread));
  return { parse, replay: timed(() => replay(thread as Thread, checked(input(0)))) };
}

/** How many values a drag of a second passes: one a frame. */
const DRAG = 60;

/** Milliseconds of re-runs, one for each value that a drag passes; the threads take turns, as a busy machine meets all. */
function again(threads: readonly Thread[], values: number): number[][] {
  for (const thread of threads) replay(thread, checked(input(0)));
  const times = threads.map((): number[] => []);
  for (let at = 1; at <= values; at++) {
    const profile = checked(input(at));
    threads.forEach((thread, of) => times[of]?.push(timed(() => replay(thread, profile))));
  }
  return times;
}

type HeapNode = HeapProfiler.SamplingHeapProfileNode;

/** Bytes that a piece of work allocates, what was collected meanwhile included. */
async function allocated(work: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: 4096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  work();
  const { profile } = await session.post("HeapProfiler.stopSampling");
  session.disconnect();
  const sizeOf = (node: HeapNode): number =>
    node.children.reduce((sum, child) => sum + sizeOf(child), node.selfSize);
  return sizeOf(profile.head);
}

const perStep = (thread: Thread, total: number): number => (2 * total) / thread.messages.length;

for (let at = 0; at < 3; at++) again([pairThread(1000, at)], 5); // compiles the code, as a user's first look does

const tens = pairThread(10_000);
const json = JSON.stringify(tens);
const firsts = Array.from({ length: 5 }, () => first(json));
const parse = median(firsts.map((one) => one.parse));
const replayed = median(firsts.map((one) => one.replay / one.parse));
report(
  "first replay, 10,000 messages, llm4s",
  replayed,
  1,
  `of ${parse.toFixed(0)} ms for ${(json.length / MB).toFixed(0)} MB`,
);
const [reruns = []] = again([tens], DRAG);
report("re-run, 10,000 messages, llm4s", median(reruns) / parse, 0.05, `${median(reruns).toFixed(1)} ms`);

const lengths = [1000, 10_000, 100_000];
const threads = lengths.map((count) => pairThread(count));
const times = again(threads, DRAG / 2).map((spent, at) => perStep(threads[at] as Thread, median(spent)));
const [shortest = Number.NaN] = times;
lengths.forEach((count, at) =>
  report(
    `time of a step, ${count} messages`,
    (times[at] as number) / shortest,
    1.3,
    `${((times[at] as number) * 1000).toFixed(2)} µs`,
  ),
);
/** Reports what a step allocates in a replay, for threads of every length. */
async function heapOfStep(name: string, profile: ProfileInput): Promise<void> {
  const heaps: number[] = [];
  for (const thread of threads) {
    replay(thread, checked(profile)); // what is known of a thread is worked out once, and is no part of a step
    heaps.push(perStep(thread, await allocated(() => replay(thread, checked(profile)))));
  }
  const [least = Number.NaN] = heaps;
  lengths.forEach((count, at) => {
    const bytes = heaps[at] as number;
    report(`heap of a step, ${name}, ${count} messages`, bytes / least, 1.3, `${bytes.toFixed(0)} bytes`);
  });
}
await heapOfStep("llm4s", input(20));
await heapOfStep("spill of every tenth result", { policies: [{ kind: "spill", spillBytes: 6000 }] });
const typed = Array.from({ length: 50 }, (_, at) => timed(() => checkProfile(input(at), tens)));
report(
  "check of a profile beside 10,000 messages",
  median(typed) / FRAME,
  1,
  `${median(typed).toFixed(2)} ms`,
);
