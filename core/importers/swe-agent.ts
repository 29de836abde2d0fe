import { arrayField, isJsonObject, stringField } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { SweSession } from "./swe-session.ts";

/** SWE-agent's `.traj` files, 0.x and 1.x: `history` is the conversation, `trajectory` the steps. */
export const sweAgent: Importer = {
  format: "swe-agent",
  recognise(records) {
    const own = records.filter(isOwn).length;
    return own * 2 > records.length
      ? { score: 0.96, because: "a trajectory and the history of an agent" }
      : { score: 0, because: "" };
  },
  open: (sink) => new SweSession(sink),
};

function isOwn(record: unknown): boolean {
  if (!isJsonObject(record) || !arrayField(record, "trajectory")) return false;
  return (
    arrayField(record, "history")?.some((message) => stringField(message, "role") !== undefined) ?? false
  );
}
