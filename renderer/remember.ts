import type { ProfileRow } from "../core/contract/methods.ts";
import type { Host } from "../core/contract/rpc.ts";
import type { Fault } from "../core/model/fault.ts";
import { arrayField, field, isJsonObject, stringField } from "../core/model/json.ts";
import type { ProfileInput } from "../core/model/profile.ts";
import type { OwnMemory } from "./own-memory.ts";
import { type TakenDraft, takeDraft } from "./take-draft.ts";
import { type Addressed, formatAddress, parseAddress } from "./state/address.ts";
import type { AddressedDraft } from "./state/addressed-draft.ts";
import type { DraftStore } from "./state/draft.ts";
import { FIRST_LAYOUT, type Layout, layoutOf, type LayoutStore } from "./state/layout.ts";
import type { Selection, SelectionStore } from "./state/selection.ts";

/** The stores that outlive the window. */
export interface Remembered {
  readonly layout: LayoutStore;
  readonly draft: DraftStore;
  readonly selection: SelectionStore;
}

/** How long after the last change the host is told, in milliseconds. */
const DELAY = 400;
/** A window is low below this, in CSS pixels. */
const LOW = 760;
/** The preset of a first start. */
const FIRST_PROFILE = "llm4s";

/**
 * Brings back what was remembered: what this window was, else what the host knows of the last one that was changed.
 * The selection only where the page's address says nothing. Over the remembered draft comes the one that is told, where
 * one is, as a step that can be undone; gives what came of that.
 */
export async function recall(
  host: Host,
  own: OwnMemory,
  stores: Remembered,
  told?: AddressedDraft,
): Promise<TakenDraft> {
  const get = async (key: string) => own.get(key) ?? (await host.call("settings.get", { key }));
  const [layout, draft, address, profiles] = await Promise.all([
    get("layout"),
    get("draft"),
    get("address"),
    host.call("profile.list", {}),
  ]);
  stores.layout.getState().set(readLayout(layout));
  recallDraft(draft, profiles, stores.draft);
  const taken = takeDraft(told, profiles, stores.draft);
  const asked = typeof address === "string" ? parseAddress(address) : undefined;
  if (asked && stores.selection.getState().transcript === undefined)
    stores.selection.getState().restore(placeOf(asked));
  // From now on it is this window's own, whatever another one tells the host.
  own.set("layout", layoutOf(stores.layout.getState()));
  own.set("draft", draftOf(stores.draft));
  return taken;
}

function draftOf(draft: DraftStore): Record<string, unknown> {
  const { profile, faults, base } = draft.getState();
  return { profile, faults, base: base?.id ?? null };
}

/** An address without how it is looked at, the layout being remembered by itself, and without what was asked. */
function placeOf(asked: Addressed): Partial<Selection> {
  const { view: _view, lanes: _lanes, questions: _asked, looks: _looks, reading: _reading, ...rest } = asked;
  const { draft: _draft, ...place } = rest;
  return place;
}

/**
 * Notes every change, here and at the host, a little later, and when the page goes: who reloads it at once finds what
 * was changed. The returned function ends it, and notes what is left.
 */
export function remember(host: Host, own: OwnMemory, { layout, draft, selection }: Remembered): () => void {
  const set = (key: string, value: unknown) => {
    own.set(key, value);
    void host.call("settings.set", { key, value }).catch(() => {});
  };
  const notes = [
    later(layout.subscribe, () => set("layout", layoutOf(layout.getState()))),
    later(draft.subscribe, () => set("draft", draftOf(draft))),
    later(selection.subscribe, () => set("address", formatAddress(selection.getState()))),
  ];
  const flush = () => notes.forEach((note) => note.flush());
  window.addEventListener("pagehide", flush);
  return () => {
    window.removeEventListener("pagehide", flush);
    notes.forEach((note) => note.stop());
    flush();
  };
}

interface Later {
  /** Does now what waits to be done. */
  readonly flush: () => void;
  /** No more changes are listened for. */
  readonly stop: () => void;
}

function later(subscribe: (listener: () => void) => () => void, act: () => void): Later {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    act();
  };
  const stop = subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(flush, DELAY);
  });
  return { flush, stop };
}

/** What of a remembered layout still has the type that it has today: an older version may have stored it. */
function readLayout(stored: unknown): Partial<Layout> {
  // On a low screen the drawer would leave no room for what is looked at first.
  if (!isJsonObject(stored)) return window.innerHeight < LOW ? { drawerOpen: false } : {};
  const fits = Object.entries(FIRST_LAYOUT).filter(([key, first]) => {
    const value = field(stored, key);
    return (
      value !== undefined && typeof value === typeof first && Array.isArray(value) === Array.isArray(first)
    );
  });
  return Object.fromEntries(fits.map(([key]) => [key, field(stored, key)])) as Partial<Layout>;
}

function recallDraft(stored: unknown, profiles: readonly ProfileRow[], draft: DraftStore): void {
  const base = profiles.find((row) => row.id === stringField(stored, "base"));
  const profile = field(stored, "profile");
  if (isJsonObject(profile) && arrayField(profile, "policies")) {
    draft.getState().restore(profile as unknown as ProfileInput, base);
    draft.getState().setFaults((arrayField(stored, "faults") ?? []) as unknown as Fault[]);
    return;
  }
  const first = profiles.find((row) => row.id === FIRST_PROFILE || row.name === FIRST_PROFILE) ?? profiles[0];
  if (first) draft.getState().restore(first.profile, first);
}
