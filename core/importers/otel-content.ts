import { recoverDocument } from "../lib/json-lines-document.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { field, stringField } from "../model/json.ts";
import type { Part } from "../model/part.ts";
import { text } from "../model/part.ts";
import { anyInput, anyOutput, anyRequest } from "./any-call.ts";
import { genAiText } from "./genai-message.ts";
import { noteInexact } from "./inexact-note.ts";
import { parsedJson } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";
import { eventMessages } from "./otel-events.ts";
import { indexedMessages, indexedTools } from "./otel-indexed.ts";
import type { Span } from "./otel-span.ts";
import { toolDefinitions } from "./tool-definition.ts";
import { vercelCall } from "./vercel-model-message.ts";
import type { WireRequest, WireResponse } from "./wire-message.ts";

const CUT = "messages that an exporter cut in the middle: only the complete ones before the cut were read";
const OTHER_CHOICES = "further choices of a response: only the first is shown";
const CUT_ALL = "messages that an exporter cut before the first one was complete";

/** What a call was asked and answered, as far as its span tells. */
export interface CallContent {
  readonly request: WireRequest | undefined;
  readonly response: WireResponse | undefined;
}

type Reader = (span: Span, notes: Notebook, line: number) => CallContent;

/** The vocabularies, the newest first: the first one that a span speaks is taken. */
const VOCABULARIES: readonly Reader[] = [current, recorded, indexedOnes, vercel, values];

/** Reads the content of a model call in whichever vocabulary it was written. */
export function callContent(span: Span, notes: Notebook, line: number): CallContent {
  for (const read of VOCABULARIES) {
    const found = read(span, notes, line);
    if (found.request || found.response) return found;
  }
  return { request: undefined, response: undefined };
}

/** The conventions as they are now: whole lists in one attribute, or in one event. */
function current(span: Span, notes: Notebook, line: number): CallContent {
  const event = span.events.find((one) => one.name === "gen_ai.client.inference.operation.details")?.body;
  const given = (key: string) => field(span.attributes, key) ?? field(event, key);
  const all = given("pydantic_ai.all_messages");
  const input = list(given("gen_ai.input.messages") ?? all, notes, line);
  const output = list(given("gen_ai.output.messages"), notes, line);
  const instructions = given("gen_ai.system_instructions");
  if (!input && !output) return { request: undefined, response: undefined };
  const read = anyRequest(input ?? [], notes, line);
  const system = instructions === undefined ? "" : genAiText(parsed(instructions));
  const tools = toolDefinitions(given("gen_ai.tool.definitions"));
  const request = { ...read, system: read.system ?? (system === "" ? null : system), tools };
  if (!output && all !== undefined) return split(request);
  return { request, response: output && anyOutput(firstChoice(output, notes, line), notes, line) };
}

/** Each message of an answer is one of its choices. */
function firstChoice(output: readonly Json[], notes: Notebook, line: number): readonly Json[] {
  if (!output.every((message) => stringField(message, "role") === "assistant")) return output;
  notes.add("dropped", OTHER_CHOICES, line, Math.max(0, output.length - 1));
  return output.slice(0, 1);
}

/** Messages as events of the span, as pydantic lists them in an attribute, or as log records. */
function recorded(span: Span, notes: Notebook, line: number): CallContent {
  const listed = list(
    field(span.attributes, "all_messages_events") ?? field(span.attributes, "events"),
    notes,
    line,
  );
  const events =
    listed?.map((body) => ({ name: stringField(body, "event.name") ?? "", body })) ?? span.events;
  const { inputs, outputs } = eventMessages(events, notes, line);
  if (inputs.length === 0 && outputs.length === 0) return { request: undefined, response: undefined };
  const request = anyRequest(inputs, notes, line);
  const tools = toolDefinitions(field(span.attributes, "gen_ai.tool.definitions"));
  if (outputs.length === 0 && listed) return split({ ...request, tools });
  return { request: { ...request, tools }, response: anyOutput(outputs, notes, line) };
}

