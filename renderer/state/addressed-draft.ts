import { profileIn } from "../../core/model/profile-text.ts";
import type { ProfileInput } from "../../core/model/profile.ts";
import { type Draft, isDirty } from "./draft.ts";

/**
 * The profile's draft as an address tells it. Faults are not in it: the window has no control that sets one.
 */
export interface AddressedDraft {
  /** The id of the stored profile or preset that it began as; undefined for one from a file. */
  readonly base: string | undefined;
  /** What it is by now; undefined where it is as its base is, `too-long` where it is too long to be told. */
  readonly profile: ProfileInput | typeof TOO_LONG | undefined;
}

/** Stands for a profile that is too long: no profile is written like this, as its first sign would be a brace. */
const TOO_LONG = "too-long";
/**
 * Of a longer draft an address holds nothing, in characters of base64url: an address is copied and pasted into lines of
 * chats and mails, which cut what is longer than they take. All presets have under 260; a draft of this length is
 * handed over as a file.
 */
export const LONGEST_DRAFT = 4000;
/** Of a longer id an address holds none, in UTF-16 units. */
const LONGEST_ID = 200;

/** What an address tells of a draft. */
export function tellDraft(draft: Pick<Draft, "profile" | "base">): AddressedDraft {
  const { profile, base } = draft;
  return { base: base?.id, profile: base && !isDirty(draft) ? undefined : profile };
}

/** Writes `profile=preset:codex&draft=eyJ…`: the id of the base, and the changed profile as JSON in base64url. */
export function setDraft(fields: URLSearchParams, { base, profile }: AddressedDraft): void {
  if (base !== undefined && base.length <= LONGEST_ID) fields.set("profile", base);
  if (profile === undefined) return;
  const text = profile === TOO_LONG ? undefined : encoded(JSON.stringify(profile));
  fields.set("draft", text ?? TOO_LONG);
}

/** Reads the same; undefined where an address tells of no draft, or of one that is no profile. */
export function parseDraft(fields: URLSearchParams): AddressedDraft | undefined {
  const id = fields.get("profile");
  const base = id === null || id === "" || id.length > LONGEST_ID ? undefined : id;
  const text = fields.get("draft");
  if (text === null) return base === undefined ? undefined : { base, profile: undefined };
  const profile = text === TOO_LONG ? TOO_LONG : decoded(text);
  return profile === undefined ? undefined : { base, profile };
}

/** Undefined for a text that is too long. */
function encoded(text: string): string | undefined {
  // As base64url no text is shorter than it is.
  if (text.length > LONGEST_DRAFT) return undefined;
  const bytes = [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join("");
  const signs = btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return signs.length > LONGEST_DRAFT ? undefined : signs;
}

/** The profile in a text, by the same check as of one that is pasted. */
function decoded(text: string): ProfileInput | undefined {
  if (text.length > LONGEST_DRAFT || !/^[\w-]+$/.test(text)) return undefined;
  try {
    const bytes = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const utf8 = Uint8Array.from(bytes, (one) => one.charCodeAt(0));
    return profileIn(new TextDecoder("utf-8", { fatal: true }).decode(utf8));
  } catch {
    return undefined;
  }
}
