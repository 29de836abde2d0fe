import { isJsonObject } from "./json.ts";
import type { ProfileInput } from "./profile.ts";

/** No profile is larger, in UTF-16 units or in bytes: what is goes to the importers unread. */
export const LARGEST_PROFILE = 2 ** 20;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The profile that a text is: an object with a list of policies and no messages. Undefined when it is none. */
export function profileIn(text: string): ProfileInput | undefined {
  if (text.length > LARGEST_PROFILE || !/^\ufeff?\s*\{/.test(text)) return undefined;
  const value = parsed(text.replace(/^\ufeff/, ""));
  if (!isJsonObject(value) || Object.hasOwn(value, "messages")) return undefined;
  const policies: unknown = Object.hasOwn(value, "policies") ? value["policies"] : undefined;
  const fits = Array.isArray(policies) && policies.every(isJsonObject);
  return fits ? (value as unknown as ProfileInput) : undefined;
}
