import { expect, test } from "vitest";
import type { RunView } from "../../../core/contract/run-view.ts";
import { effectiveProfile } from "../../../core/policies/defaults.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { runCounts } from "../../../renderer/data/run-counts.ts";
import { pluralOrNo } from "../../../renderer/widgets/quantity.tsx";

const NONE: RunView["totals"] = {
  rawTokens: 9,
  requestTokens: 9,
  peakRequestTokens: 9,
  fires: 0,
  offloaded: 0,
  evicted: 0,
  spilled: 0,
  paged: 0,
  limited: 0,
  cut: 0,
  repaired: 0,
  bytesStored: 0,
  lostBytes: 0,
  rereads: 0,
};

const said = (totals: Partial<RunView["totals"]>, profile: ProfileInput = { policies: [] }) =>
  runCounts({ totals: { ...NONE, ...totals }, profile: effectiveProfile(profile) }).map(
    ({ count, one, many }) => pluralOrNo(count, one, many),
  );

test("every count that is not zero is told", () => {
  const all = { fires: 1, offloaded: 2, evicted: 3, spilled: 4, paged: 5, limited: 6, cut: 7, repaired: 8 };
  expect(said(all)).toEqual([
    "1 fire",
    "2 offloaded",
    "3 evicted",
    "4 spilled",
    "5 paged",
    "6 limited",
    "7 cut",
    "8 repaired",
  ]);
});

test("nothing that is zero, but for the fires of a policy that summarizes", () => {
  expect(said({})).toEqual([]);
  expect(said({}, { policies: [{ kind: "summarize" }] })).toEqual(["no fires"]);
});
