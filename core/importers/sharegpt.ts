import type { Json } from "../model/json.ts";
import { arrayField, stringField } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { ShareGptSession } from "./sharegpt-session.ts";

/** ShareGPT: `conversations` of `{from, value}` or `{role, content}`; one, a list, or one a line. */
export const shareGpt: Importer = {
  format: "sharegpt",
  recognise(records) {
    const all = records.flatMap((record) =>
      Array.isArray(record) ? (record as Json[]).slice(0, 50) : [record],
    );
    const own = all.filter(isOwn).length;
    return own * 2 > all.length
      ? { score: 0.92, because: `${own} of ${all.length} records hold conversations` }
      : { score: 0, because: "" };
  },
  open: (sink) => new ShareGptSession(sink),
};

function isOwn(record: unknown): boolean {
  const turns = arrayField(record, "conversations");
  return (
    turns?.some((turn) => (stringField(turn, "from") ?? stringField(turn, "role")) !== undefined) ?? false
  );
}
