import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ProfileRow } from "../../core/contract/methods.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Json } from "../../core/model/json.ts";
import type { PolicyInput, ProfileInput } from "../../core/model/profile.ts";
import { withParam, withValueAt } from "../../core/policies/parameters.ts";

/** A profile, and the stored one or preset that it began as. */
export interface Begun {
  readonly profile: ProfileInput;
  readonly base: ProfileRow | undefined;
}

/** The profile under edit with its history. */
export interface Draft extends Begun {
  readonly faults: readonly Fault[];
  readonly past: readonly Begun[];
  readonly future: readonly Begun[];
  /** The edit that is still being dragged or typed: the next of the same name joins it in one undo step. */
  readonly running: string | undefined;
}

/** How an edit is made. A transient one joins the transient one before it, of the same parameter, in one undo step. */
export interface EditOptions {
  readonly transient?: boolean;
}

/** What can be done to the draft. Every change but faults can be undone. */
export interface DraftActions {
  /** Begins anew from a stored profile or preset; undo brings the draft before back. */
  readonly load: (row: ProfileRow) => void;
  /** Begins anew from a profile that may be stored nowhere, such as one from a file. */
  readonly open: (profile: ProfileInput, base: ProfileRow | undefined) => void;
  /** Sets the whole profile, as typed in the JSON editor or remembered from the last session. */
  readonly replace: (profile: ProfileInput, options?: EditOptions & { readonly name?: string }) => void;
  /** Sets a parameter of a policy by dotted path; undefined goes back to the default. */
  readonly editParam: (policy: number, path: string, value: Json | undefined, options?: EditOptions) => void;
  /** Sets a parameter of the profile itself. */
  readonly editProfile: (path: string, value: Json | undefined, options?: EditOptions) => void;
  readonly addPolicy: (policy: PolicyInput, at?: number) => void;
  readonly removePolicy: (at: number) => void;
  readonly movePolicy: (from: number, to: number) => void;
  readonly setFaults: (faults: readonly Fault[]) => void;
  /** Ends a drag or a run of typing: the next edit is an undo step of its own. */
  readonly settle: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** After the draft was stored: from now on it is measured against what was stored. */
  readonly saved: (row: ProfileRow) => void;
  /** Takes over a remembered draft, without history. */
  readonly restore: (profile: ProfileInput, base: ProfileRow | undefined) => void;
}

/** The draft's store. */
export type DraftStore = StoreApi<Draft & DraftActions>;

/** How many undo steps are kept. */
const HISTORY = 200;
const EMPTY: ProfileInput = { name: "no management", policies: [] };

/** False until the draft of the last time, or that of a first start, is there. */
export function isRecalled({ profile }: Pick<Draft, "profile">): boolean {
  return profile !== EMPTY;
}

/** True when the draft is no longer what it began as. */
export function isDirty(draft: Pick<Draft, "profile" | "base">): boolean {
  return draft.base !== undefined && !same(draft.profile, draft.base.profile);
}

/** What a profile says that it is called; undefined where it does not say. A name that is no text is told as JSON. */
export function nameOf({ name }: { readonly name?: unknown }): string | undefined {
  // Not yet checked, it may be anything: typed, from a file, out of an address.
  return typeof name === "string" ? name : JSON.stringify(name);
}

/** What the draft is called, and how it stands to what it began as: a profile that only has another name is not changed. */
export function draftTitle({ profile, base }: Pick<Draft, "profile" | "base">): {
  readonly name: string;
  readonly state: "as it was" | "changed" | "renamed";
} {
  const own = nameOf(profile);
  if (!base) return { name: own ?? "unnamed", state: "as it was" };
  const renamed = own !== undefined && own !== base.profile.name;
  const name = renamed ? own : base.name;
  const { name: _own, ...rest } = profile;
  const { name: _base, ...restOfBase } = base.profile;
  if (JSON.stringify(rest) !== JSON.stringify(restOfBase)) return { name, state: "changed" };
  return { name, state: renamed ? "renamed" : "as it was" };
}

function same(a: ProfileInput, b: ProfileInput): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function begun({ profile, base }: Begun): Begun {
  return { profile, base };
}

/** The state after a change that can be undone. */
function changed(now: Draft, profile: ProfileInput, name: string, options: EditOptions = {}): Partial<Draft> {
  if (same(profile, now.profile)) return options.transient ? {} : { running: undefined };
  const joins = now.running === name;
  const past = joins ? now.past : [...now.past, begun(now)].slice(-HISTORY);
  return { profile, past, future: [], running: options.transient ? name : undefined };
}

function withPolicies(profile: ProfileInput, policies: readonly PolicyInput[]): ProfileInput {
  return { ...profile, policies };
}

function paramEdited(profile: ProfileInput, at: number, path: string, value: Json | undefined): ProfileInput {
  const policy = profile.policies[at];
  if (!policy) return profile;
  return withPolicies(profile, profile.policies.with(at, withParam(policy, path, value)));
}

function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Makes a draft store. */
export function createDraft(): DraftStore {
  return createStore<Draft & DraftActions>()((set) => {
    const edit = (name: string, make: (profile: ProfileInput) => ProfileInput, options?: EditOptions) =>
      set((now) => changed(now, make(now.profile), name, options));
    return {
      profile: EMPTY,
      faults: [],
      base: undefined,
      past: [],
      future: [],
      running: undefined,
      load: (row) => set((now) => ({ ...changed(now, row.profile, "load"), base: row })),
      open: (profile, base) => set((now) => ({ ...changed(now, profile, "open"), base })),
      replace: (profile, options) => edit(options?.name ?? "json", () => profile, options),
      editParam: (at, path, value, options) =>
        edit(`${at}.${path}`, (profile) => paramEdited(profile, at, path, value), options),
      editProfile: (path, value, options) =>
        edit(path, (profile) => withValueAt(profile, path, value), options),
      addPolicy: (policy, at) =>
        edit("add", (profile) =>
          withPolicies(profile, profile.policies.toSpliced(at ?? profile.policies.length, 0, policy)),
        ),
      removePolicy: (at) =>
        edit("remove", (profile) => withPolicies(profile, profile.policies.toSpliced(at, 1))),
      movePolicy: (from, to) =>
        edit("move", (profile) => withPolicies(profile, moved(profile.policies, from, to))),
      setFaults: (faults) => set({ faults }),
      settle: () => set({ running: undefined }),
      undo: () => set(undone),
      redo: () => set(redone),
      saved: (row) => set((now) => stored(now, row)),
      restore: (profile, base) => set({ profile, base, past: [], future: [], running: undefined }),
    };
  });
}

function undone(now: Draft): Partial<Draft> {
  const before = now.past.at(-1);
  if (!before) return {};
  return { ...before, past: now.past.slice(0, -1), future: [begun(now), ...now.future], running: undefined };
}

function redone(now: Draft): Partial<Draft> {
  const [next, ...future] = now.future;
  if (!next) return {};
  return { ...next, past: [...now.past, begun(now)], future, running: undefined };
}

/** The state once it was stored: what began as the same is measured against it too, on the way back and forth. */
function stored(now: Draft, row: ProfileRow): Partial<Draft> {
  const follow = (one: Begun): Begun => (one.base?.id === now.base?.id ? { ...one, base: row } : one);
  const { past, future } = now;
  return {
    base: row,
    profile: row.profile,
    past: past.map(follow),
    future: future.map(follow),
    running: undefined,
  };
}

/** The window's draft. */
export const draft: DraftStore = createDraft();

/** Reads the window's draft. */
export function useDraft<T>(pick: (state: Draft & DraftActions) => T): T {
  return useStore(draft, pick);
}
