import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replay } from "../../../core/engine/replay.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { NeutralRequest } from "../../../core/model/request.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { type WireOptions, WIRE_PROVIDERS } from "../../../core/wire/options.ts";
import { toWire } from "../../../core/wire/to-wire.ts";
import { randomProfile } from "../../support/random-profile.ts";
import { randomThread } from "../../support/random-thread.ts";
import { hostileRequest } from "../../support/wire/random-request.ts";
import { refusals } from "../../support/wire/schemas.ts";
import { LONG } from "../../support/long.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 100);

const options: fc.Arbitrary<WireOptions> = fc.record(
  {
    maxTokens: fc.constantFrom(1, 4096),
    cacheBreakpoints: fc.constantFrom([], ["tools", "system", "first-message", "last-message"], ["system"]),
    ownSignatures: fc.constantFrom(
      () => true,
      () => false,
    ),
    media: fc.constantFrom(
      () => "aGVsbG8=",
      () => undefined,
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<WireOptions>;

describe.each(WIRE_PROVIDERS)("%s", (provider) => {
  test("accepts every request of every run", LONG, () => {
    fc.assert(
      fc.property(randomThread, randomProfile, options, (thread, input, given) => {
        const { profile } = checkProfile(input);
        if (!profile) throw new Error("a random profile is good");
        const run = replay(thread, profile);
        for (let step = 1; step <= run.stepCount; step++)
          expect(refusals(provider, toWire(requestAt(run, step), provider, given).body)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  test("accepts requests in any disorder; rendering changes nothing and is the same twice", LONG, () => {
    fc.assert(
      fc.property(hostileRequest, options, (request, given) => {
        const before = JSON.stringify(request);
        const first = toWire(request, provider, given);
        expect(refusals(provider, first.body)).toEqual([]);
        expect(JSON.stringify(request)).toBe(before);
        const again = toWire(JSON.parse(before) as NeutralRequest, provider, given);
        expect(JSON.stringify(again)).toBe(JSON.stringify(first));
        expect(new Set(first.notes).size).toBe(first.notes.length);
      }),
      { numRuns: RUNS },
    );
  });

  test("accepts a request without any message", () => {
    const empty: NeutralRequest = { system: null, tools: [], messages: [] };
    expect(refusals(provider, toWire(empty, provider).body)).toEqual([]);
    expect(refusals(provider, toWire({ ...empty, system: " \n" }, provider).body)).toEqual([]);
  });
});
