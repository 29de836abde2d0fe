import { isJsonObject } from "../../core/model/json.ts";
import type { ProfileInput } from "../../core/model/profile.ts";

/** No profile is larger, in bytes: what is goes to the importers unread. */
const LARGEST = 2 ** 20;

/** A profile as JSON, as the editor shows it and as a file holds it. */
export function profileText(profile: ProfileInput): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The profile that a text is: an object with a list of policies and no messages. Undefined when it is none. */
export function profileIn(text: string): ProfileInput | undefined {
  if (text.length > LARGEST || !/^\ufeff?\s*\{/.test(text)) return undefined;
  const value = parsed(text.replace(/^\ufeff/, ""));
  if (!isJsonObject(value) || Object.hasOwn(value, "messages")) return undefined;
  const policies: unknown = Object.hasOwn(value, "policies") ? value["policies"] : undefined;
  const fits = Array.isArray(policies) && policies.every(isJsonObject);
  return fits ? (value as unknown as ProfileInput) : undefined;
}

/** The profile in a file; undefined when it holds none, or cannot be read: the import says why. */
export async function profileInFile(file: File): Promise<ProfileInput | undefined> {
  if (file.size > LARGEST) return undefined;
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
