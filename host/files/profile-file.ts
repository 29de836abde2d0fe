import { readFile, stat } from "node:fs/promises";
import { LARGEST_PROFILE, profileIn } from "../../core/model/profile-text.ts";
import type { ProfileInput } from "../../core/model/profile.ts";

/** The profile in a file; undefined when it holds none, or cannot be read: the import says why. */
export async function profileInFile(file: string): Promise<ProfileInput | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile() || found.size > LARGEST_PROFILE) return undefined;
    return profileIn(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
