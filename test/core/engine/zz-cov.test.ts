import fc from "fast-check";
import { test } from "vitest";
import { replay } from "../../../core/engine/replay.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { randomFaults, randomProfile, calmProfile } from "../../support/random-profile.ts";
import { randomThread, calmThread } from "../../support/random-thread.ts";
test("cov", () => {
  const seen = new Map<string, number>();
  const add = (k: string) => seen.set(k, (seen.get(k) ?? 0) + 1);
  fc.assert(fc.property(randomThread, randomProfile, randomFaults, (thread, input, faults) => {
    const run = replay(thread, checkProfile(input).profile as never, { faults });
    for (const e of run.events) add(`${e.policy} ${e.action} ${e.detail?.reason ?? ""}`);
    for (const s of run.steps) { if (s.view.cleared) add("view cleared"); if (s.view.holes) add("view holes"); if (s.view.cleared && s.view.summary) add("cleared+summary"); }
  }), { numRuns: 600 });
  let quiet = 0;
  fc.assert(fc.property(calmThread, calmProfile, (thread, input) => {
    const run = replay(thread, checkProfile(input).profile as never);
    for (const s of run.stretches) if (s.kind === "quiet") { quiet++; if (s.record(s.steps.from).view.cleared) add("quiet with cleared"); if (s.record(s.steps.from).view.holes) add("quiet with holes"); }
  }), { numRuns: 200 });
  console.log([...seen].sort().map(([k, n]) => `${k} ${n}`).join("\n"), "quiet", quiet);
}, 60000);
