import { field, isJsonObject, stringField } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { PiSession } from "./pi-session.ts";

const ROLES = new Set(["toolResult", "bashExecution", "user", "assistant"]);

/** pi's session files: a header, then entries. Version 1 is flat, versions 2 and 3 are a tree by `parentId`. */
export const pi: Importer = {
  format: "pi",
  recognise(records) {
    const headers = records.filter(isHeader).length;
    const entries = records.filter(isEntry).length;
    if (headers > 0) return { score: 0.96, because: "a session header with id, time and working directory" };
    return entries * 2 > records.length
      ? { score: 0.9, because: `${entries} of ${records.length} records are entries of a session` }
      : { score: 0, because: "" };
  },
  open: (sink) => new PiSession(sink),
};

function isHeader(record: unknown): boolean {
  return (
    stringField(record, "type") === "session" &&
    stringField(record, "id") !== undefined &&
    stringField(record, "cwd") !== undefined &&
    stringField(record, "timestamp") !== undefined
  );
}

function isEntry(record: unknown): boolean {
  const message = field(record, "message");
  if (stringField(record, "type") !== "message" || !isJsonObject(message)) return false;
  return ROLES.has(stringField(message, "role") ?? "") && typeof field(message, "timestamp") === "number";
}
