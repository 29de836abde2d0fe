import fc from "fast-check";
import { expect, test } from "vitest";
import { meansCall } from "../../../core/engine/faults.ts";
import { replay } from "../../../core/engine/replay.ts";
import type { Run } from "../../../core/engine/run.ts";
import { utf8Length } from "../../../core/lib/utf8.ts";
import type { Action, LedgerEvent } from "../../../core/model/event.ts";
import type { Fault } from "../../../core/model/fault.ts";
import { resultText } from "../../../core/model/part.ts";
import type { PolicyKind, ProfileInput } from "../../../core/model/profile.ts";
import type { Batch, RecordedCall, RecordedResult } from "../../../core/model/recording.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { stackOrder } from "../../../core/policies/stack-order.ts";
import { calmProfile, randomFaults, randomProfile } from "../../support/random-profile.ts";
import { calmThread, randomThread } from "../../support/random-thread.ts";
import { LONG } from "../../support/long.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 200);

/** What each policy on results can say of one that it looked at. */
const SAYS: Partial<Record<PolicyKind, readonly Action[]>> = {
  offload: ["passed", "offloaded", "dropped"],
  spill: ["passed", "spilled", "pointed", "cut", "fell-back"],
  "respond-limit": ["passed", "limited", "discarded", "aborted"],
  attachments: ["passed", "externalised", "fell-back"],
  "runtime-limit": ["passed", "limited", "cut"],
  paging: ["passed", "paged", "page-read"],
};

/** Whether an event says what a policy did when a result came back to it, not what became of it later. */
function isLook({ policy, action, detail }: LedgerEvent): boolean {
  if (detail?.reason === "summary-covers") return false;
  return SAYS[policy as PolicyKind]?.includes(action) ?? false;
}

/** A recorded result that a call waits for, with where it stands. */
interface Answered {
  readonly batch: Batch;
  readonly recorded: RecordedResult;
  readonly call: RecordedCall;
}

function answers(run: Run): Answered[] {
  return run.recording.batches.flatMap((batch) =>
    batch.results.flatMap((recorded) => (recorded.call ? [{ batch, recorded, call: recorded.call }] : [])),
  );
}

/** Events by the identity of the call that they are about, and the policy that wrote them. */
function looks(run: Run): Map<string, LedgerEvent[]> {
  const found = new Map<string, LedgerEvent[]>();
  for (const event of run.events) {
    if (!isLook(event) || event.subject.identity === undefined) continue;
    const key = `${event.subject.identity} ${event.policy}`;
    found.set(key, [...(found.get(key) ?? []), event]);
  }
  return found;
}

/** How often a call's result comes through the stack: never when the loop makes it, twice when it is run again. */
function passes(run: Run, { batch, call }: Answered): number {
  const message = run.recording.thread.messages[batch.from]?.id ?? "";
  const means = (kind: Fault["kind"]): boolean =>
    run.faults.some((fault) => fault.kind === kind && meansCall(fault, message, call));
  if (means("tool-timeout") || means("approval-denied")) return 0;
  return means("rerun") ? 2 : 1;
}

function expectSubject(run: Run, { batch, recorded, call }: Answered, event: LedgerEvent): void {
  const message = run.recording.thread.messages[recorded.message];
  const { part, identity } = call;
  expect(event.subject).toMatchObject({
    message: message?.id,
    call: part.callId,
    identity,
    part: recorded.part,
  });
  expect([event.step, event.turn, event.lane]).toEqual([batch.step, batch.turn, "main"]);
}

/** One result on its way back through the stack: each policy that sees it says so exactly once. */
function expectLooks(run: Run, answered: Answered, found: ReadonlyMap<string, LedgerEvent[]>): void {
  const { recorded, call } = answered;
  const times = passes(run, answered);
  let isError = recorded.result.isError;
  let media = recorded.result.parts.filter((part) => part.type === "media" && part.data !== undefined).length;
  for (const { kind } of stackOrder(run.profile.policies).toReversed()) {
    if (!SAYS[kind]) continue;
    const own = found.get(`${call.identity} ${kind}`) ?? [];
    for (const event of own) expectSubject(run, answered, event);
    const passed = own.some(({ action }) => action === "passed");
    // Offload looks at successes alone, and attachments says it once for each of several media.
    const each = kind === "offload" && isError ? 0 : kind === "attachments" && !passed ? media : 1;
    expect([call.identity, kind, own.length]).toEqual([call.identity, kind, times * each]);
    if (own.some(({ action }) => action === "aborted")) isError = true;
    if (own.some(({ policy, action }) => policy === "respond-limit" && action !== "passed")) media = 0;
  }
}

