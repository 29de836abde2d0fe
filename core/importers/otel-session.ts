import type { Json } from "../model/json.ts";
import { field, isJsonObject } from "../model/json.ts";
import { CallTrace } from "./call-trace.ts";
import type { Imported, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { parsedArguments } from "./json-text.ts";
import { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import { OpaqueCount } from "./opaque-count.ts";
import { attributeValue, callContent } from "./otel-content.ts";
import { agentName, spanKind } from "./otel-kind.ts";
import { otelMeta } from "./otel-meta.ts";
import type { Span, SpanEvent } from "./otel-span.ts";
import { hasLogs, hasSpans, label, otlpLogs, otlpSpans, rowSpan, timeOf } from "./otel-span.ts";
import { plain } from "./vercel-content.ts";
import type { WireResponse } from "./wire-message.ts";

const CALL_ID = ["gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool_call_id"];
const TOOL_NAME = ["gen_ai.tool.name", "ai.toolCall.name", "tool.name", "traceloop.entity.name"];
const ARGUMENTS = [
  "gen_ai.tool.call.arguments",
  "ai.toolCall.args",
  "tool_arguments",
  "traceloop.entity.input",
  "input.value",
];
const RESULT = [
  "gen_ai.tool.call.result",
  "ai.toolCall.result",
  "tool_response",
  "traceloop.entity.output",
  "output.value",
];

const ORDER = "spans, which are written as they end: put in the order in which they began";

/** So many bytes of records are held to be put in order. */
const MAX_HELD = 32 * 1024 * 1024;

/** Reads traces: the calls of each agent make its conversations. */
export class OtelSession implements ImportSession {
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  readonly #trace: CallTrace;
  /** Log records by the span that they belong to: they may be spread over lines. */
  readonly #logs = new Map<
    string,
    { readonly first: Span; readonly events: SpanEvent[]; readonly line: number }
  >();

  /** Spans that wait to be put in order. */
  #held: { readonly span: Span; readonly line: number }[] = [];
  #bytes = 0;

  constructor(sink: PartSink) {
    this.#trace = new CallTrace(sink, this.#notes);
  }

  record(value: unknown, place: Place): void {
    const spans: Span[] = [];
    if (!Array.isArray(value)) {
      if (!this.#open(value as Json, spans, place.line))
        throw new BadRecord("a span or resourceSpans is needed");
    } else {
      const others = (value as readonly Json[]).filter((one) => !this.#open(one, spans, place.line));
      this.#notes.add("opaque", "records that are no spans", place.line, others.length);
    }
    for (const span of spans) this.#held.push({ span, line: place.line });
    this.#bytes += place.bytes;
    if (this.#bytes > MAX_HELD) this.#flush();
  }

  element(path: readonly string[], value: unknown, place: Place): void {
    const [key] = path;
    this.record(key === undefined ? value : { [key]: [value as Json] }, place);
  }

  end(): Imported {
    this.#flush();
    for (const { first, events, line } of this.#logs.values()) this.#call({ ...first, events }, "call", line);
    this.#opaque.addTo(this.#notes, "spans without a model call:");
    const threads = this.#trace.finish();
    if (threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (threads.every((thread) => thread.tools.length === 0)) this.#notes.add("missing", "tool definitions");
    return { threads, notes: this.#notes.list() };
  }

  /** The spans that a record holds; false when it is none and holds none. */
  #open(record: Json, spans: Span[], line: number): boolean {
    if (hasLogs(record)) for (const log of otlpLogs(record)) this.#log(log, line);
    if (hasSpans(record)) for (const span of otlpSpans(record)) spans.push(span);
    if (hasLogs(record) || hasSpans(record)) return true;
    if (!isJsonObject(record) || field(record, "attributes") === undefined) return false;
    spans.push(rowSpan(record));
    return true;
  }

  #log(log: Span, line: number): void {
    const key = `${log.trace} ${log.id}`;
    const known = this.#logs.get(key);
    if (known) known.events.push(...log.events);
    else this.#logs.set(key, { first: log, events: [...log.events], line });
  }

  /** Spans are put in the order of their times: exporters write them as they end. */
  #flush(): void {
    const inOrder = this.#held
      .map(({ span, line }, at) => ({ span, line, at, kind: spanKind(span) }))
      .toSorted((a, b) => (a.span.start || 0) - (b.span.start || 0) || a.at - b.at);
    const moved = inOrder.filter(({ at }, place) => at !== place);
    this.#notes.add("reordered", ORDER, moved[0]?.line, moved.length);
    this.#held = [];
    this.#bytes = 0;
    for (const { span, line, kind } of inOrder) {
      this.#trace.span(span.id, span.parent, kind === "agent" ? agentName(span) : undefined);
      if (kind === "tool") this.#tool(span, line);
    }
    for (const { span, line, kind } of inOrder) {
      if (kind === "call" || kind === "agent") this.#call(span, kind, line);
      else if (kind === "other") this.#unread(span, line);
    }
  }

  #tool(span: Span, line: number): void {
    const callId = label(span.attributes, CALL_ID) ?? "";
    const given = attributeValue(span.attributes, RESULT);
    if (given === undefined && span.error === undefined) return;
    const isError = span.error !== undefined;
    const parts = plain(given ?? span.error);
    this.#trace.tool({
      trace: span.trace,
      callId,
      name: label(span.attributes, TOOL_NAME) ?? "",
      arguments: parsedArguments(attributeValue(span.attributes, ARGUMENTS)).value,
      result: { type: "tool-result", callId, isError, parts },
      line,
    });
  }

  #call(span: Span, kind: "call" | "agent", line: number): void {
    const { request, response } = callContent(span, this.#notes, line);
    const whole = kind === "agent";
    if (!request && !response && !hasUsage(span)) return this.#unread(span, line);
    this.#trace.call({
      span: span.id,
      trace: span.trace,
      parent: span.parent,
      request,
      response: answered(span, response, whole),
      conversation: label(span.attributes, ["gen_ai.conversation.id"]) ?? "",
      whole,
      line,
      bytes: sizeOf(span),
    });
  }

  #unread(span: Span, line: number): void {
    this.#opaque.add(span.name.split(/[ :/]/, 1)[0] ?? "", "", line);
  }
}

/** A call that says how much it took is one, content or not. */
function hasUsage(span: Span): boolean {
  return otelMeta(span.attributes, false).usage !== undefined;
}

/** The answer with what the span says about it. */
function answered(span: Span, response: WireResponse | undefined, whole: boolean): WireResponse | undefined {
  const error = span.error === undefined ? undefined : oneLine(`error: ${span.error}`);
  if (!response) return error === undefined ? undefined : { messages: [], error };
  const time = timeOf(span);
  const meta = { ...otelMeta(span.attributes, whole), ...(time === undefined ? {} : { time }) };
  const messages = response.messages.map((message) =>
    message.role === "assistant" ? { ...message, meta: { ...meta, ...message.meta } } : message,
  );
  return error === undefined ? { messages } : { messages, error };
}

/** About how many bytes a span's content takes: the length of its texts. */
function sizeOf(span: Span): number {
  return Object.values<Json>(span.attributes).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 8),
    0,
  );
}
