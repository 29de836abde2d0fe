import type { Json } from "../model/json.ts";
import { field, isJsonObject, stringField } from "../model/json.ts";
import { anyInput, anyOutput } from "./any-call.ts";
import type { CallTrace, ModelCall } from "./call-trace.ts";
import { langfuseMeta } from "./langfuse-meta.ts";
import { langfuseTool } from "./langfuse-tool.ts";
import { NearestAbove } from "./nearest-above.ts";
import type { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import type { OpaqueCount } from "./opaque-count.ts";
import { callContent } from "./otel-content.ts";
import type { SpanKind } from "./otel-kind.ts";
import { spanKind } from "./otel-kind.ts";
import type { Span } from "./otel-span.ts";
import { plainAttributes } from "./otel-value.ts";
import { jsonText, parsedJson } from "./json-text.ts";
import { toolDefinitions } from "./tool-definition.ts";
import type { WireRequest, WireResponse } from "./wire-message.ts";

const ORDER = "observations, which come in no order: put in the order in which they began";
const INNER = "model calls inside another one that tells more: the outer one is shown";

/** How much a call tells of what was asked: nothing, one text, or messages. */
type Worth = 0 | 1 | 2;

interface Observation {
  readonly given: Json;
  readonly span: Span;
  readonly kind: SpanKind;
}

interface Call {
  readonly of: Observation;
  readonly request: WireRequest | undefined;
  readonly worth: Worth;
  response: WireResponse | undefined;
  /** An inner call tells as much. */
  whole: boolean;
  dropped: boolean;
}

/** Reads one trace. Frameworks trace a call at several levels: the innermost one that tells the messages counts. */
export class LangfuseTrace {
  readonly #into: CallTrace;
  readonly #notes: Notebook;
  readonly #opaque: OpaqueCount;
  readonly #line: number;
  readonly #parents = new Map<string, string>();
  readonly #systems = new Map<string, string>();
  readonly #parentOf = (id: string): string => this.#parents.get(id) ?? "";
  readonly #systemAbove = new NearestAbove(this.#parentOf, (id) => this.#systems.get(id));

  constructor(into: CallTrace, notes: Notebook, opaque: OpaqueCount, line: number) {
    this.#into = into;
    this.#notes = notes;
    this.#opaque = opaque;
    this.#line = line;
  }

  read(trace: Json, list: readonly Json[]): void {
    const root = `trace ${stringField(trace, "id") ?? ""}`;
    const inOrder = this.#inOrder(list.map((one) => observed(one, root)));
    this.#into.span(root, "", undefined);
    for (const { given, span, kind } of inOrder) this.#open(given, span, kind);
    const calls = inOrder.filter((one) => one.kind === "call").map((one) => this.#read(one));
    this.#prefer(calls);
    for (const call of calls) if (!call.dropped) this.#give(call);
    this.#whole(trace, root);
  }

  #inOrder(list: readonly Observation[]): Observation[] {
    const inOrder = list.toSorted((a, b) => (a.span.start || 0) - (b.span.start || 0));
    const moved = inOrder.filter((one, at) => one !== list[at]).length;
    this.#notes.add("reordered", ORDER, this.#line, moved);
    return inOrder;
  }

  #open(given: Json, span: Span, kind: SpanKind): void {
    this.#parents.set(span.id, span.parent);
    const system = stringField(unwrapped(field(given, "input")), "system");
    if (system !== undefined) this.#systems.set(span.id, system);
    this.#into.span(span.id, span.parent, kind === "agent" ? span.name : undefined);
    const tool = kind === "call" ? undefined : langfuseTool(given, span, kind === "tool", this.#line);
    if (tool) this.#into.tool(tool);
    else if (kind !== "call") this.#opaque.add(stringField(given, "type") ?? "", "", this.#line);
  }

  /** What Langfuse shows as input and output; where that is no list of messages, what the attributes say. */
  #read(of: Observation): Call {
    const input = field(of.given, "input");
    const shown = anyInput(input, this.#notes, this.#line);
    const text = typeof unwrapped(input) === "string";
    const attributed = !shown || text ? callContent(of.span, this.#notes, this.#line) : undefined;
    const request = attributed?.request ?? shown;
    const response = anyOutput(field(of.given, "output"), this.#notes, this.#line) ?? attributed?.response;
    const worth =
      request === undefined || request.messages.length === 0 ? 0 : request === shown && text ? 1 : 2;
    return {
      of,
      request: request && this.#completed(request, of),
      worth,
      response,
      whole: false,
      dropped: false,
    };
  }

  /** Tools and the system prompt where only the observation tells them, or one above it. */
  #completed(request: WireRequest, { given, span }: Observation): WireRequest {
    const metadata = field(given, "metadata");
    const told = [
      field(given, "toolDefinitions"),
      field(metadata, "tools"),
      field(field(given, "modelParameters"), "tools"),
    ].map(toolDefinitions);
    const tools = request.tools.length > 0 ? request.tools : (told.find((one) => one.length > 0) ?? []);
    return { ...request, tools, system: request.system ?? this.#systemAbove.of(span.id) ?? null };
  }

  #prefer(calls: readonly Call[]): void {
    const byId = new Map(calls.map((call) => [call.of.span.id, call]));
    const outerOf = new NearestAbove(this.#parentOf, (id) => byId.get(id));
    for (const call of calls) {
      const outer = outerOf.of(call.of.span.id);
      if (!outer) continue;
      if (call.worth > 0 && call.worth >= outer.worth) outer.whole = true;
      else this.#drop(call, outer);
    }
  }

  #drop(call: Call, outer: Call): void {
    call.dropped = true;
    outer.response ??= call.response;
    this.#notes.add("merged", INNER, this.#line);
  }

  #give({ of, request, response, whole }: Call): void {
    const { span, given } = of;
    const error =
      stringField(given, "level") === "ERROR" ? (stringField(given, "statusMessage") ?? "error") : undefined;
    this.#into.call({
      ...this.#base(span.id, span.parent, span.trace),
      request,
      response: answered(response, given, error),
      whole,
      bytes: sizeOf(field(given, "input")) + sizeOf(field(given, "output")),
    });
  }

  /** What the trace as a whole was asked and answered: it counts where no call in it is recorded. */
  #whole(trace: Json, root: string): void {
    const input = field(trace, "input");
    const output = field(trace, "output");
    const all = anyInput(output, this.#notes, this.#line);
    const asked = anyInput(input, this.#notes, this.#line);
    const grown = all !== undefined && all.messages.length > (asked?.messages.length ?? 0) + 1;
    if (!asked && !grown) return;
    this.#into.call({
      ...this.#base(root, "", root),
      request: grown ? all : asked,
      response: grown ? undefined : anyOutput(output, this.#notes, this.#line),
      whole: true,
      bytes: sizeOf(input) + sizeOf(output),
    });
  }

  #base(
    span: string,
    parent: string,
    trace: string,
  ): Pick<ModelCall, "span" | "parent" | "trace" | "line" | "conversation"> {
    return { span, parent, trace, line: this.#line, conversation: "" };
  }
}

