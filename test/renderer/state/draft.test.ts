import { expect, test } from "vitest";
import type { ProfileRow } from "../../../core/contract/methods.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { createDraft, draftTitle, isDirty } from "../../../renderer/state/draft.ts";

const row: ProfileRow = {
  id: "p",
  name: "p",
  preset: true,
  about: "",
  profile: { name: "p", policies: [{ kind: "offload" }, { kind: "summarize", trigger: { tokens: 100 } }] },
};

function loaded() {
  const draft = createDraft();
  draft.getState().restore(row.profile, row);
  return draft;
}

test("a parameter is set by dotted path, nothing else changes, and undo and redo go both ways", () => {
  const draft = loaded();
  const before = draft.getState().profile;
  draft.getState().editParam(1, "trigger.tokens", 50);
  expect(draft.getState().profile).toEqual({
    name: "p",
    policies: [{ kind: "offload" }, { kind: "summarize", trigger: { tokens: 50 } }],
  });
  expect(draft.getState().profile.policies[0]).toBe(before.policies[0]);
  expect(before.policies[1]).toEqual({ kind: "summarize", trigger: { tokens: 100 } });
  draft.getState().undo();
  expect(draft.getState().profile).toBe(before);
  draft.getState().redo();
  expect(draft.getState().profile.policies[1]).toEqual({ kind: "summarize", trigger: { tokens: 50 } });
});

test("a drag is one undo step, the next drag another", () => {
  const draft = loaded();
  for (const value of [90, 80, 70])
    draft.getState().editParam(1, "trigger.tokens", value, { transient: true });
  draft.getState().settle();
  for (const value of [60, 50]) draft.getState().editParam(1, "trigger.tokens", value, { transient: true });
  expect(draft.getState().past).toHaveLength(2);
  draft.getState().undo();
  expect(draft.getState().profile.policies[1]).toMatchObject({ trigger: { tokens: 70 } });
  draft.getState().undo();
  expect(draft.getState().profile).toEqual(row.profile);
});

test("a drag of one parameter never joins that of another", () => {
  const draft = loaded();
  draft.getState().editParam(1, "trigger.tokens", 90, { transient: true });
  draft.getState().editParam(0, "thresholdTokens", 5000, { transient: true });
  expect(draft.getState().past).toHaveLength(2);
});

test("the last value of a drag, told as final, joins the drag", () => {
  const draft = loaded();
  draft.getState().editParam(1, "trigger.tokens", 90, { transient: true });
  draft.getState().editParam(1, "trigger.tokens", 85);
  expect(draft.getState().past).toHaveLength(1);
  draft.getState().editParam(1, "trigger.tokens", 80);
  expect(draft.getState().past).toHaveLength(2);
});

test("an edit that changes nothing is no undo step; an edit after undo ends redo", () => {
  const draft = loaded();
  draft.getState().editParam(1, "trigger.tokens", 100);
  expect(draft.getState().past).toHaveLength(0);
  draft.getState().editParam(1, "trigger.tokens", 10);
  draft.getState().undo();
  draft.getState().editParam(1, "trigger.tokens", 20);
  expect(draft.getState().future).toHaveLength(0);
});

test("undefined goes back to the default", () => {
  const draft = loaded();
  draft.getState().editParam(0, "thresholdTokens", 5000);
  draft.getState().editParam(0, "thresholdTokens", undefined);
  expect(draft.getState().profile.policies[0]).toEqual({ kind: "offload" });
});

test("policies are added, moved and removed; a place that is not there changes nothing", () => {
  const draft = loaded();
  draft.getState().addPolicy({ kind: "spill" }, 0);
  draft.getState().movePolicy(0, 2);
  expect(draft.getState().profile.policies.map((policy) => policy.kind)).toEqual([
    "offload",
    "summarize",
    "spill",
  ]);
  draft.getState().removePolicy(1);
  expect(draft.getState().profile.policies.map((policy) => policy.kind)).toEqual(["offload", "spill"]);
  const before = draft.getState().profile;
  draft.getState().editParam(9, "x", 1);
  draft.getState().movePolicy(9, 0);
  expect(draft.getState().profile).toEqual(before);
});

