import { LARGEST_PROFILE, profileIn } from "../../core/model/profile-text.ts";
import type { ProfileInput } from "../../core/model/profile.ts";

/** A profile as JSON, as the editor shows it and as a file holds it. */
export function profileText(profile: ProfileInput): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

/** The profile in a file; undefined when it holds none, or cannot be read: the import says why. */
export async function profileInFile(file: File): Promise<ProfileInput | undefined> {
  if (file.size > LARGEST_PROFILE) return undefined;
  try {
    return profileIn(await file.text());
  } catch {
    return undefined;
  }
}

/** The name of a profile's file: its own, without what a file system might take amiss. */
export function profileFileName({ name }: Pick<ProfileInput, "name">): string {
  const safe = String(name ?? "")
    .replace(/[^\p{L}\p{N} ._-]+/gu, "-")
    .replace(/^[. -]+|[. -]+$/g, "")
    .slice(0, 80);
  return `${safe === "" ? "profile" : safe}.json`;
}
