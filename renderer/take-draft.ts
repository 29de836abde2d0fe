import type { ProfileRow } from "../core/contract/methods.ts";
import { checkProfile } from "../core/policies/check.ts";
import { type AddressedDraft, LONGEST_DRAFT } from "./state/addressed-draft.ts";
import { type Draft, type DraftStore, draftTitle } from "./state/draft.ts";
import { formatCount } from "./widgets/quantity.tsx";
import { toast } from "./widgets/toast.tsx";

/** What came of a draft that an address told. Where it was taken, the draft before it is kept to go back to. */
export type TakenDraft =
  | { readonly kind: "taken"; readonly before: Pick<Draft, "profile" | "base"> }
  /** Nothing was told, or what is there. */
  | { readonly kind: "as it was" }
  /** It was too long for an address. */
  | { readonly kind: "too long" }
  /** It is named by a profile that this library does not have. */
  | { readonly kind: "unknown" };

/** Makes what an address tells the draft, as one step that can be undone. */
export function takeDraft(
  told: AddressedDraft | undefined,
  profiles: readonly ProfileRow[],
  draft: DraftStore,
): TakenDraft {
  if (!told) return { kind: "as it was" };
  if (told.profile === "too-long") return { kind: "too long" };
  const base = profiles.find(({ id }) => id === told.base);
  const profile = told.profile ?? base?.profile;
  if (!profile) return { kind: "unknown" };
  const before = draft.getState();
  const same = JSON.stringify(profile) === JSON.stringify(before.profile);
  if (same && base?.id === before.base?.id) return { kind: "as it was" };
  before.open(profile, base);
  return same ? { kind: "as it was" } : { kind: "taken", before };
}

/** Says what came of it, where the window shows something else than before, or than was asked for. */
export function tellOfDraft(taken: TakenDraft, draft: DraftStore): void {
  if (taken.kind === "as it was") return;
  if (taken.kind === "taken") return tellTaken(taken.before, draft);
  const detail =
    taken.kind === "unknown"
      ? "It is not in this library. The window keeps the profile that it has."
      : `As text it is longer than ${formatCount(LONGEST_DRAFT)} characters: hand it over as a file. The window keeps the profile that it has.`;
  toast({ tone: "info", title: "The address does not hold its profile", detail });
}

function tellTaken({ profile: before, base }: Pick<Draft, "profile" | "base">, draft: DraftStore): void {
  const now = draft.getState();
  const { name, state } = draftTitle(now);
  const { errors } = checkProfile(now.profile).problems;
  const wrong = errors.length > 0;
  toast({
    tone: wrong ? "info" : "ok",
    title: `Profile ${name.slice(0, 120)}${state === "changed" ? ", changed," : ""} came with the address`,
    detail: wrong
      ? `It is not run until its errors are mended: ${errors[0]?.reason ?? ""}`
      : "The draft that was here comes back with Undo.",
    action: { label: "Undo", run: () => draft.getState().open(before, base) },
  });
}