test("dirty until it is what it began as again, or stored", () => {
  const draft = loaded();
  expect(isDirty(draft.getState())).toBe(false);
  draft.getState().editParam(1, "trigger.tokens", 50);
  expect(isDirty(draft.getState())).toBe(true);
  draft.getState().undo();
  expect(isDirty(draft.getState())).toBe(false);
  draft.getState().editParam(1, "trigger.tokens", 50);
  draft.getState().saved({ ...row, id: "own", preset: false, profile: draft.getState().profile });
  expect(isDirty(draft.getState())).toBe(false);
});

test("loading another profile can be undone", () => {
  const draft = loaded();
  draft.getState().load({ ...row, id: "none", profile: { name: "none", policies: [] } });
  expect(draft.getState().profile.policies).toEqual([]);
  draft.getState().undo();
  expect(draft.getState().profile).toEqual(row.profile);
});

test("a profile that only has another name is called by it, and is not changed", () => {
  const draft = loaded();
  const base = row;
  const title = () => draftTitle(draft.getState());
  expect(title()).toEqual({ name: base.name, state: "as it was" });
  draft.getState().replace({ ...base.profile, name: "quay" });
  expect(title()).toEqual({ name: "quay", state: "renamed" });
  expect(isDirty(draft.getState())).toBe(true);
  draft.getState().replace({ ...base.profile, name: "quay", policies: [] });
  expect(title()).toEqual({ name: "quay", state: "changed" });
  draft.getState().replace({ ...base.profile, policies: [] });
  expect(title()).toEqual({ name: base.name, state: "changed" });
  draft.getState().open({ policies: [] }, undefined);
  expect(title()).toEqual({ name: "unnamed", state: "as it was" });
});

const NO_NAMES: readonly unknown[] = [
  null,
  5,
  true,
  "",
  [],
  [{}],
  {},
  { a: 1 },
  { toString: 1, toJSON: null },
];

test.each(NO_NAMES.map((name) => ({ name })))(
  "a profile that nobody checked yet is called by a text, whatever its name is: %j",
  ({ name }) => {
    const profile = { name, policies: [] } as unknown as ProfileInput;
    const called = typeof name === "string" ? name : JSON.stringify(name);
    expect(draftTitle({ profile, base: undefined })).toEqual({ name: called, state: "as it was" });
    expect(draftTitle({ profile, base: row })).toEqual({ name: called, state: "changed" });
  },
);

const other: ProfileRow = {
  ...row,
  id: "o",
  name: "o",
  profile: { name: "o", policies: [{ kind: "spill" }] },
};

test.each(["load", "open"] as const)(
  "undo of another profile's %s brings back what the draft began as",
  (way) => {
    const draft = loaded();
    draft.getState().editParam(1, "trigger.tokens", 50);
    if (way === "load") draft.getState().load(other);
    else draft.getState().open(other.profile, undefined);
    draft.getState().undo();
    expect(draftTitle(draft.getState())).toEqual({ name: "p", state: "changed" });
    expect(draft.getState().base).toBe(row);
    draft.getState().redo();
    expect(draft.getState().base).toBe(way === "load" ? other : undefined);
    expect(draft.getState().profile).toBe(other.profile);
  },
);

test("what was undone or is still to be redone is measured against what was stored meanwhile, and nothing else is", () => {
  const draft = loaded();
  draft.getState().load(other);
  draft.getState().editProfile("contextWindow", 5000);
  draft.getState().editProfile("contextWindow", 6000);
  draft.getState().undo();
  const own = { ...other, id: "own", preset: false, profile: draft.getState().profile };
  draft.getState().saved(own);
  expect([draft.getState().base, isDirty(draft.getState())]).toEqual([own, false]);
  draft.getState().redo();
  expect([draft.getState().base, isDirty(draft.getState())]).toEqual([own, true]);
  draft.getState().undo();
  draft.getState().undo();
  expect([draft.getState().base, isDirty(draft.getState())]).toEqual([own, true]);
  draft.getState().undo();
  expect([draft.getState().base, draft.getState().profile]).toEqual([row, row.profile]);
});
