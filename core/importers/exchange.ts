import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import { isoTime } from "./iso-time.ts";
import { isEventStream, readEventStream } from "./sse.ts";

/** One record of a log, its vendor not yet read: a request, a response, or both. */
export interface Exchange {
  readonly request?: JsonObject;
  readonly response?: JsonObject;
  /** The events of a streamed response, where it was recorded as such. */
  readonly events?: readonly Json[];
  readonly brokenEvents?: number;
  readonly status?: number;
  readonly url?: string;
  /** Name that joins a request to its response: a batch's custom id, a request id. */
  readonly key?: string;
  /** When it was sent, as recorded or as ISO 8601. */
  readonly time?: string;
}

/** Reads a record as a log entry; undefined when it is none. */
export function exchangeOf(record: unknown): Exchange | undefined {
  if (!isJsonObject(record)) return undefined;
  const request = requestBody(record);
  const responded = responsePart(record);
  if (!request && (!responded || isJsonObject(field(record, "request")) || !hasBody(responded)))
    return undefined;
  const key =
    stringField(record, "custom_id") ?? stringField(record, "request_id") ?? stringField(record, "call_id");
  const url = stringField(field(record, "request"), "url") ?? stringField(record, "url");
  const time =
    isoTime(numberField(field(record, "request"), "timestamp")) ?? stringField(record, "timestamp");
  return {
    ...(request ? { request } : {}),
    ...responded,
    ...(key === undefined ? {} : { key }),
    ...(url === undefined ? {} : { url }),
    ...(time === undefined ? {} : { time }),
  };
}

function hasBody(responded: Responded): boolean {
  return responded.response !== undefined || responded.events !== undefined;
}

/** A request's body: an object with messages, wherever the container keeps it. */
function requestBody(record: JsonObject): JsonObject | undefined {
  const request = parsedObject(field(record, "request"));
  const places = [
    field(request, "body"),
    request,
    field(record, "request_params"),
    field(record, "params"),
    field(record, "body"),
    record,
  ];
  return places.map(parsedObject).find((body) => body !== undefined && isRequestBody(body, body === record));
}

/** A body that asks: messages, the input of a response, or contents. */
function isRequestBody(body: JsonObject, alone: boolean): boolean {
  if (arrayField(body, "messages") !== undefined) return true;
  if (isContents(field(body, "contents"))) return true;
  const input = field(body, "input");
  if (typeof input !== "string" && !Array.isArray(input)) return false;
  if (field(body, "encoding_format") !== undefined || field(body, "object") !== undefined) return false;
  return !alone || REQUEST_KEYS.some((key) => field(body, key) !== undefined);
}

/** Keys of a Responses request: an object that only has an input may be anything. */
const REQUEST_KEYS = [
  "instructions",
  "tools",
  "previous_response_id",
  "reasoning",
  "store",
  "max_output_tokens",
];

function isContents(contents: Json | undefined): boolean {
  const list: readonly Json[] = Array.isArray(contents) ? (contents as readonly Json[]) : [contents ?? null];
  return list.some((content) => field(content, "parts") !== undefined);
}

type Responded = Pick<Exchange, "response" | "events" | "brokenEvents" | "status">;

function responsePart(record: JsonObject): Responded | undefined {
  const container = responseContainer(record);
  if (container === undefined) return undefined;
  const status = numberField(container, "status") ?? numberField(container, "status_code");
  const body = field(container, "body") ?? field(container, "body_raw") ?? container;
  const read = responseBody(body) ?? responseBody(field(container, "body_raw") ?? null);
  if (!read && status === undefined) return undefined;
  return { ...read, ...(status === undefined ? {} : { status }) };
}

/** Where a record keeps its response: under a name, as a batch's result, or the record itself. */
function responseContainer(record: JsonObject): Json | undefined {
  const named = field(record, "response") ?? field(record, "completion");
  if (named !== undefined && named !== null) return named;
  const result = field(record, "result");
  if (isJsonObject(result)) return field(result, "message") ?? result;
  const failed = field(record, "custom_id") !== undefined && isJsonObject(field(record, "error"));
  return failed || isResponseBody(record) ? record : undefined;
}

function responseBody(body: Json): Responded | undefined {
  if (typeof body === "string" && isEventStream(body)) {
    const { events, broken } = readEventStream(body);
    return { events, brokenEvents: broken };
  }
  const chunks = arrayOfChunks(body);
  if (chunks) return { events: chunks };
  const response = parsedObject(body);
  return response && (isResponseBody(response) || field(response, "error") !== undefined)
    ? { response }
    : undefined;
}

/** A streamed Gemini response that was recorded as one JSON array. */
function arrayOfChunks(body: Json): readonly Json[] | undefined {
  const parsed = typeof body === "string" && body.trimStart().startsWith("[") ? parsedJson(body) : body;
  if (!Array.isArray(parsed)) return undefined;
  const chunks = parsed as readonly Json[];
  return chunks.some((chunk) => arrayField(chunk, "candidates") !== undefined) ? chunks : undefined;
}

/** A body that a provider answers with. */
function isResponseBody(body: JsonObject): boolean {
  if (arrayField(body, "choices") !== undefined) return true;
  if (stringField(body, "object") === "response" && arrayField(body, "output") !== undefined) return true;
  if (arrayField(body, "candidates") !== undefined || isJsonObject(field(body, "promptFeedback")))
    return true;
  return (
    stringField(body, "type") === "message" &&
    stringField(body, "role") === "assistant" &&
    field(body, "content") !== undefined
  );
}

/** An object, or the object that a text is the JSON of. */
function parsedObject(value: Json | undefined): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  if (typeof value !== "string" || !value.trimStart().startsWith("{")) return undefined;
  const parsed = parsedJson(value);
  return isJsonObject(parsed) ? parsed : undefined;
}

function parsedJson(value: string): Json | undefined {
  try {
    return JSON.parse(value) as Json;
  } catch {
    return undefined;
  }
}
