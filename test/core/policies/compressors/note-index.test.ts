import fc from "fast-check";
import { expect, test } from "vitest";
import { recordingOf, replay } from "../../../../core/engine/replay.ts";
import { type Part, text } from "../../../../core/model/part.ts";
import type { Thread } from "../../../../core/model/thread.ts";
import type { CompressorInput } from "../../../../core/policies/middleware.ts";
import { checkProfile } from "../../../../core/policies/check.ts";
import { extractiveSummary } from "../../../../core/policies/compressors/extractive.ts";
import { coveredMessages, rangeOf } from "../../../../core/policies/covered-range.ts";
import { type Written, written } from "../../../../core/policies/written.ts";
import { calmProfile, randomProfile } from "../../../support/random-profile.ts";
import { calmThread, randomThread } from "../../../support/random-thread.ts";

const SAID = [
  "",
  "We chose the lock because it is cheap.",
  "- [ ] paint the pier",
  "TODO: oil the hinge",
  "Well.",
];

/** The same with commands among its calls: some are run again and again, some once. */
function commanding(part: Part, at: number): Part {
  return part.type === "tool-call" && at % 3 > 0
    ? { ...part, arguments: { command: at % 5 > 1 ? `run the ${at}th` : `run ${at % 7}` } }
    : part;
}

/** The thread with something in what its assistant says and runs that a summary takes note of. */
function noteworthy(thread: Thread): Thread {
  const messages = thread.messages.map((message, at) => {
    if (message.role !== "assistant") return message;
    const parts = message.parts.map((part) => commanding(part, at));
    return { ...message, parts: [...parts, text(`${SAID[at % SAID.length]}\nOn.`)] };
  });
  return { ...thread, messages };
}

/** A chain of summaries: each is merged with the one before. */
interface Chain {
  fast?: Written;
  slow?: string;
}

/** The next summary written from the index, and the same from the messages themselves and the last one's text. */
function bothWays(
  input: Omit<CompressorInput, "range" | "previous">,
  range: CompressorInput["range"],
  { fast, slow }: Chain,
): { readonly fast: Written; readonly slow: Written } {
  const plain = extractiveSummary({ ...input, previous: slow === undefined ? undefined : written(slow) });
  return { fast: range ? extractiveSummary({ ...input, previous: fast, range }) : plain, slow: plain };
}

test("a summary from the index is the summary from the messages, wherever the cuts are", () => {
  let indexed = 0;
  let changed = 0;
  let gaps = 0;
  const headings = new Set<string>();
  const threads = fc
    .oneof({ weight: 2, arbitrary: calmThread }, { weight: 1, arbitrary: randomThread })
    .map(noteworthy);
  const cuts = fc.array(fc.nat(60), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      threads,
      fc.oneof(calmProfile, randomProfile),
      cuts,
      fc.constantFrom(300, 2000, 8000),
      fc.nat(6),
      (thread, policies, at, maxChars, gap) => {
        const { profile } = checkProfile(policies);
        if (!profile) return;
        const recording = recordingOf(thread, profile);
        const run = replay(thread, profile);
        const view = run.steps.at(-1)?.view;
        if (!view) return;
        const ends = [...new Set(at.map((cut) => Math.min(cut, view.to)))].toSorted((a, b) => a - b);
        const chain: Chain = {};
        let from = 0;
        for (const to of ends) {
          // A bound on what a compressor is given leaves the oldest messages out.
          const start = Math.min(from + gap, to);
          const messages = coveredMessages(view, start, to);
          const range = rangeOf(view, start, to, recording);
          const input = { messages, maxChars, end: to, recording };
          const { fast, slow } = bothWays(input, range, chain);
          // What is known of a text before it is made is what the text has.
          const known = { length: fast.length, bytes: fast.bytes, isBlank: fast.isBlank };
          expect(fast.text).toBe(slow.text);
          expect(known).toEqual({
            length: slow.text.length,
            bytes: Buffer.byteLength(slow.text),
            isBlank: slow.text.trim() === "",
          });
          if (range && chain.slow !== undefined && start > from) gaps++;
          Object.assign(chain, { fast, slow: slow.text });
          from = to;
          if (!range) continue;
          indexed++;
          for (const heading of slow.text.match(/^\w+:$/gm) ?? []) headings.add(heading);
          if (range.changed.length > 0) changed++;
        }
      },
    ),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 600) },
  );
  expect([...headings].toSorted()).toEqual([
    "Commands:",
    "Decisions:",
    "Errors:",
    "Files:",
    "Open:",
    "Requests:",
    "Task:",
  ]);
  expect(indexed).toBeGreaterThan(20);
  expect(changed).toBeGreaterThan(5);
  expect(gaps).toBeGreaterThan(10);
});
