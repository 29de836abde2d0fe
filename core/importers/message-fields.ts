import type { Json } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";

/**
 * The fields of a provider's message that are looked at for every message. They are read directly, not with `field()`: there
 * may be very many messages, and none of these names is one that every object has.
 */
export interface MessageFields {
  readonly id?: Json;
  readonly type?: Json;
  readonly role?: Json;
  readonly content?: Json;
  readonly parts?: Json;
  readonly tool_calls?: Json;
  readonly function_call?: Json;
  readonly reasoning_content?: Json;
  readonly reasoning?: Json;
  readonly provider_specific_fields?: Json;
  readonly refusal?: Json;
}

const NOTHING: MessageFields = {};

/** A value as a message; one without any field when it is no object. */
export function messageFields(value: unknown): MessageFields {
  return isJsonObject(value) ? value : NOTHING;
}
