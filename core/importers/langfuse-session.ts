import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import { CallTrace } from "./call-trace.ts";
import type { Imported, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { parsedJson } from "./json-text.ts";
import { LangfuseTrace } from "./langfuse-trace.ts";
import { Notebook } from "./notebook.ts";
import { OpaqueCount } from "./opaque-count.ts";

const OBSERVED = new Set([
  "SPAN",
  "GENERATION",
  "EVENT",
  "AGENT",
  "TOOL",
  "CHAIN",
  "RETRIEVER",
  "EVALUATOR",
  "EMBEDDING",
  "GUARDRAIL",
]);

/** A trace and its observations. */
interface Observed {
  readonly trace: Json;
  readonly observations: readonly Json[];
}

function isObservation(value: Json): boolean {
  return (
    OBSERVED.has(stringField(value, "type") ?? "") &&
    stringField(value, "id") !== undefined &&
    (field(value, "startTime") !== undefined || field(value, "traceId") !== undefined)
  );
}

/** The traces of a record: one, several, a page of the API, or observations alone. */
export function tracesOf(record: unknown): Observed[] {
  if (Array.isArray(record)) return listed(record as readonly Json[]);
  const page = arrayField(record, "data");
  if (page) return listed(page);
  const observations = arrayField(record, "observations");
  if (!observations?.some(isObservation)) return [];
  const trace = field(record, "trace");
  return [{ trace: isJsonObject(trace) ? trace : (record as Json), observations }];
}

function listed(list: readonly Json[]): Observed[] {
  if (list.filter(isObservation).length * 2 > list.length) return [{ trace: {}, observations: list }];
  return list.flatMap((one) => (Array.isArray(one) ? [] : tracesOf(one)));
}

/** Reads traces: the model calls of each make its conversations. */
export class LangfuseSession implements ImportSession {
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  readonly #calls: CallTrace;
  /** Observations of a trace that is too large to be held: they come before the rest of it. */
  #streamed: Json[] = [];
  #streamedLine = 0;

  constructor(sink: PartSink) {
    this.#calls = new CallTrace(sink, this.#notes);
  }

  element(_path: readonly string[], value: unknown, place: Place): void {
    if (!isObservation(value as Json)) return this.record(value, place);
    if (this.#streamed.length === 0) this.#streamedLine = place.line;
    this.#streamed.push(value as Json);
  }

  record(value: unknown, place: Place): void {
    if (isEmpty(value)) return this.#flush(field(value, "trace") ?? (value as Json));
    const traces = tracesOf(value);
    if (traces.length === 0) throw new BadRecord("observations: a list is needed");
    for (const trace of traces) this.#read(trace, place.line);
  }

  #flush(trace: Json): void {
    const observations = this.#streamed;
    this.#streamed = [];
    if (observations.length > 0) this.#read({ trace, observations }, this.#streamedLine);
  }

  #read({ trace, observations }: Observed, line: number): void {
    new LangfuseTrace(this.#calls, this.#notes, this.#opaque, line).read(trace, observations.map(opened));
  }

  end(): Imported {
    this.#flush({});
    this.#opaque.addTo(this.#notes, "observations without a model call:");
    const threads = this.#calls.finish();
    if (threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (threads.every((thread) => thread.tools.length === 0)) this.#notes.add("missing", "tool definitions");
    return { threads, notes: this.#notes.list() };
  }
}

/** What is left of a document whose observations, or traces, came before. */
function isEmpty(value: unknown): boolean {
  const list = Array.isArray(value)
    ? value
    : (arrayField(value, "observations") ?? arrayField(value, "data"));
  return list?.length === 0;
}

/** The API gives metadata as the text of its JSON, the window as an object. */
function opened(observation: Json): Json {
  const metadata = field(observation, "metadata");
  if (typeof metadata !== "string" || !isJsonObject(observation)) return observation;
  return { ...observation, metadata: parsedJson(metadata).value };
}
