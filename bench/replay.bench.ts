// Replay against JSON.parse of the same lines, in one run. The lines are a made Claude Code session.
import { replay } from "../core/engine/replay.ts";
import { readAll } from "../core/importers/read-all.ts";
import { measureNatively } from "../host/measure.ts";
import type { Profile, ProfileInput } from "../core/model/profile.ts";
import type { Thread } from "../core/model/thread.ts";
import { checkProfile } from "../core/policies/check.ts";
import { fastest, median, report, timed } from "./ratio.ts";
import { sessionLines } from "./session.ts";

measureNatively();

function profileOf(input: ProfileInput): Profile {
  const { profile, problems } = checkProfile(input);
  if (!profile) throw new Error(JSON.stringify(problems.errors));
  return profile;
}

/** How many values a slider passes while it is dragged. */
const VALUES = 16;

function drag(first: number, by: number, make: (value: number) => ProfileInput): Profile[] {
  return Array.from({ length: VALUES }, (_, at) => profileOf(make(first + at * by)));
}

/** A profile and what a user drags in it: every value gives a run of its own, and none comes twice. */
const CHANGES: readonly { readonly name: string; readonly values: readonly Profile[] }[] = [
  {
    name: "llm4s, summarize trigger",
    values: drag(100_000, -2500, (tokens) => ({
      policies: [{ kind: "offload" }, { kind: "summarize", trigger: { tokens } }],
    })),
  },
  {
    name: "llm4s, offload threshold",
    values: drag(20_000, -500, (thresholdTokens) => ({
      policies: [{ kind: "offload", thresholdTokens }, { kind: "summarize" }],
    })),
  },
  {
    name: "synaps, spill threshold",
    values: drag(65_536, -2000, (spillBytes) => ({ policies: [{ kind: "spill", spillBytes }] })),
  },
];

function threadOf(lines: readonly string[]): Thread {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const thread = readAll(bytes, (part) => new TextDecoder().decode(part)).threads[0];
  if (!thread) throw new Error("no thread");
  return thread;
}

interface Times {
  readonly parse: number;
  readonly first: number;
  readonly again: number;
}

/** Medians. Every piece of work is timed next to the baseline, so that other work on the machine meets both alike. */
function measure(steps: number, values: readonly Profile[], tries: number): Times {
  const lines = [...sessionLines(steps)];
  const parse = (): unknown => lines.map((line) => JSON.parse(line) as unknown);
  const times = { parse: [] as number[], first: [] as number[], again: [] as number[] };
  for (let at = 0; at < tries; at++) {
    // Nothing is known of a thread that was only just read.
    const thread = threadOf(lines);
    times.parse.push(timed(parse));
    times.first.push(timed(() => replay(thread, values[0] as Profile)));
  }
  const thread = threadOf(lines);
  replay(thread, values[0] as Profile);
  for (const value of values.slice(1)) {
    times.parse.push(timed(parse));
    times.again.push(timed(() => replay(thread, value)));
  }
  return { parse: median(times.parse), first: median(times.first), again: median(times.again) };
}

/**
 * The shortest first replay of a length, and the middle one of its re-runs, to be compared with another length. The baseline is left out: what
 * it leaves behind would be collected in the time of whatever comes next.
 */
function alone(steps: number, values: readonly Profile[], tries: number): Omit<Times, "parse"> {
  const lines = [...sessionLines(steps)];
  const firsts: number[] = [];
  const agains: number[] = [];
  for (let at = 0; at < tries; at++) {
    const thread = threadOf(lines);
    firsts.push(timed(() => replay(thread, values[0] as Profile)));
    for (const value of values.slice(1)) agains.push(timed(() => replay(thread, value)));
  }
  return { first: fastest(firsts), again: median(agains) };
}

for (const { name, values } of CHANGES) {
  measure(1000, values, 3); // compiles the code, as a user's first look does
  const one = measure(3000, values, 9);
  const milliseconds = `${one.first.toFixed(1)} ms of ${one.parse.toFixed(1)} ms`;
  report(`first replay, ${name}`, one.first / one.parse, 1, milliseconds);
  const each = `${one.again.toFixed(1)} ms, ${((one.again * 1000) / 3000).toFixed(2)} µs a step`;
  report(`re-run, ${name}`, one.again / one.parse, 0.1, each);
  const single = alone(3000, values, 7);
  const double = alone(6000, values, 7);
  report(`first replay, twice the length, ${name}`, double.first / single.first, 2.2);
  report(`re-run, twice the length, ${name}`, double.again / single.again, 2.2);
}
