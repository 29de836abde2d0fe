import { field, stringField } from "../model/json.ts";
import { ClaudeSession } from "./claude-session.ts";
import type { Importer } from "./importer.ts";

/**
 * Claude Code's session files: `<sessionId>.jsonl` and the files of its sub-agents. One content block a line, a
 * tree by `parentUuid`, sidecars, compaction marks.
 */
export const claudeCode: Importer = {
  format: "claude-code",
  recognise(records) {
    const own = records.filter(isOwn).length;
    if (own === 0) return { score: 0, because: "" };
    return {
      score: 0.98,
      because: `parentUuid and sessionId in ${own} of the first ${records.length} records`,
    };
  },
  open: (sink) => new ClaudeSession(sink),
};

function isOwn(record: unknown): boolean {
  if (field(record, "parentUuid") === undefined || stringField(record, "type") === undefined) return false;
  return stringField(record, "sessionId") !== undefined || stringField(record, "uuid") !== undefined;
}
