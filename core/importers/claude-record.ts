import type { Json } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";

/**
 * The fields of a session's line that are looked at for every line. They are read directly, not with `field()`:
 * this is the hottest path of an import, and none of these names is one that every object has.
 */
export interface ClaudeRecord {
  readonly type?: Json;
  readonly subtype?: Json;
  readonly uuid?: Json;
  readonly parentUuid?: Json;
  readonly logicalParentUuid?: Json;
  readonly isSidechain?: Json;
  readonly isMeta?: Json;
  readonly isCompactSummary?: Json;
  readonly isApiErrorMessage?: Json;
  readonly agentId?: Json;
  readonly timestamp?: Json;
  readonly message?: Json;
  readonly data?: Json;
  readonly attachment?: Json;
  readonly toolUseResult?: Json;
}

const NOTHING: ClaudeRecord = {};

/** A value as a session's line; one without any field when it is no object. */
export function claudeRecord(value: unknown): ClaudeRecord {
  return isJsonObject(value) ? value : NOTHING;
}
