import fc from "fast-check";
import { expect, test } from "vitest";
import { readBack } from "../../../core/analysis/read-back.ts";
import type { Fault } from "../../../core/model/fault.ts";
import { type Part, text } from "../../../core/model/part.ts";
import type { PolicyKind, ProfileInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { ThreadBuilder, runOf } from "../../support/build-thread.ts";
import { randomProfile } from "../../support/random-profile.ts";
import { longText } from "../../support/random-text.ts";
import { randomThread } from "../../support/random-thread.ts";
import { ReferenceResults, pagesOf } from "../../support/reference-results.ts";
import { LONG } from "../../support/long.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 100);
const KINDS: readonly PolicyKind[] = ["respond-limit", "attachments", "runtime-limit", "paging"];

/** The policies of a random profile that the reference knows. */
function known(input: ProfileInput, kinds: readonly PolicyKind[]): ProfileInput {
  return { policies: input.policies.filter(({ kind }) => kinds.includes(kind)) };
}

/** Faults of the stores, each of which the reference knows. */
const storeFaults: fc.Arbitrary<Fault[]> = fc.subarray<Fault>(
  [{ kind: "upload-fails" }, { kind: "no-scope" }, { kind: "store-unwritable" }],
  { maxLength: 1 },
);

/** A thread in which every third result of one text is JSON: what some of these policies treat in another way. */
function withJson(thread: Thread): Thread {
  const asJson = (part: Part, at: number): Part => {
    const only = part.type === "tool-result" && part.parts.length === 1 ? part.parts[0] : undefined;
    if (part.type !== "tool-result" || only?.type !== "text" || at % 3 > 0) return part;
    return { ...part, parts: [text(JSON.stringify(at % 2 === 0 ? { text: only.text } : [only.text]))] };
  };
  const messages = thread.messages.map((message, index) => ({
    ...message,
    parts: message.parts.map((part, at) => asJson(part, index + at)),
  }));
  return { ...thread, messages };
}

const threads = fc.oneof(randomThread, randomThread.map(withJson));

/** Holds stored history and stores of a run against the reference's. Gives how many results were changed. */
function compare(thread: Thread, input: ProfileInput, faults: readonly Fault[]): number {
  const run = runOf(thread, input, faults);
  const reference = new ReferenceResults(thread, run.profile, faults);
  thread.messages.forEach((_raw, at) => expect(run.stored.at(at)).toEqual(reference.stored[at]));
  expect(run.files.map(({ store, path, file }) => ({ store, path, text: file.text }))).toEqual(
    reference.files,
  );
  return reference.stored.filter(
    (message, at) => JSON.stringify(message) !== JSON.stringify(thread.messages[at]),
  ).length;
}

test.each(KINDS)("%s alone stores what its slow reference stores", LONG, (kind) => {
  let changed = 0;
  const profiles = randomProfile.filter(({ policies }) => policies.some((policy) => policy.kind === kind));
  fc.assert(
    fc.property(threads, profiles, storeFaults, (thread, input, faults) => {
      changed += compare(thread, known(input, [kind]), faults);
    }),
    { numRuns: RUNS },
  );
  expect(changed).toBeGreaterThan(RUNS / 10);
});

test("stacks of the four store what the slow reference stores", LONG, () => {
  fc.assert(
    fc.property(
      threads,
      randomProfile,
      storeFaults,
      (thread, input, faults) => void compare(thread, known(input, KINDS), faults),
    ),
    { numRuns: RUNS },
  );
});

test("windows read one after the other are the reference's pages, each with its start", () => {
  fc.assert(
    fc.property(longText, fc.constantFrom(0, 1, 2, 3, 7, 90, 1000), (long, pageBytes) => {
      const whole = long.slice(0, 500);
      const pages = pagesOf(whole, pageBytes);
      expect(pages.map((page) => page.text).join("")).toBe(whole);
      const thread = new ThreadBuilder().user("go").call({ gives: whole }).say("done").build();
      const run = runOf(thread, { policies: [{ kind: "paging", thresholdBytes: 0, pageBytes }] });
      expect(run.files.length).toBe(pages.length > 1 ? 1 : 0);
      if (run.files.length === 0) return;
      pages.forEach((page, at) => {
        const answer = readBack(run, 2, "t.1.1", { start: page.start });
        expect(answer.text.startsWith(page.text)).toBe(true);
        expect(answer.next).toBe(pages[at + 1]?.start);
      });
    }),
    { numRuns: RUNS },
  );
});
