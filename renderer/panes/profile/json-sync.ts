import { isJsonObject } from "../../../core/model/json.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { profileText } from "../../data/profile-file.ts";

/** What a text in the JSON editor is: a profile that can be drafted, or the reason why not. */
export type TypedProfile = { readonly profile: ProfileInput } | { readonly error: string };

/**
 * Reads what was typed. Values may still be out of range or unknown, the check says so; but the shape must be such
 * that the controls can show it.
 */
export function parseProfile(text: string): TypedProfile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: "This is no valid JSON yet; the controls and the run stay with the last that was" };
  }
  if (!isJsonObject(value)) return { error: 'A profile is an object: { "policies": [ … ] }' };
  const policies: unknown = Object.hasOwn(value, "policies") ? value["policies"] : undefined;
  if (!Array.isArray(policies) || !policies.every(isJsonObject)) {
    return { error: "A profile needs “policies”: a list of objects, each with a kind" };
  }
  return { profile: value as unknown as ProfileInput };
}

/** The text to show after the draft changed: the typed one for as long as it says the same. */
export function textFor(profile: ProfileInput, typed: string): string {
  const read = parseProfile(typed);
  const same = "profile" in read && JSON.stringify(read.profile) === JSON.stringify(profile);
  return same ? typed : profileText(profile);
}
