// Replay against JSON.parse of the same lines, in one run. The lines are a made Claude Code session.
import { replay } from "../core/engine/replay.ts";
import { readAll } from "../core/importers/read-all.ts";
import { setUtf8Measure } from "../core/lib/utf8.ts";
import type { Profile, ProfileInput } from "../core/model/profile.ts";
import type { Thread } from "../core/model/thread.ts";
import { checkProfile } from "../core/policies/check.ts";
import { best, report } from "./ratio.ts";
import { sessionLines } from "./session.ts";

setUtf8Measure((text) => Buffer.byteLength(text));

function profileOf(input: ProfileInput): Profile {
  const { profile, problems } = checkProfile(input);
  if (!profile) throw new Error(JSON.stringify(problems.errors));
  return profile;
}

/** A profile and what a user drags: every value gives a run of its own. */
const CHANGES: readonly { readonly name: string; readonly values: readonly Profile[] }[] = [
  {
    name: "llm4s, summarize trigger",
    values: [100_000, 90_000, 80_000, 70_000].map((tokens) =>
      profileOf({ policies: [{ kind: "offload" }, { kind: "summarize", trigger: { tokens } }] }),
    ),
  },
  {
    name: "llm4s, offload threshold",
    values: [20_000, 15_000, 10_000, 25_000].map((thresholdTokens) =>
      profileOf({ policies: [{ kind: "offload", thresholdTokens }, { kind: "summarize" }] }),
    ),
  },
  {
    name: "synaps, spill threshold",
    values: [65_536, 50_000, 40_000, 80_000].map((spillBytes) =>
      profileOf({ policies: [{ kind: "spill", spillBytes }] }),
    ),
  },
];

function threadOf(lines: readonly string[]): Thread {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const thread = readAll(bytes, (part) => new TextDecoder().decode(part)).threads[0];
  if (!thread) throw new Error("no thread");
  return thread;
}

/** A thread that shares no object with another, so that nothing is known of it yet. */
function fresh(thread: Thread): Thread {
  return structuredClone(thread);
}

interface Times {
  readonly parse: number;
  readonly first: number;
  readonly again: number;
}

function measure(steps: number, values: readonly Profile[]): Times {
  const lines = [...sessionLines(steps)];
  const thread = threadOf(lines);
  const parse = best(() => lines.map((line) => JSON.parse(line) as unknown));
  const copies = Array.from({ length: 3 }, () => fresh(thread));
  const first = best(() => replay(copies.pop() ?? fresh(thread), values[0] as Profile), 3);
  replay(thread, values[0] as Profile);
  // What is measured is the first run with a value after runs with others: a value is never run twice.
  let next = 0;
  const again = best(
    () => replay(thread, values[1 + (next++ % (values.length - 1))] as Profile),
    values.length - 1,
  );
  return { parse, first, again };
}

for (const { name, values } of CHANGES) {
  measure(300, values); // warms the code up: a user's second run is compiled too
  const one = measure(3000, values);
  const two = measure(6000, values);
  report(
    `first replay, ${name}`,
    one.first / one.parse,
    1,
    `${one.first.toFixed(1)} ms of ${one.parse.toFixed(1)} ms`,
  );
  report(
    `re-run, ${name}`,
    one.again / one.parse,
    0.1,
    `${one.again.toFixed(1)} ms, ${((one.again * 1000) / 3000).toFixed(2)} µs a step`,
  );
  report(`first replay, twice the length, ${name}`, two.first / one.first, 2.2);
  report(`re-run, twice the length, ${name}`, two.again / one.again, 2.2);
}
