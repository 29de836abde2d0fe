import type { Json } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";

/**
 * The fields of a message's info, of its parts and of what these hold that are looked at for every message. They are read
 * directly, not with `field()`: there may be very many messages, and none of these names is one that every object has.
 */
export interface OpencodeFields {
  readonly id?: Json;
  readonly sessionID?: Json;
  readonly role?: Json;
  readonly time?: Json;
  readonly created?: Json;
  readonly compacted?: Json;
  readonly system?: Json;
  readonly summary?: Json;
  readonly error?: Json;
  readonly modelID?: Json;
  readonly tokens?: Json;
  readonly type?: Json;
  readonly text?: Json;
  readonly ignored?: Json;
  readonly callID?: Json;
  readonly tool?: Json;
  readonly state?: Json;
  readonly status?: Json;
  readonly input?: Json;
  readonly output?: Json;
  readonly attachments?: Json;
}

const NOTHING: OpencodeFields = {};

/** A value as such an object; one without any field when it is none. */
export function opencodeFields(value: unknown): OpencodeFields {
  return isJsonObject(value) ? value : NOTHING;
}

/** A text; undefined for anything else. */
export function textIn(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A finite number; undefined for anything else. */
export function numberIn(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
