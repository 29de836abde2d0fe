import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import { CodexSession } from "./codex-session.ts";
import type { Importer } from "./importer.ts";

/** Types of lines that no other format has, each with a payload. */
const LINES = new Set(["session_meta", "turn_context", "response_item", "compacted", "event_msg"]);

/**
 * Codex rollouts: a line is `{timestamp, type, payload}`. The first generation had no envelope: a header, then bare
 * items.
 */
export const codex: Importer = {
  format: "codex",
  recognise(records) {
    const own = records.filter(isLine).length;
    if (own > 0) return { score: 0.97, because: `${own} of ${records.length} records are rollout lines` };
    return isBareHeader(records[0]) && records.slice(1).some(isBareItem)
      ? { score: 0.96, because: "a session's header, then bare items" }
      : { score: 0, because: "" };
  },
  open: (sink) => new CodexSession(sink),
};

function isLine(record: unknown): boolean {
  return LINES.has(stringField(record, "type") ?? "") && isJsonObject(field(record, "payload"));
}

/** The first line of a rollout without envelopes. */
function isBareHeader(record: unknown): boolean {
  return (
    stringField(record, "id") !== undefined &&
    stringField(record, "timestamp") !== undefined &&
    field(record, "instructions") !== undefined &&
    field(record, "type") === undefined
  );
}

function isBareItem(record: unknown): boolean {
  if (stringField(record, "record_type") !== undefined) return true;
  const type = stringField(record, "type") ?? "";
  if (type === "message") return arrayField(record, "content") !== undefined;
  return ["reasoning", "function_call", "function_call_output", "local_shell_call"].includes(type);
}
