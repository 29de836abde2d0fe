import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import { GeminiCliSession } from "./gemini-cli-session.ts";
import type { Importer } from "./importer.ts";

/**
 * Gemini CLI's session files: one JSON document, or since 0.40 JSONL of a header, messages and patches. Its
 * checkpoints are bare contents, which the format `gemini` reads.
 */
export const geminiCli: Importer = {
  format: "gemini-cli",
  recognise(records) {
    if (records.some(isHeader)) return { score: 0.97, because: "a session with the hash of its project" };
    const own = records.filter(isMessage).length;
    return own * 2 > records.length
      ? { score: 0.85, because: `${own} of ${records.length} records are its messages` }
      : { score: 0, because: "" };
  },
  open: (sink) => new GeminiCliSession(sink),
};

function isHeader(record: unknown): boolean {
  return stringField(record, "sessionId") !== undefined && stringField(record, "projectHash") !== undefined;
}

function isMessage(record: unknown): boolean {
  if (!isJsonObject(record) || stringField(record, "id") === undefined) return false;
  if (!["user", "gemini"].includes(stringField(record, "type") ?? "")) return false;
  const content = field(record, "content");
  return typeof content === "string" || arrayField(record, "content") !== undefined;
}
