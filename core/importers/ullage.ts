import { field, isJsonObject } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { UllageSession } from "./ullage-session.ts";

/** The neutral thread file (ledger): what any agent can be recorded in without a vendor's shape. */
export const ullage: Importer = {
  format: "ullage",
  recognise(records) {
    const own = records.some(
      (record) => field(record, "ullage") !== undefined && isJsonObject(field(record, "thread")),
    );
    return own
      ? { score: 1, because: 'a record has the keys "ullage" and "thread"' }
      : { score: 0, because: "" };
  },
  open: (sink) => new UllageSession(sink),
};
