// The core on long threads of calls and results, against JSON.parse of the same thread, in one run.
import { spawnSync } from "node:child_process";
import type { HeapProfiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { setImmediate as turn } from "node:timers/promises";
import { replay } from "../core/engine/replay.ts";
import { measureNatively } from "../host/measure.ts";
import type { Profile, ProfileInput } from "../core/model/profile.ts";
import type { Thread } from "../core/model/thread.ts";
import { checkProfile } from "../core/policies/check.ts";
import { median, report, timed } from "./ratio.ts";
import { pairThread } from "./pair-thread.ts";

measureNatively();

/** A frame at 60 a second, in milliseconds. */
const FRAME = 1000 / 60;
/** How much of JSON.parse a re-run may take while code is not compiled. No promise: so that a slip is seen. */
const COLD_BOUND = 0.15;

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

/**
 * Milliseconds of re-runs, one for each value that a drag passes; the threads take turns, as a busy machine meets all.
 * Each run comes as a message of its own, as it does to the thread of the engine.
 */
async function drag(threads: readonly Thread[], values: number): Promise<number[][]> {
  const times = threads.map((): number[] => []);
  for (let at = 1; at <= values; at++) {
    const profile = checked(input(at));
    for (const [of, thread] of threads.entries()) {
      await turn();
      times[of]?.push(timed(() => replay(thread, profile)));
    }
  }
  return times;
}

/** What is known of a thread is worked out once: by the replay that everybody sees before they drag anything. */
function looked(thread: Thread): Thread {
  replay(thread, checked(input(0)));
  return thread;
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

/** Compiles the code, as a user's first look does. */
async function lookAround(): Promise<void> {
  for (let at = 0; at < 3; at++) await drag([looked(pairThread(1000, at))], 5);
}

const SIZE = 10_000;
/** The first few of them run code that is not compiled yet; their median does not. */
const FIRSTS = 15;
/**
 * What a parse leaves to be collected is collected in the parse or in the replay after it, in a whole process mostly in the
 * same one: so several processes are asked.
 */
const PROCESSES = 5;

type Firsts = ReturnType<typeof first>[];

/** Prints what each first replay of this process took. */
async function printFirsts(): Promise<void> {
  await lookAround();
  const json = JSON.stringify(pairThread(SIZE));
  console.log(JSON.stringify(Array.from({ length: FIRSTS }, () => first(json))));
}

function measureFirst(): void {
  const given = [import.meta.filename, "firsts"];
  const firsts = Array.from({ length: PROCESSES }, () => {
    const { stdout } = spawnSync(process.execPath, given, { encoding: "utf8" });
    return JSON.parse(stdout) as Firsts;
  });
  const ratiosOf = (some: Firsts): number => median(some.map(({ replay: spent, parse }) => spent / parse));
  const parse = median(firsts.flat().map((one) => one.parse)).toFixed(0);
  const each = firsts.map((some) => ratiosOf(some).toFixed(2)).join(", ");
  report(
    `first replay, ${SIZE} messages, llm4s`,
    ratiosOf(firsts.flat()),
    1,
    `of ${parse} ms; by process ${each}`,
  );
}

/** How many drags there are, and how many of the last of them count as those of compiled code. */
const DRAGS = 10;
const COMPILED = 5;

/**
 * A person who looks for a threshold drags more than once. The first drag is told apart: most of it is spent in code that
 * is not compiled yet. JSON.parse is measured after each, as a machine's speed changes.
 */
async function measureDrags(): Promise<void> {
  const json = JSON.stringify(pairThread(SIZE));
  const thread = looked(JSON.parse(json) as Thread);
  const drags: { readonly rerun: number; readonly parse: number }[] = [];
  for (let at = 0; at < DRAGS; at++) {
    const rerun = median((await drag([thread], DRAG)).flat());
    const parse = median(Array.from({ length: 3 }, () => timed(() => JSON.parse(json) as unknown)));
    drags.push({ rerun, parse });
  }
  const told = (name: string, some: typeof drags, bound: number): void => {
    const ratio = median(some.map(({ rerun, parse }) => rerun / parse));
    const times = some.map(({ rerun }) => rerun.toFixed(1)).join(", ");
    const parses = some.map(({ parse }) => parse.toFixed(0)).join(", ");
    report(`re-run, ${SIZE} messages, llm4s, ${name}`, ratio, bound, `${times} ms of ${parses} ms`);
  };
  told("first drag", drags.slice(0, 1), COLD_BOUND);
  told("compiled", drags.slice(-COMPILED), 0.05);
}

const lengths = [1000, 10_000, 100_000];

async function measureSteps(): Promise<void> {
  await lookAround();
  const threads = lengths.map((count) => looked(pairThread(count)));
  const all = await drag(threads, DRAG / 2);
  const times = all.map((spent, at) => perStep(threads[at] as Thread, median(spent)));
  reportFlat("time of a step", times, (time) => `${(time * 1000).toFixed(2)} µs`);
}

/** Reports one value for each length, against that of the shortest. */
function reportFlat(name: string, values: readonly number[], tell: (value: number) => string): void {
  const [shortest = Number.NaN] = values;
  values.forEach((value, at) =>
    report(`${name}, ${lengths[at]} messages`, value / shortest, 1.3, tell(value)),
  );
}

/** Reports what a step allocates in a replay, for threads of every length. */
async function heapOfStep(name: string, input: ProfileInput): Promise<void> {
  const profile = checked(input);
  const heaps: number[] = [];
  for (const count of lengths) {
    const thread = pairThread(count);
    replay(thread, profile); // what is known of a thread is worked out once, and is no part of a step
    heaps.push(perStep(thread, await allocated(() => replay(thread, profile))));
  }
  reportFlat(`heap of a step, ${name}`, heaps, (bytes) => `${bytes.toFixed(0)} bytes`);
}

async function measureHeap(): Promise<void> {
  await heapOfStep("llm4s", input(20));
  await heapOfStep("spill of every tenth result", { policies: [{ kind: "spill", spillBytes: 6000 }] });
}

async function measureCheck(): Promise<void> {
  const thread = pairThread(SIZE);
  const typed = Array.from({ length: 50 }, (_, at) => timed(() => checkProfile(input(at), thread)));
  const time = median(typed);
  report(`check of a profile beside ${SIZE} messages`, time / FRAME, 1, `${time.toFixed(2)} ms`);
}

const measures = {
  first: measureFirst,
  drags: measureDrags,
  steps: measureSteps,
  heap: measureHeap,
  check: measureCheck,
};

/** Each in a process of its own: what one leaves behind is not collected in another. */
function measureAll(): void {
  for (const name of Object.keys(measures)) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, name], { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
}

const name = process.argv[2];
if (name === undefined) measureAll();
else if (name === "firsts") await printFirsts();
else await measures[name as keyof typeof measures]();
