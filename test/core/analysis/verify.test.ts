import { describe, expect, test } from "vitest";
import { verifyRun } from "../../../core/analysis/verify.ts";
import { Run } from "../../../core/engine/run.ts";
import type { Action, LedgerEvent } from "../../../core/model/event.ts";
import type { PolicyInput } from "../../../core/model/profile.ts";
import { ThreadBuilder, lines, runOf } from "../../support/build-thread.ts";

// What holds the invariants must be able to say that one does not hold.

/** Large results, small ones and enough turns for every policy to act. */
function thread() {
  const builder = new ThreadBuilder();
  for (let turn = 0; turn < 6; turn++)
    builder
      .user(`turn ${turn}`)
      .call({ gives: lines(400) }, { gives: "small" })
      .say("done ".repeat(200));
  return builder.build();
}

/** The run as it would be if the first event of an action said something else. */
function retold(run: Run, action: Action, change: (event: LedgerEvent) => LedgerEvent): Run {
  const event = run.events.find((one) => one.action === action);
  if (!event) throw new Error(`the run has no event ${action}`);
  const stretches = run.stretches.map((stretch) =>
    stretch.kind === "played"
      ? { ...stretch, events: stretch.events.map((one) => (one === event ? change(one) : one)) }
      : stretch,
  );
  const { recording, profile, faults, stored, sent, state, files, accounted, outputs } = run;
  return new Run({ recording, profile, faults, stretches, stored, sent, state, files, accounted, outputs });
}

const broken = (run: Run): number[] => [...new Set(verifyRun(run).map(({ invariant }) => invariant))];

/** A policy and what it does in the thread. */
const SILENT: readonly (readonly [PolicyInput, Action])[] = [
  [{ kind: "offload", thresholdTokens: 1000 }, "offloaded"],
  [{ kind: "spill", spillBytes: 4000, headBytes: 200, tailBytes: 200 }, "spilled"],
  [{ kind: "paging", thresholdBytes: 4000, pageBytes: 1000 }, "paged"],
  [{ kind: "runtime-limit", maxBytes: 4000 }, "limited"],
  [{ kind: "respond-limit", maxResponseBytes: 4000, maxSummaryBytes: 300 }, "limited"],
  [{ kind: "summarize", trigger: { messages: 6 }, keepRecent: 2 }, "summary-applied"],
  [{ kind: "window", maxMessages: 6 }, "pruned"],
  [{ kind: "clear-tool-uses", triggerTokens: 2000, keep: 1 }, "cleared"],
];

describe.each(SILENT.map(([policy, action]) => [policy.kind, policy, action] as const))(
  "%s",
  (_kind, policy, action) => {
    const run = runOf(thread(), { policies: [policy] });

    test("keeps the invariants", () => expect(verifyRun(run)).toEqual([]));

    test(`does not with a ledger that keeps silent about what was ${action}`, () => {
      const silent = retold(run, action, ({ detail: _detail, ...event }) => ({ ...event, action: "passed" }));
      expect(broken(silent)).toContain(9);
    });
  },
);

test("a ledger that tells of other pieces than were sent does not give the request", () => {
  const run = runOf(thread(), { policies: [{ kind: "offload", thresholdTokens: 1000 }] });
  const other = retold(run, "offloaded", (event) => ({
    ...event,
    detail: { ...event.detail, pieces: (event.detail?.pieces ?? []).slice(1) },
  }));
  expect(broken(other)).toContain(9);
});
