import fc from "fast-check";
import { expect, test } from "vitest";
import { recordingOf } from "../../../../core/engine/replay.ts";
import { text } from "../../../../core/model/part.ts";
import type { Thread } from "../../../../core/model/thread.ts";
import { checkProfile } from "../../../../core/policies/check.ts";
import { extractiveSummary } from "../../../../core/policies/compressors/extractive.ts";
import { written } from "../../../../core/policies/written.ts";
import { ThreadBuilder, runOf } from "../../../support/build-thread.ts";
import { randomThread } from "../../../support/random-thread.ts";

const { profile } = checkProfile({ policies: [] });

/** A summary of a whole thread, from its messages. */
function summaryOf(thread: Thread, maxChars: number, previous?: string): string {
  if (!profile) throw new Error("a profile without policies has no errors");
  const { messages } = thread;
  return extractiveSummary({
    messages,
    previous: previous === undefined ? undefined : written(previous),
    maxChars,
    end: messages.length,
    recording: recordingOf(thread, profile),
  }).text;
}

/** The notes under each heading. */
function notesOf(summary: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let notes: string[] = [];
  for (const line of summary.split("\n")) {
    if (/^\w+:$/.test(line)) found.set(line, (notes = []));
    else if (line !== "") notes.push(line);
  }
  return found;
}

/** A thread whose assistant decides, fails and leaves things open. */
const eventful = randomThread.map((thread): Thread => ({
  ...thread,
  messages: thread.messages.map((message, at) =>
    message.role === "assistant"
      ? {
          ...message,
          parts: [...message.parts, text(`We took way ${at} because it is short.\n- [ ] look at ${at}\n`)],
        }
      : message,
  ),
}));

test("whatever the bound, notes are whole, the newest of each heading, and within it", () => {
  let shorter = 0;
  fc.assert(
    fc.property(eventful, fc.constantFrom(90, 200, 500, 2000), (thread, maxChars) => {
      const whole = notesOf(summaryOf(thread, 10_000_000));
      const summary = summaryOf(thread, maxChars);
      expect(summary.length).toBeLessThanOrEqual(maxChars);
      let cut = 0;
      for (const [heading, notes] of notesOf(summary)) {
        const all = whole.get(heading) ?? [];
        // A first note that is longer than all the room is cut: it alone.
        const own = notes[0] === all[0] ? 0 : 1;
        if (own > 0) expect(all[0]?.startsWith(notes[0]?.slice(0, -1) ?? "?")).toBe(true);
        cut += own;
        expect(notes.slice(own)).toEqual(all.slice(own, notes.length));
        if (notes.length < all.length) shorter++;
      }
    }),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 150) },
  );
  expect(shorter).toBeGreaterThan(20);
});

test("the newest come first, and those of the summary so far after them, each once", () => {
  const errors = (...names: string[]): Thread => {
    const builder = new ThreadBuilder().user("Make the harbour light work.");
    for (const name of names) builder.call({ gives: `Error: ${name} is missing\n`, error: true });
    return builder.say("done").build();
  };
  const first = summaryOf(errors("the bulb", "the fuse"), 4000);
  const second = summaryOf(errors("the lens", "the fuse"), 4000, first);
  const told = (notesOf(second).get("Errors:") ?? []).map((note) => /the \w+ is missing/.exec(note)?.[0]);
  expect(told).toEqual(["the fuse is missing", "the lens is missing", "the bulb is missing"]);
  expect(notesOf(second).get("Task:")?.[0]).toBe(notesOf(first).get("Task:")?.[0]);
});

test.each([91, 92, 200, 300, 599, 700])(
  "a task longer than a bound of %i is cut, not left out",
  (maxChars) => {
    const thread = new ThreadBuilder()
      .user(`Mend the light. 🧪${"x".repeat(50_000)}`)
      .call({ gives: "Error: no bulb\n", error: true })
      .say("ok")
      .build();
    const summary = summaryOf(thread, maxChars);
    expect(summary.length).toBeLessThanOrEqual(maxChars);
    expect(summary.isWellFormed()).toBe(true);
    expect(notesOf(summary).get("Task:")?.[0]).toMatch(/^- Mend the light\. .*…$/);
    // What is left of the room is for others.
    expect(summary).toContain("no bulb");
    expect(summaryOf(thread, maxChars, summary).length).toBeLessThanOrEqual(maxChars);
  },
);

test("a fire with the smallest bound has a summary, however long the task", () => {
  const thread = new ThreadBuilder().user("t".repeat(50_000)).say("I will.").user("go on").say("ok").build();
  const summarize = {
    kind: "summarize",
    trigger: { tokens: 3000 },
    keepRecent: 1,
    maxSummaryTokens: 32,
  } as const;
  const of = runOf(thread, { policies: [summarize] });
  expect(of.events.map(({ action }) => action)).toContain("fired");
});
