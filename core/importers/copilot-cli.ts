import { field, isJsonObject, stringField } from "../model/json.ts";
import { CopilotSession } from "./copilot-session.ts";
import type { Importer } from "./importer.ts";

const TYPES = /^(?:session|system|user|assistant|tool|subagent|hook)\.[a-z_]+$/;

/** GitHub Copilot CLI's `events.jsonl`: one event a line, in a chain by `parentId`. */
export const copilotCli: Importer = {
  format: "copilot-cli",
  recognise(records) {
    const own = records.filter(isOwn).length;
    if (own === 0 || own * 2 < records.length) return { score: 0, because: "" };
    return {
      score: 0.95,
      because: `events with type, data and parentId: ${own} of the first ${records.length} records`,
    };
  },
  open: (sink) => new CopilotSession(sink),
};

function isOwn(record: unknown): boolean {
  if (!TYPES.test(stringField(record, "type") ?? "") || !isJsonObject(field(record, "data"))) return false;
  return field(record, "parentId") !== undefined && stringField(record, "id") !== undefined;
}
