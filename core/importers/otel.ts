import type { Json } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { OtelSession } from "./otel-session.ts";
import { hasLogs, hasSpans, isSpanRow } from "./otel-span.ts";

/**
 * Traces of model calls in OpenTelemetry: OTLP as JSON, one a file or one a line, or spans as rows. Content in any of
 * the vocabularies that instrumentations have used.
 */
export const otel: Importer = {
  format: "otel-genai",
  recognise(records) {
    const all = records.flatMap((record) =>
      Array.isArray(record) ? (record as readonly Json[]).slice(0, 50) : [record],
    );
    const otlp = all.filter((record) => hasSpans(record) || hasLogs(record)).length;
    if (otlp * 2 > all.length) return { score: 0.97, because: "resourceSpans or resourceLogs of OTLP" };
    const rows = all.filter((record) => isJsonObject(record) && isSpanRow(record)).length;
    return rows * 2 > all.length
      ? { score: 0.94, because: `${rows} of ${all.length} records are spans with attributes of model calls` }
      : { score: 0, because: "" };
  },
  open: (sink) => new OtelSession(sink),
  streams: ([key, ...more]) =>
    more.length === 0 && [undefined, "resourceSpans", "resourceLogs"].includes(key),
};
