import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import { isoTime } from "./iso-time.ts";
import { anyValue, otlpAttributes, plainAttributes } from "./otel-value.ts";

/** Something that happened in a span. */
export interface SpanEvent {
  readonly name: string;
  readonly body: Json;
}

/** A span, whatever wrote it down. */
export interface Span {
  /** `` where the recording has none. */
  readonly id: string;
  readonly parent: string;
  readonly trace: string;
  readonly name: string;
  /** Seconds since 1970, for the order; NaN where it is not told. */
  readonly start: number;
  readonly attributes: JsonObject;
  readonly events: readonly SpanEvent[];
  /** Why it failed, where it did. */
  readonly error: string | undefined;
}

/** True for a record of OTLP traces. */
export function hasSpans(record: unknown): boolean {
  return arrayField(record, "resourceSpans") !== undefined;
}

/** True for a record of OTLP logs. */
export function hasLogs(record: unknown): boolean {
  return arrayField(record, "resourceLogs") !== undefined;
}

const KNOWN =
  /^(?:gen_ai\.|llm\.|ai\.|openinference\.|traceloop\.|pydantic_ai\.|all_messages_events$|langfuse\.observation\.)/;

/** True for a span that stands alone as an object, with attributes of model calls. */
export function isSpanRow(record: JsonObject): boolean {
  if (field(record, "attributes") === undefined || field(record, "observations") !== undefined) return false;
  return Object.keys(plainAttributes(field(record, "attributes"))).some((key) => KNOWN.test(key));
}

/** The spans of a record of OTLP traces. */
export function otlpSpans(record: Json): Span[] {
  const scopes = (arrayField(record, "resourceSpans") ?? []).flatMap(
    (one) => arrayField(one, "scopeSpans") ?? arrayField(one, "instrumentationLibrarySpans") ?? [],
  );
  return scopes.flatMap((scope) => arrayField(scope, "spans") ?? []).map(otlpSpan);
}

function otlpSpan(span: Json): Span {
  return {
    id: stringField(span, "spanId") ?? "",
    parent: stringField(span, "parentSpanId") ?? "",
    trace: stringField(span, "traceId") ?? "",
    name: stringField(span, "name") ?? "",
    start: nanos(field(span, "startTimeUnixNano")),
    attributes: otlpAttributes(arrayField(span, "attributes") ?? []),
    events: (arrayField(span, "events") ?? []).map((event) => ({
      name: stringField(event, "name") ?? "",
      body: otlpAttributes(arrayField(event, "attributes") ?? []),
    })),
    error: errorOf(field(span, "status")),
  };
}

/** Log records that are events of model calls, each with the span that it belongs to. */
export function otlpLogs(record: Json): Span[] {
  const scopes = (arrayField(record, "resourceLogs") ?? []).flatMap(
    (one) => arrayField(one, "scopeLogs") ?? [],
  );
  return scopes
    .flatMap((scope) => arrayField(scope, "logRecords") ?? [])
    .map((log) => {
      const attributes = otlpAttributes(arrayField(log, "attributes") ?? []);
      const name = stringField(log, "eventName") ?? stringField(attributes, "event.name") ?? "";
      const body = anyValue(field(log, "body"));
      return {
        id: stringField(log, "spanId") ?? "",
        parent: "",
        trace: stringField(log, "traceId") ?? "",
        name,
        start: nanos(field(log, "timeUnixNano") ?? field(log, "observedTimeUnixNano")),
        attributes: {},
        events: [{ name, body: isJsonObject(body) ? { ...attributes, ...body } : attributes }],
        error: undefined,
      };
    });
}

/** A span as a row of a table or as an exporter for consoles prints it. */
export function rowSpan(row: JsonObject): Span {
  const context = field(row, "context") ?? field(row, "spanContext");
  const first = (...keys: readonly string[]) =>
    keys
      .flatMap((key) => [stringField(row, key), stringField(context, key)])
      .find((one) => one !== undefined) ?? "";
  return {
    id: first("span_id", "spanId", "id"),
    parent: first("parent_span_id", "parentSpanId", "parent_id", "parentId"),
    trace: first("trace_id", "traceId"),
    name: first("span_name", "name", "message"),
    start: startOf(row),
    attributes: plainAttributes(field(row, "attributes")),
    events: (arrayField(row, "events") ?? arrayField(row, "otel_events") ?? []).map(rowEvent),
    error: errorOf(field(row, "status")) ?? errorOf(row),
  };
}

function rowEvent(event: Json): SpanEvent {
  const name =
    stringField(event, "name") ?? stringField(event, "event_name") ?? stringField(event, "event.name");
  const attributes = field(event, "attributes");
  return { name: name ?? "", body: attributes === undefined ? event : plainAttributes(attributes) };
}

/** A number of nanoseconds, microseconds or milliseconds is told by its size. */
const UNITS = [
  [1e17, 1e9],
  [1e14, 1e6],
  [1e11, 1e3],
] as const;

function startOf(row: JsonObject): number {
  const keys = ["startTimeUnixNano", "start_timestamp", "start_time", "startTime", "timestamp"];
  const given = keys.map((key) => field(row, key)).find((one) => one !== undefined && one !== null);
  if (Array.isArray(given)) {
    const [seconds, rest] = given as readonly Json[];
    return typeof seconds === "number" ? seconds + (typeof rest === "number" ? rest / 1e9 : 0) : Number.NaN;
  }
  if (typeof given === "number") return given / (UNITS.find(([least]) => given > least)?.[1] ?? 1);
  if (typeof given !== "string") return Number.NaN;
  if (/^\d{15,20}$/.test(given)) return nanos(given);
  return Date.parse(given.replace(/^(\S+) (\S+)$/, "$1T$2").replace(/([+-]\d\d)$/, "$1:00")) / 1000;
}

function nanos(given: Json | undefined): number {
  return typeof given === "string" || typeof given === "number" ? Number(given) / 1e9 : Number.NaN;
}

/** When a span began, as ISO 8601; undefined when it is not told. */
export function timeOf(span: Span): string | undefined {
  return Number.isFinite(span.start) ? isoTime(span.start) : undefined;
}

function errorOf(status: Json | undefined): string | undefined {
  const code = field(status, "code") ?? field(status, "status_code") ?? field(status, "otel_status_code");
  const failed = code === 2 || (typeof code === "string" && /(?:^|_)ERROR$/.test(code));
  if (!failed) return undefined;
  const said = ["message", "description", "status_message", "otel_status_message"].map((key) =>
    stringField(status, key),
  );
  return said.find((one) => one !== undefined && one !== "") ?? "error";
}

/** The first of some attributes that is a finite number, or a text that is one. */
export function figure(attributes: JsonObject, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const given = numberField(attributes, key) ?? Number(stringField(attributes, key) ?? Number.NaN);
    if (Number.isFinite(given)) return given;
  }
  return undefined;
}

/** The first of some attributes that is a text. */
export function label(attributes: JsonObject, keys: readonly string[]): string | undefined {
  return keys.map((key) => stringField(attributes, key)).find((one) => one !== undefined && one !== "");
}
