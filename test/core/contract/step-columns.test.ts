import { expect, test } from "vitest";
import { runView } from "../../../core/analysis/run-view.ts";
import { type SentRun, sentRun, shownRun, StepTable } from "../../../core/contract/step-columns.ts";
import { replay } from "../../../core/engine/replay.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { effectiveProfile } from "../../../core/policies/defaults.ts";
import { PRESETS } from "../../../core/policies/presets.ts";
import { readText } from "../../support/import-text.ts";
import { madeUpThread } from "../../support/made-up-thread.ts";

const SMALL: ProfileInput = {
  name: "small",
  policies: [{ kind: "offload" }, { kind: "summarize", trigger: { tokens: 4000 }, keepRecent: 2 }],
};

function viewOf(profile: ProfileInput) {
  const [thread] = readText(madeUpThread({ calls: 40 })).threads;
  if (!thread) throw new Error("no thread");
  const run = replay(thread, effectiveProfile(profile));
  return runView(run, { run: "r", transcript: 1, milliseconds: 0, problems: { errors: [], dead: [] } });
}

const profiles = [SMALL, ...PRESETS.map(({ profile }) => profile)];

test.each(profiles.map((profile) => [profile.name, profile] as const))(
  "the rows of a run of %s are the same after their way to the window",
  (_, profile) => {
    const view = viewOf(profile);
    const { steps, ...rest } = shownRun(JSON.parse(JSON.stringify(sentRun(view))) as SentRun);
    expect([...steps]).toEqual(view.steps);
    expect(steps).toHaveLength(view.steps.length);
    expect(rest).toEqual(JSON.parse(JSON.stringify({ ...view, steps: undefined })));
    view.steps.forEach((row, at) => {
      expect(steps.categories(at)).toEqual(row.categories);
      expect([steps.rawTokens(at), steps.tokens(at), steps.prefixTokens(at)]).toEqual([
        row.raw.tokens,
        row.request.tokens,
        row.cache.prefixTokens,
      ]);
      expect([steps.recent(at), steps.actions(at), steps.breakReason(at)]).toEqual([
        row.recent,
        row.actions,
        row.cache.breakReason,
      ]);
    });
  },
);

test("a position that is none has no row", () => {
  const table = StepTable.of(viewOf(SMALL).steps);
  for (const at of [-1, table.length, 0.5 + table.length, Number.NaN]) expect(table.at(at)).toBeUndefined();
});

test("figures that no whole number of 32 bits holds arrive as they are", () => {
  const [row] = viewOf(SMALL).steps;
  if (!row) throw new Error("no step");
  for (const tokens of [2 ** 32 - 1, 2 ** 32, 2 ** 40 + 1, 1.5]) {
    const large = { ...row, raw: { ...row.raw, tokens } };
    expect([...StepTable.of([row, large])]).toEqual([row, large]);
  }
});
