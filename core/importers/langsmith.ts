import type { Importer } from "./importer.ts";
import { isRun, LangsmithSession, runsOf } from "./langsmith-session.ts";

/** LangSmith: runs as its client lists them, in a list, one a line, or with their children inside. */
export const langsmith: Importer = {
  format: "langsmith",
  recognise(records) {
    const all = records.flatMap((record) => runsOf(record).slice(0, 50));
    const own = all.filter(isRun).length;
    return own * 2 > all.length
      ? { score: 0.96, because: `${own} of ${all.length} records are runs with inputs and outputs` }
      : { score: 0, because: "" };
  },
  open: (sink) => new LangsmithSession(sink),
  streams: (path) => path.length === 0 || (path.length === 1 && path[0] === "runs"),
};
