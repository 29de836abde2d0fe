import { useMemo } from "react";
import type { ProfileRow } from "../../../core/contract/methods.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { useHostData } from "../../data/host-context.tsx";
import { KEYS } from "../../data/queries.ts";
import { draft } from "../../state/draft.ts";
import { overlay } from "../../state/overlay.ts";
import { toast } from "../../widgets/toast.tsx";

/** What can be done with stored profiles. Failures are shown, never thrown. */
export interface StoredProfiles {
  /** Stores the draft: in its own row, or as a new one of that name. */
  save(name: string, into?: ProfileRow): Promise<void>;
  rename(row: ProfileRow, name: string): Promise<void>;
  remove(row: ProfileRow): Promise<void>;
  /** Whether another profile has the name. */
  taken(name: string, but: ProfileRow): boolean;
}

async function shown(what: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    toast({ tone: "error", title: what, detail: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

/** The profile of one's own that the draft began as; undefined for a preset or a profile from a file. */
export function ownBase(base: ProfileRow | undefined): ProfileRow | undefined {
  return base && !base.preset ? base : undefined;
}

/** The name that the draft gives itself, which may have been changed in its JSON; else the one it is stored under. */
function ownName({ name }: Pick<ProfileInput, "name">, stored: string): string {
  return typeof name === "string" && name.trim() !== "" ? name.trim() : stored;
}

/** Stores the draft where it came from, or asks for a name where it is of nobody's yet or another's has the name. */
export function saveDraft(stored: StoredProfiles): void {
  const { base, profile } = draft.getState();
  const own = ownBase(base);
  const name = own && ownName(profile, own.name);
  if (own && name !== undefined && !stored.taken(name, own)) void stored.save(name, own);
  else overlay.getState().show({ kind: "profile-name" });
}

/** Stored profiles of the host. */
export function useStoredProfiles(): StoredProfiles {
  const { host, cache } = useHostData();
  return useMemo(() => {
    const refresh = () => cache.invalidate(KEYS.profiles);
    const store = async (profile: ProfileInput, id?: string) => {
      const row = await host.call("profile.save", { profile, id });
      refresh();
      return row;
    };
    return {
      taken: (name, but) =>
        (cache.read<readonly ProfileRow[]>(KEYS.profiles).value ?? []).some(
          (row) => row.name === name && row.id !== but.id,
        ),
      save: (name, into) =>
        shown("The profile was not saved", async () => {
          const row = await store({ ...draft.getState().profile, name }, into?.id);
          draft.getState().saved(row);
          toast({ tone: "ok", title: `Saved as ${row.name}` });
        }),
      rename: (row, name) =>
        shown("The profile was not renamed", async () => {
          const renamed = await store({ ...row.profile, name }, row.id);
          const { base, profile, restore, replace } = draft.getState();
          if (base?.id !== row.id) return;
          restore(row.profile, renamed);
          replace({ ...profile, name }, { name: "rename" });
        }),
      remove: (row) =>
        shown("The profile was not deleted", async () => {
          await host.call("profile.remove", { id: row.id });
          refresh();
          const again = () =>
            void shown("It could not be brought back", async () => void (await store(row.profile)));
          toast({ tone: "info", title: `Deleted ${row.name}`, action: { label: "Undo", run: again } });
        }),
    };
  }, [host, cache]);
}
