import { expect, test } from "vitest";
import type { ProfileRow } from "../../core/contract/methods.ts";
import { createDraft } from "../../renderer/state/draft.ts";
import { takeDraft } from "../../renderer/take-draft.ts";

const rows: readonly ProfileRow[] = ["quay", "mole"].map((name) => ({
  id: `preset:${name}`,
  name,
  preset: true,
  about: "",
  profile: { name, policies: [{ kind: "offload" }] },
}));
const [quay, mole] = rows as [ProfileRow, ProfileRow];

/** A draft with an edit that nobody saved. */
function edited() {
  const draft = createDraft();
  draft.getState().restore(quay.profile, quay);
  draft.getState().editParam(0, "thresholdTokens", 7);
  return draft;
}

test("what an address tells is one step, and undo brings back what was not saved", () => {
  const draft = edited();
  const unsaved = draft.getState().profile;
  const past = draft.getState().past.length;
  const told = { name: "mole", policies: [{ kind: "paging" as const }] };
  const taken = takeDraft({ base: mole.id, profile: told }, rows, draft);
  expect(taken).toMatchObject({ kind: "taken", before: { profile: unsaved, base: quay } });
  expect(draft.getState()).toMatchObject({ profile: told, base: mole });
  expect(draft.getState().past).toHaveLength(past + 1);
  draft.getState().undo();
  expect(draft.getState().profile).toBe(unsaved);
  draft.getState().redo();
  expect(draft.getState().profile).toEqual(told);
});

test("a profile that is only named is as it is stored", () => {
  const draft = edited();
  expect(takeDraft({ base: mole.id, profile: undefined }, rows, draft).kind).toBe("taken");
  expect(draft.getState()).toMatchObject({ profile: mole.profile, base: mole });
});

test("what is there already is no step", () => {
  const draft = edited();
  const before = draft.getState();
  const same = {
    base: quay.id,
    profile: JSON.parse(JSON.stringify(before.profile)) as typeof before.profile,
  };
  expect(takeDraft(same, rows, draft).kind).toBe("as it was");
  expect(takeDraft(undefined, rows, draft).kind).toBe("as it was");
  expect(draft.getState()).toBe(before);
});

test("what cannot be known leaves the draft, and says which", () => {
  const draft = edited();
  const before = draft.getState();
  expect(takeDraft({ base: "gone", profile: undefined }, rows, draft).kind).toBe("unknown");
  expect(takeDraft({ base: quay.id, profile: "too-long" }, rows, draft).kind).toBe("too long");
  expect(draft.getState()).toBe(before);
});
