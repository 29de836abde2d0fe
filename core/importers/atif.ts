import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import { AtifSession, trajectoriesOf } from "./atif-session.ts";
import type { Importer } from "./importer.ts";

/** Trajectories in the Agent Trajectory Interchange Format, all versions of 1: one, a list, or one a line. */
export const atif: Importer = {
  format: "atif",
  recognise(records) {
    const all = records.flatMap((record) => trajectoriesOf(record).slice(0, 50));
    const named = all.filter((one) => (stringField(one, "schema_version") ?? "").startsWith("ATIF-"));
    if (named.length * 2 > all.length) return { score: 0.99, because: "it says so: schema_version" };
    const own = all.filter(hasSteps).length;
    return own * 2 > all.length
      ? { score: 0.9, because: `${own} of ${all.length} records are an agent with numbered steps` }
      : { score: 0, because: "" };
  },
  open: (sink) => new AtifSession(sink),
  streams: (path) => path.length === 0 || (path.length === 1 && path[0] === "steps"),
};

const SOURCES = new Set(["system", "user", "agent"]);

function hasSteps(record: unknown): boolean {
  return (
    isJsonObject(field(record, "agent")) &&
    (arrayField(record, "steps") ?? []).some(
      (step) => field(step, "step_id") !== undefined && SOURCES.has(stringField(step, "source") ?? ""),
    )
  );
}
