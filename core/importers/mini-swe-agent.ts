import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { MiniSweSession } from "./mini-swe-session.ts";

/** mini-swe-agent's trajectories: the current form with its head, and the first one, a bare list of messages. */
export const miniSweAgent: Importer = {
  format: "mini-swe-agent",
  recognise(records) {
    const [first] = records;
    if ((stringField(first, "trajectory_format") ?? "").startsWith("mini-swe-agent"))
      return { score: 0.98, because: "it says so: trajectory_format" };
    const messages = arrayField(first, "messages");
    if (messages && isJsonObject(field(first, "info")) && messages.some(isResult))
      return { score: 0.96, because: "info and messages with return codes" };
    return Array.isArray(first) && (first as Json[]).some(isResult)
      ? { score: 0.95, because: "a list of messages with return codes" }
      : { score: 0, because: "" };
  },
  open: (sink) => new MiniSweSession(sink),
};

/** A message that tells what a command returned. */
function isResult(message: Json): boolean {
  return /^\s*<returncode>-?\d+<\/returncode>/.test(stringField(message, "content") ?? "");
}
