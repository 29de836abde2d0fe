import { sentRun, shownRun } from "../../../../core/contract/step-columns.ts";
import { beforeEach, expect, test } from "vitest";
import { outlineOf } from "../../../../core/analysis/outline.ts";
import { runView } from "../../../../core/analysis/run-view.ts";
import { CATEGORIES } from "../../../../core/contract/run-view.ts";
import { replay } from "../../../../core/engine/replay.ts";
import type { ProfileInput } from "../../../../core/model/profile.ts";
import { effectiveProfile } from "../../../../core/policies/defaults.ts";
import {
  chartData,
  countedText,
  linesOf,
  occurring,
} from "../../../../renderer/panes/timeline/chart-data.ts";
import { markerStrips, stepAfter } from "../../../../renderer/panes/timeline/markers.ts";
import { thresholds } from "../../../../renderer/panes/timeline/thresholds.ts";
import { draft } from "../../../../renderer/state/draft.ts";
import { readText } from "../../../support/import-text.ts";
import { madeUpThread } from "../../../support/made-up-thread.ts";

const PROFILE: ProfileInput = {
  policies: [{ kind: "offload" }, { kind: "summarize", trigger: { tokens: 4000 }, keepRecent: 2 }],
};

function made(profile: ProfileInput = PROFILE) {
  const [thread] = readText(madeUpThread({ calls: 20 })).threads;
  if (!thread) throw new Error("no thread");
  const run = replay(thread, effectiveProfile(profile));
  const view = runView(run, { run: "r", transcript: 1, milliseconds: 0, problems: { errors: [], dead: [] } });
  return { view, run: shownRun(sentRun(view)), outline: outlineOf(thread, 1) };
}

beforeEach(() => draft.getState().restore(PROFILE, undefined));

test("the stack of a step is its outgoing request, to the token", () => {
  const { view, run, outline } = made();
  const data = chartData(run, outline, { hiddenCategories: [], hiddenLines: [] });
  for (const [at, step] of view.steps.entries()) {
    const sum = data.series.reduce((total, _, layer) => total + data.value(at, layer), 0);
    expect(sum).toBe(step.request.tokens);
  }
});

test("only what occurs is in the stack, and what is hidden is not", () => {
  const { view, run, outline } = made();
  expect(occurring(run)).toContain("summary");
  expect(occurring(run)).not.toContain("media");
  const data = chartData(run, outline, {
    hiddenCategories: ["tool results"],
    hiddenLines: ["raw", "recent"],
  });
  expect(data.series.map((series) => series.id)).not.toContain("tool results");
  expect(data.lines.map((line) => line.id)).toEqual(["outgoing"]);
  const user = data.series.findIndex((series) => series.id === "user");
  expect(data.value(0, user)).toBe(view.steps[0]?.categories[CATEGORIES.indexOf("user")]);
});

test("every fire is marked at its step, in a strip of its own", () => {
  const { view, run, outline } = made();
  const fired = view.steps.filter((step) => step.actions.includes("fired")).map((step) => step.step - 1);
  expect(fired.length).toBeGreaterThan(0);
  const strip = markerStrips(run.steps, outline).find((one) => one.id === "request");
  expect(strip?.markers.filter((marker) => marker.shape === "triangle").map((marker) => marker.at)).toEqual(
    fired,
  );
});

test("a vendor's mark stands at the first step after its place", () => {
  const { run, outline } = made();
  const marks = [{ kind: "compaction" as const, at: 5, label: "compacted" }];
  const strip = markerStrips(run.steps, { ...outline, marks }).find((one) => one.id === "recorded");
  const expected = outline.steps.findIndex((message) => message >= 5);
  expect(strip?.markers.map((marker) => marker.at)).toEqual([expected]);
});

test("stepAfter finds the first step at or after a message", () => {
  expect([0, 1, 2, 3, 4, 9].map((message) => stepAfter([1, 3, 5], message))).toEqual([0, 0, 1, 1, 2, 3]);
  expect(stepAfter([], 4)).toBe(0);
});

test("a threshold shows the draft's value before the run has followed, and moves it in one undo step", () => {
  const { view } = made();
  const [line, window] = thresholds(view, PROFILE);
  expect(line).toMatchObject({ value: 4000, min: 1 });
  expect(window).toMatchObject({ id: "context-window", value: 200_000 });
  expect(window?.onMove).toBeUndefined();
  line?.onMove?.(3500);
  line?.onMove?.(3000);
  line?.onSettle?.();
  expect(draft.getState().profile.policies[1]).toMatchObject({ trigger: { tokens: 3000 } });
  expect(draft.getState().past).toHaveLength(1);
  expect(thresholds(view, draft.getState().profile)[0]?.value).toBe(3000);
});

test("a threshold in messages moves the draft by whole messages, and every step says how far it is from it", () => {
  const profile: ProfileInput = {
    policies: [{ kind: "summarize", trigger: { messages: 12 }, keepRecent: 2 }],
  };
  draft.getState().restore(profile, undefined);
  const { view, run } = made(profile);
  const [level] = thresholds(view, profile);
  expect(level).toMatchObject({ value: 12, min: 1, scale: "second", valueText: "12 messages" });
  level?.onMove?.(11);
  expect(draft.getState().profile.policies[0]).toMatchObject({ trigger: { messages: 11 } });
  expect(thresholds(view, draft.getState().profile)[0]?.tag).toBe("summarize past 11 messages");
  const fired = view.steps.findIndex(({ actions }) => actions.includes("fired"));
  expect([0, fired].map((at) => countedText(run, at))).toEqual(["1 of 12", "13 of 12"]);
  // What was run is not what the draft says now, and in tokens there is nothing to be said.
  expect(countedText(made().run, 0)).toBeUndefined();
  expect(linesOf(run).map(({ id }) => id)).toContain("messages");
  expect(linesOf(made().run).map(({ id }) => id)).not.toContain("messages");
});

test("a line whose policy the draft no longer has is not drawn", () => {
  const { view } = made();
  expect(thresholds(view, { policies: [] }).map((one) => one.id)).toEqual(["context-window"]);
});
