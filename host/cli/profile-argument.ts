import { existsSync } from "node:fs";
import { isJsonObject, type JsonObject } from "../../core/model/json.ts";
import type { Profile } from "../../core/model/profile.ts";
import type { Thread } from "../../core/model/thread.ts";
import { checkProfile } from "../../core/policies/check.ts";
import { POLICY_SPECS } from "../../core/policies/parameters.ts";
import { PRESETS, presetNamed } from "../../core/policies/presets.ts";
import { profileErrors } from "../profile-errors.ts";
import { CommandFailure } from "./failure.ts";
import { readJsonFile } from "./json-file.ts";

/** One `--set policy.param=value`. */
interface Setting {
  readonly policy: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

function readSetting(text: string): Setting {
  const at = text.indexOf("=");
  const [policy = "", ...path] = text.slice(0, at).split(".");
  if (at < 0 || policy === "" || path.length === 0 || path.some((key) => key === ""))
    throw new CommandFailure(
      `--set wants policy.param=value, for example summarize.trigger.tokens=5000, not ${text}`,
    );
  return { policy, path, value: readValue(text.slice(at + 1)) };
}

/** JSON where it is JSON, else the text itself. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A copy in which the value at a path is set; objects on the way are made. */
function withValue(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const object: JsonObject = isJsonObject(target) ? target : {};
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  return { ...object, [key]: withValue(inner, rest, value) };
}

/** A copy without what cannot stand beside the parameter at a path, such as the other way to give a trigger. */
function withoutRival(policy: JsonObject, kind: string, path: readonly string[]): JsonObject {
  const spec = Object.hasOwn(POLICY_SPECS, kind)
    ? POLICY_SPECS[kind as keyof typeof POLICY_SPECS]
    : undefined;
  const name = path.join(".");
  const rival = spec?.params.find(
    ({ key, instead }) => (key === name && instead !== undefined) || instead === name,
  );
  const [first] = path;
  if (!rival || first === undefined) return policy;
  if (path.length > 1) return { ...policy, [first]: {} };
  const other = rival.key === name ? rival.instead : rival.key;
  return Object.fromEntries(Object.entries(policy).filter(([key]) => key !== other));
}

function applySetting(profile: unknown, { policy, path, value }: Setting): unknown {
  if (policy === "profile") return withValue(profile, path, value);
  const policies =
    isJsonObject(profile) && Array.isArray(profile["policies"]) ? (profile["policies"] as unknown[]) : [];
  const isMeant = (one: unknown): one is JsonObject => isJsonObject(one) && one["kind"] === policy;
  if (!policies.some(isMeant))
    throw new CommandFailure(`--set ${policy}.${path.join(".")}: the profile has no policy ${policy}`);
  const changed = policies.map((one) =>
    isMeant(one) ? withValue(withoutRival(one, policy, path), path, value) : one,
  );
  return { ...(profile as JsonObject), policies: changed };
}

/** What `--profile` (a preset's name or a file) and `--set` give together, not yet checked. */
export async function readProfile(given: string, settings: readonly string[] = []): Promise<unknown> {
  const preset = presetNamed(given);
  if (!preset && given !== "-" && !existsSync(given)) {
    const names = PRESETS.map(({ name }) => name).join(", ");
    throw new CommandFailure(`there is no preset and no file ${given}: presets are ${names}`);
  }
  const profile: unknown = preset ? preset.profile : await readJsonFile(given, "profile");
  return settings.map(readSetting).reduce(applySetting, profile);
}

/** A profile that can run. A CommandFailure says what is wrong and where. */
export function runnable(input: unknown, thread: Thread): Profile {
  const { profile, problems } = checkProfile(input, thread);
  if (!profile) throw new CommandFailure(profileErrors(problems.errors));
  return profile;
}
