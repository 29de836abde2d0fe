import { field, stringField } from "../model/json.ts";
import { ClaudeStreamSession } from "./claude-stream-session.ts";
import { streamRecords } from "./claude-stream-record.ts";
import type { Importer } from "./importer.ts";

/**
 * What Claude Code prints with `--output-format stream-json`, line by line, or with `json` and `--verbose` as one list:
 * an init record with the names of the tools, messages a content block a line, partial messages where they were asked
 * for, and a result at the end.
 */
export const claudeStream: Importer = {
  format: "claude-stream-json",
  recognise(records) {
    const all = records.length === 1 ? streamRecords(records[0]) : records;
    const own = all.filter(isOwn).length;
    if (own === 0) return { score: 0, because: "" };
    const what = all.some(isInit) ? "a system/init record" : "session_id and parent_tool_use_id";
    return { score: 0.97, because: `${what}; ${own} of the first ${all.length} records have its shapes` };
  },
  open: (sink) => new ClaudeStreamSession(sink),
  streams: (path) => path.length === 0,
};

function isInit(record: unknown): boolean {
  return stringField(record, "type") === "system" && stringField(record, "subtype") === "init";
}

function isOwn(record: unknown): boolean {
  if (stringField(record, "session_id") === undefined) return false;
  if (isInit(record)) return true;
  const message = ["assistant", "user", "stream_event"].includes(stringField(record, "type") ?? "");
  return message && field(record, "parent_tool_use_id") !== undefined;
}