/** Text of one part: what a policy leaves is what the next one measures, from the recording to stored history. */
function expectChain(run: Run, answered: Answered, found: ReadonlyMap<string, LedgerEvent[]>): void {
  const { recorded, call } = answered;
  const [only, ...rest] = recorded.result.parts;
  if (passes(run, answered) !== 1 || only?.type !== "text" || rest.length > 0) return;
  let bytes = utf8Length(only.text);
  for (const { kind } of stackOrder(run.profile.policies).toReversed()) {
    const event = found.get(`${call.identity} ${kind}`)?.[0];
    if (!event) continue;
    if (event.measured?.unit === "bytes") expect([kind, event.measured.value]).toEqual([kind, bytes]);
    if (event.before) expect([kind, event.before.bytes]).toEqual([kind, bytes]);
    bytes = event.after?.bytes ?? bytes;
  }
  const part = run.stored.at(recorded.message).parts[recorded.part];
  expect(part?.type === "tool-result" && utf8Length(resultText(part))).toBe(bytes);
}

function expectComplete(thread: Thread, input: ProfileInput, faults: readonly Fault[]): void {
  const { profile } = checkProfile(input);
  if (!profile) throw new Error("the profile has errors");
  const run = replay(thread, profile, { faults });
  const found = looks(run);
  const all = answers(run);
  for (const answered of all) {
    expectLooks(run, answered, found);
    expectChain(run, answered, found);
  }
  // Nothing else is looked at: no orphan, no call without a result.
  const known = new Set(all.map(({ call }) => call.identity));
  for (const key of found.keys()) expect(known).toContain(key.slice(0, key.lastIndexOf(" ")));
}

test("every result has its one event of each policy that it came back through", LONG, () => {
  fc.assert(fc.property(randomThread, randomProfile, randomFaults, expectComplete), { numRuns: RUNS });
});

test("and so where a run jumped over it", LONG, () => {
  fc.assert(
    fc.property(calmThread, calmProfile, (thread, input) => expectComplete(thread, input, [])),
    { numRuns: Math.ceil(RUNS / 3) },
  );
});

/** What each policy on requests can say of one that it looked at; the first list is said alone. */
const OF_REQUESTS: Partial<Record<PolicyKind, readonly (readonly Action[])[]>> = {
  summarize: [["passed"], ["fired"], ["refused"]],
  window: [["passed"], ["pruned"], ["warned"], ["pruned", "warned"]],
  "clear-tool-uses": [["passed"], ["cleared"]],
};
const LOOKS: readonly Action[] = ["passed", "fired", "refused", "pruned", "warned", "cleared"];

test("every request has the event of each policy on requests that looked at it", LONG, () => {
  fc.assert(
    fc.property(randomThread, randomProfile, randomFaults, (thread, input, faults) => {
      const { profile } = checkProfile(input);
      if (!profile) throw new Error("the profile has errors");
      const run = replay(thread, profile, { faults });
      for (const { step } of run.steps)
        for (const { kind } of profile.policies) {
          const known = OF_REQUESTS[kind];
          if (!known) continue;
          const own = run.events.filter((event) => event.step === step && event.policy === kind);
          const said = own.map(({ action }) => action).filter((action) => LOOKS.includes(action));
          // A fire that leaves the request over its trigger is a warning on top of the fire.
          const bare = kind === "summarize" ? said.filter((action) => action !== "warned") : said;
          const once = kind === "clear-tool-uses" ? [...new Set(bare)] : bare;
          expect(known).toContainEqual(once);
        }
    }),
    { numRuns: Math.ceil(RUNS / 2) },
  );
});
