import { arrayField, field, stringField } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { OpencodeSession } from "./opencode-session.ts";

/**
 * opencode's sessions: an export (`{info, messages: [{info, parts}]}`), one after the other where they come from its
 * database, or the single records of its older store: sessions, messages, parts.
 */
export const opencode: Importer = {
  format: "opencode",
  recognise(records) {
    const exported = records.filter(isExport).length;
    const single = records.filter(isStored).length;
    const own = exported + single;
    if (own === 0 || own * 2 < records.length) return { score: 0, because: "" };
    const what = exported > 0 ? "info and messages with parts" : "sessionID and messageID";
    return { score: 0.96, because: `${what} in ${own} of the first ${records.length} records` };
  },
  open: (sink) => new OpencodeSession(sink),
  streams: (path) => path.length === 1 && path[0] === "messages",
};

function isExport(record: unknown): boolean {
  const messages = arrayField(record, "messages");
  const info = field(record, "info");
  const headed = stringField(info, "id") !== undefined;
  if (messages?.length === 0) return headed && field(info, "directory") !== undefined;
  return messages?.some((one) => isMessage(one, headed)) === true;
}

/** A message; of a session without a head, which may stand behind its messages or be cut off, one that names it. */
function isMessage(one: unknown, headed: boolean): boolean {
  const info = field(one, "info");
  if (stringField(info, "role") === undefined || !arrayField(one, "parts")) return false;
  return headed || stringField(info, "sessionID") !== undefined;
}

/** A part, or a message or session that names its place in the store. */
function isStored(record: unknown): boolean {
  if (stringField(record, "id") === undefined) return false;
  if (stringField(record, "projectID") !== undefined) return field(record, "directory") !== undefined;
  if (stringField(record, "sessionID") === undefined) return false;
  return stringField(record, "messageID") !== undefined || stringField(record, "role") !== undefined;
}