/** An observation as a span: its attributes are what OpenTelemetry brought, where it did. */
function observed(given: Json, root: string): Observation {
  const attributes = plainAttributes(field(field(given, "metadata"), "attributes"));
  const type = stringField(given, "type") ?? "";
  const start = Date.parse(stringField(given, "startTime") ?? "") / 1000;
  const span: Span = {
    id: stringField(given, "id") ?? "",
    parent: stringField(given, "parentObservationId") || root,
    trace: root,
    name: stringField(given, "name") ?? "",
    start,
    attributes,
    events: [],
    error: undefined,
  };
  return { given, span, kind: kindOf(type, span) };
}

function kindOf(type: string, span: Span): SpanKind {
  if (type === "GENERATION") return "call";
  if (type === "TOOL") return "tool";
  if (type === "AGENT") return "agent";
  const told = spanKind(span);
  return type === "SPAN" && told === "tool" ? "tool" : "other";
}

function answered(
  response: WireResponse | undefined,
  given: Json,
  error: string | undefined,
): WireResponse | undefined {
  const label = error === undefined ? undefined : oneLine(`error: ${error}`);
  if (!response) return label === undefined ? undefined : { messages: [], error: label };
  const meta = langfuseMeta(given);
  const messages = response.messages.map((message) =>
    message.role === "assistant" ? { ...message, meta: { ...message.meta, ...meta } } : message,
  );
  return label === undefined ? { messages } : { messages, error: label };
}

function unwrapped(given: Json | undefined): Json | undefined {
  return typeof given === "string" && /^\s*[[{"]/.test(given) ? parsedJson(given).value : given;
}

/** About how many bytes a value takes. */
function sizeOf(given: Json | undefined): number {
  if (typeof given === "string") return given.length;
  return isJsonObject(given) || Array.isArray(given) ? jsonText(given).length : 8;
}
