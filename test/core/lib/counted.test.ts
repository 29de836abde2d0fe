import { expect, test } from "vitest";
import { counted, countedIn } from "../../../core/lib/counted.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { ThreadBuilder, runOf } from "../../support/build-thread.ts";
import { runProblems } from "../../../core/analysis/run-problems.ts";

test("a number in a sentence has separators", () => {
  expect([0, 999, 1000, 29_150, 1_234_567].map(counted)).toEqual([
    "0",
    "999",
    "1,000",
    "29,150",
    "1,234,567",
  ]);
});

const thread = new ThreadBuilder()
  .user("a".repeat(40_000))
  .call({ gives: "b".repeat(60_000) })
  .call({ gives: "c".repeat(60_000) })
  .user("d".repeat(40_000))
  .say("Done.")
  .build();

/** Four digits or more that nothing parts; identities and hashes apart. */
const BARE = /(?<![\w.,])\d{4,}(?![\w.])/;

test("no reason, note or problem has a long number without separators", () => {
  const profiles = [
    { policies: [{ kind: "offload", thresholdTokens: 90_000, previewLines: 5000 }] },
    {
      policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 9999, maxSummaryTokens: 4000 }],
    },
    { policies: [{ kind: "summarize", trigger: { tokens: 12_000 }, keepRecent: 2 }] },
    { policies: [{ kind: "window", maxTokens: 20_000, strategy: "oldest-first" }] },
    { policies: [{ kind: "window", maxTokens: 900_000, strategy: "oldest-first" }] },
    { policies: [{ kind: "spill", spillBytes: 900_000, headBytes: 500_000, tailBytes: 500_000 }] },
    {
      policies: [
        { kind: "respond-limit", maxResponseBytes: 9000 },
        { kind: "paging", thresholdBytes: 90_000 },
      ],
    },
    { policies: [{ kind: "clear-tool-uses", triggerTokens: 900_000 }] },
  ] as const;
  const said: string[] = [];
  for (const profile of profiles) {
    const { problems } = checkProfile(profile, thread);
    const run = runOf(thread, profile);
    const all = runProblems(run, problems);
    said.push(...[...all.dead, ...all.errors].map(({ reason }) => reason));
    said.push(...run.events.flatMap(({ detail }) => detail?.note ?? []));
  }
  const wrong = checkProfile({ policies: [{ kind: "respond-limit", maxResponseBytes: 2000 }] }).problems
    .errors;
  said.push(...wrong.map(({ reason }) => reason));
  expect(said.length).toBeGreaterThan(8);
  expect(said.filter((text) => BARE.test(text))).toEqual([]);
});

test("one of a unit is named by its singular", () => {
  expect([0, 1, 2, 29_150].map((value) => countedIn(value, "tokens"))).toEqual([
    "0 tokens",
    "1 token",
    "2 tokens",
    "29,150 tokens",
  ]);
  expect(countedIn(1, "results")).toBe("1 result");
});