/** A list that holds the answer too: it begins at the last response. */
function split(all: WireRequest): CallContent {
  const at = all.messages.findLastIndex((message) => message.role === "assistant");
  if (at < 0) return { request: all, response: undefined };
  const response = { messages: all.messages.slice(at) };
  return { request: { ...all, messages: all.messages.slice(0, at) }, response };
}

/** One attribute a field, numbered: Traceloop's and OpenInference's way. */
function indexedOnes(span: Span, notes: Notebook, line: number): CallContent {
  const { inputs, outputs: written, choices } = indexedMessages(span.attributes);
  const outputs = choices && written ? firstChoice(written, notes, line) : written;
  if (!inputs && !outputs) return { request: undefined, response: undefined };
  const tools = indexedTools(span.attributes);
  const request = inputs && { ...anyRequest(inputs, notes, line), tools };
  const answer = outputs ?? parsed(field(span.attributes, "output.value"));
  return { request, response: anyOutput(answer, notes, line) };
}

/** The Vercel AI SDK's own telemetry. */
function vercel({ attributes }: Span, notes: Notebook, line: number): CallContent {
  const given = field(attributes, "ai.prompt.messages") ?? field(attributes, "ai.prompt");
  const read = given === undefined ? undefined : anyInput(parsed(given), notes, line);
  const tools = toolDefinitions(field(attributes, "ai.prompt.tools"));
  const request = read && (tools.length > 0 ? { ...read, tools } : read);
  const parts = vercelParts(attributes);
  const response =
    parts.length === 0 ? undefined : { messages: [{ id: "", role: "assistant" as const, parts }] };
  return { request, response };
}

function vercelParts(attributes: JsonObject): Part[] {
  const either = (name: string) =>
    stringField(attributes, `ai.response.${name}`) ?? stringField(attributes, `ai.result.${name}`) ?? "";
  const calls = parsed(either("toolCalls"));
  const reasoning = either("reasoning");
  const said = either("text") === "" ? either("object") : either("text");
  return [
    ...(reasoning === "" ? [] : [{ type: "thinking" as const, text: reasoning }]),
    ...(said === "" ? [] : [text(said)]),
    ...(Array.isArray(calls) ? (calls as readonly Json[]) : []).map((call) =>
      vercelCall(call, stringField(call, "toolName") ?? ""),
    ),
  ];
}

const INPUTS = ["langfuse.observation.input", "gcp.vertex.agent.llm_request", "gen_ai.prompt", "input.value"];
const OUTPUTS = [
  "langfuse.observation.output",
  "gcp.vertex.agent.llm_response",
  "gen_ai.completion",
  "output.value",
];

/** What was sent and what came back, as one value each, in anybody's dialect. */
function values(span: Span, notes: Notebook, line: number): CallContent {
  const given = (keys: readonly string[]) =>
    keys
      .flatMap((key) => [field(span.attributes, key), ...span.events.map((event) => field(event.body, key))])
      .find((one) => one !== undefined);
  return {
    request: anyInput(parsed(given(INPUTS)), notes, line),
    response: anyOutput(parsed(given(OUTPUTS)), notes, line),
  };
}

/** A list, or the list that a text is the JSON of; of a text that was cut, what is complete. */
function list(given: Json | undefined, notes: Notebook, line: number): readonly Json[] | undefined {
  if (typeof given !== "string") return Array.isArray(given) ? (given as readonly Json[]) : undefined;
  const { value, valid } = parsedJson(given);
  noteInexact(given, value, notes, line);
  if (valid) return Array.isArray(value) ? (value as readonly Json[]) : undefined;
  const saved = recoverDocument(given).values[0]?.value;
  const some = Array.isArray(saved) && saved.length > 0;
  notes.add("doubt", some ? CUT : CUT_ALL, line);
  return some ? (saved as readonly Json[]) : [];
}

function parsed(given: Json | undefined): Json | undefined {
  return typeof given === "string" ? parsedJson(given).value : given;
}

/** The first of some attributes; a text that is the JSON of a text is unwrapped. */
export function attributeValue(attributes: JsonObject, keys: readonly string[]): Json | undefined {
  const found = keys.map((key) => field(attributes, key)).find((one) => one !== undefined);
  return typeof found === "string" && found.startsWith('"') ? parsed(found) : found;
}
