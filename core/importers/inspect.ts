import type { Importer } from "./importer.ts";
import { InspectSession, isLog, isSample } from "./inspect-session.ts";

/**
 * Logs of Inspect AI: one JSON document, or the head of a log and its samples as records one after the other, which is
 * how an `.eval` archive is read (see `inspectEntries`).
 */
export const inspect: Importer = {
  format: "inspect",
  recognise(records) {
    const logs = records.filter(isLog).length;
    const samples = records.filter(isSample).length;
    if (logs > 0) return { score: 0.97, because: "the log of an evaluation" };
    return samples * 2 > records.length
      ? { score: 0.9, because: `${samples} of ${records.length} records are samples of an evaluation` }
      : { score: 0, because: "" };
  },
  open: (sink) => new InspectSession(sink),
  streams: (path) => path.length === 0 || (path.length === 1 && path[0] === "samples"),
};
