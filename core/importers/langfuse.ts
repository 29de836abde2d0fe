import type { Importer } from "./importer.ts";
import { LangfuseSession, tracesOf } from "./langfuse-session.ts";

/** Langfuse: traces with their observations, as the API gives them or as the window downloads them. */
export const langfuse: Importer = {
  format: "langfuse",
  recognise(records) {
    const own = records.filter((record) => tracesOf(record).length > 0).length;
    return own * 2 > records.length
      ? { score: 0.97, because: `${own} of ${records.length} records are traces with observations` }
      : { score: 0, because: "" };
  },
  open: (sink) => new LangfuseSession(sink),
  streams: ([key, ...more]) => more.length === 0 && [undefined, "observations", "data"].includes(key),
};
