import fc from "fast-check";
import { expect, test } from "vitest";
import { cachedEnd } from "../../../core/analysis/cache.ts";
import { totalsOf } from "../../../core/analysis/totals.ts";
import { holesApart, weightsOf } from "../../../core/analysis/weights.ts";
import { replay } from "../../../core/engine/replay.ts";
import type { Run } from "../../../core/engine/run.ts";
import type { Profile, ProfileInput } from "../../../core/model/profile.ts";
import { COLUMN, sizeOf } from "../../../core/model/size.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { type RequestView, isPruned, measureTokens, unitAt } from "../../../core/policies/request-view.ts";
import { randomFaults, randomProfile } from "../../support/random-profile.ts";
import { randomThread } from "../../support/random-thread.ts";
import { LONG } from "../../support/long.ts";

function checked(input: ProfileInput): Profile {
  const { profile, problems } = checkProfile(input);
  if (!profile) throw new Error(JSON.stringify(problems.errors));
  return profile;
}

function tokensSent(run: Run, view: RequestView, index: number): number {
  const unit = index >= view.from && !isPruned(view, index) ? unitAt(view, index) : [];
  return unit.reduce((sum, one) => sum + (sizeOf(one, run.recording.counting)[COLUMN.tokens] ?? 0), 0);
}

/** Every request of a run up to a step, built and looked through message by message. */
function slowWeights(run: Run, last = Infinity): Map<number, { tokens: number; requests: number }> {
  const weights = new Map<number, { tokens: number; requests: number }>();
  const add = (index: number, tokens: number): void => {
    if (tokens === 0) return;
    const known = weights.get(index) ?? { tokens: 0, requests: 0 };
    weights.set(index, { tokens: known.tokens + tokens, requests: known.requests + 1 });
  };
  for (const { step, view } of run.steps) {
    if (step > last) break;
    for (let i = 0; i < view.to; i++) add(i, tokensSent(run, view, i));
    if (view.lifted) add(view.lifted.index, view.lifted.size[COLUMN.tokens] ?? 0);
  }
  return weights;
}

test("the weight of a message is the sum over every request that holds it", LONG, () => {
  fc.assert(
    fc.property(randomThread, randomProfile, randomFaults, (thread, input, faults) => {
      const run = replay(thread, checked(input), { faults });
      const { rows, rest, fixed, never } = weightsOf(run, "r", Infinity);
      const slow = slowWeights(run);
      expect(new Map(rows.map(({ index, tokens, requests }) => [index, { tokens, requests }]))).toEqual(slow);
      expect(rest).toEqual({ messages: 0, tokens: 0 });
      expect(never).toBe(thread.messages.length - slow.size);
      const sum = rows.reduce((total, { tokens }) => total + tokens, 0);
      expect(sum + fixed.system + fixed.tools + fixed.summary).toBe(totalsOf(run).requestTokens);
      for (const { tokens, cachedTokens } of rows) {
        expect(cachedTokens).toBeGreaterThanOrEqual(0);
        expect(cachedTokens).toBeLessThan(tokens);
      }
    }),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 150) },
  );
});

test(
  "between two steps a message weighs what the requests after the one, up to the other, hold of it",
  LONG,
  () => {
    fc.assert(
      fc.property(
        randomThread,
        randomProfile,
        randomFaults,
        fc.nat(),
        fc.nat(),
        (thread, input, faults, a, b) => {
          const run = replay(thread, checked(input), { faults });
          const { length } = run.steps;
          fc.pre(length > 0);
          const [from, to] = [1 + (a % length), 1 + (b % length)];
          const { rows, rest, between } = weightsOf(run, "r", 3, { from, to });
          const [before, now] = [slowWeights(run, from), slowWeights(run, to)];
          for (const { index, between: told } of rows)
            expect(told).toBe((now.get(index)?.tokens ?? 0) - (before.get(index)?.tokens ?? 0));
          const sent = (last: number) =>
            run.steps.slice(0, last).reduce((sum, { view }) => sum + measureTokens(view), 0);
          const listed = rows.reduce((sum, row) => sum + (row.between ?? 0), 0);
          expect([between?.from, between?.to, listed + (between?.besides ?? NaN)]).toEqual([
            from,
            to,
            sent(to) - sent(from),
          ]);
          expect(weightsOf(run, "r", 3)).toEqual({
            ...weightsOf(run, "r", 3),
            rows: rows.map(({ index, requests, tokens, cachedTokens, recorded }) => ({
              index,
              requests,
              tokens,
              cachedTokens,
              recorded,
            })),
            rest,
          });
          expect(() => weightsOf(run, "r", 3, { from, to: length + 1 })).toThrow(RangeError);
        },
      ),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 150) },
    );
  },
);

test("what is read from the cache is sent just so by both requests", LONG, () => {
  fc.assert(
    fc.property(randomThread, randomProfile, randomFaults, (thread, input, faults) => {
      const { steps } = replay(thread, checked(input), { faults });
      steps.slice(1).forEach(({ view }, at) => {
        const before = (steps[at] as (typeof steps)[0]).view;
        for (let i = view.from; i < cachedEnd(before, view); i++) {
          expect(isPruned(view, i)).toBe(isPruned(before, i));
          expect(unitAt(view, i)).toEqual(unitAt(before, i));
        }
      });
    }),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 150) },
  );
});

test("the heaviest come first, and what is left is one sum", () => {
  const [thread] = fc.sample(randomThread, { numRuns: 1, seed: 7 });
  if (!thread) throw new Error("no thread");
  const run = replay(thread, checked({ policies: [] }));
  const all = weightsOf(run, "r", Infinity).rows;
  const { rows, rest } = weightsOf(run, "r", 2);
  expect(rows).toEqual(all.slice(0, 2));
  expect(rest.messages).toBe(all.length - rows.length);
  expect(rest.tokens).toBe(all.slice(2).reduce((sum, { tokens }) => sum + tokens, 0));
  expect(all.map(({ tokens }) => tokens)).toEqual(all.map(({ tokens }) => tokens).toSorted((a, b) => b - a));
});

test("holes that differ are found between their edges", () => {
  expect(holesApart([{ from: 2, to: 8 }], [{ from: 2, to: 11 }])).toEqual([{ from: 8, to: 11 }]);
  expect(holesApart([{ from: 2, to: 8 }], [{ from: 4, to: 6 }])).toEqual([
    { from: 2, to: 4 },
    { from: 6, to: 8 },
  ]);
  expect(holesApart(undefined, [{ from: 1, to: 2 }])).toEqual([{ from: 1, to: 2 }]);
  expect(holesApart([{ from: 1, to: 2 }], [{ from: 1, to: 2 }])).toEqual([]);
});
