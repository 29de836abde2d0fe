import { randomUUID } from "node:crypto";
import type { ProfileRow } from "../../core/contract/methods.ts";
import { HostError } from "../../core/contract/rpc.ts";
import type { ProfileInput } from "../../core/model/profile.ts";
import { PRESETS } from "../../core/policies/presets.ts";
import type { Database } from "./database.ts";

const presetPrefix = "preset:";
const longest = 2 ** 20;

function presetRows(): ProfileRow[] {
  return PRESETS.map(({ name, about, profile }) => ({
    id: presetPrefix + name,
    name,
    preset: true,
    profile,
    about,
  }));
}

interface StoredProfile {
  readonly id: string;
  readonly name: string;
  readonly profile: string;
}

function rowOf({ id, name, profile }: StoredProfile): ProfileRow {
  return { id, name, preset: false, profile: JSON.parse(profile) as ProfileInput, about: "" };
}

/** The presets, then the stored profiles by name. */
export function listProfiles(db: Database): ProfileRow[] {
  const stored = db
    .prepare<[], StoredProfile>("select id, name, profile from profile order by name collate nocase, id")
    .all();
  return [...presetRows(), ...stored.map(rowOf)];
}

/** Stores a profile, under a new id when none is given. It may have errors still: a draft is kept as it is. */
export function saveProfile(db: Database, profile: ProfileInput, id: string = randomUUID()): ProfileRow {
  if (id.startsWith(presetPrefix))
    throw new HostError("bad_input", "A preset cannot be changed: save it as a profile of your own");
  const text = JSON.stringify(profile);
  if (text.length > longest) throw new HostError("bad_input", "The profile is too large to be stored");
  const name = typeof profile.name === "string" && profile.name.trim() ? profile.name.trim() : "Untitled";
  db.prepare(
    `insert into profile (id, name, profile, saved_at) values (?, ?, ?, ?)
     on conflict (id) do update set name = excluded.name, profile = excluded.profile, saved_at = excluded.saved_at`,
  ).run(id, name, text, Date.now());
  return rowOf({ id, name, profile: text });
}

/** Deletes a stored profile. Throws `not_found`. */
export function removeProfile(db: Database, id: string): void {
  if (id.startsWith(presetPrefix)) throw new HostError("bad_input", "A preset cannot be deleted");
  if (db.prepare("delete from profile where id = ?").run(id).changes === 0)
    throw new HostError("not_found", "There is no such profile any more");
}
