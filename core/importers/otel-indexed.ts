import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import type { ToolDefinition } from "../model/tool.ts";
import { parsedJson } from "./json-text.ts";
import { indexed } from "./otel-value.ts";
import { toolDefinitions } from "./tool-definition.ts";

const INPUTS = ["gen_ai.prompt", "llm.prompts", "llm.input_messages"];
const CHOICES = ["gen_ai.completion", "llm.completions"];
const OUTPUTS = ["llm.output_messages"];
const TOOLS = ["llm.request.functions", "gen_ai.request.functions", "llm.tools"];

/** Messages that are spelled out one attribute a field, as chat messages. */
export function indexedMessages(attributes: JsonObject): {
  readonly inputs: readonly Json[] | undefined;
  readonly outputs: readonly Json[] | undefined;
  /** True when each message of the answer is one of its choices. */
  readonly choices: boolean;
} {
  const choices = messages(attributes, CHOICES);
  return {
    inputs: messages(attributes, INPUTS),
    outputs: choices ?? messages(attributes, OUTPUTS),
    choices: choices !== undefined,
  };
}

/** The tools, spelled out in the same way. */
export function indexedTools(attributes: JsonObject): ToolDefinition[] {
  const found = first(attributes, TOOLS) ?? [];
  return toolDefinitions(found.map((one) => field(field(one, "tool"), "json_schema") ?? one));
}

function messages(attributes: JsonObject, prefixes: readonly string[]): readonly Json[] | undefined {
  return first(attributes, prefixes)?.map((one) => chatMessage(field(one, "message") ?? one));
}

function first(attributes: JsonObject, prefixes: readonly string[]): readonly Json[] | undefined {
  for (const prefix of prefixes) {
    const whole = field(attributes, prefix);
    const given = typeof whole === "string" && whole.startsWith("[") ? parsedJson(whole).value : whole;
    if (Array.isArray(given)) return given as readonly Json[];
    const found = indexed(attributes, prefix);
    if (found) return found;
  }
  return undefined;
}

function chatMessage(message: Json): Json {
  const calls = (arrayField(message, "tool_calls") ?? []).map(call);
  const callId = stringField(message, "tool_call_id");
  const name = stringField(message, "name");
  return {
    role: stringField(message, "role") ?? "user",
    content: contentOf(message),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(callId === undefined ? {} : { tool_call_id: callId }),
    ...(name === undefined ? {} : { name }),
  };
}

function call(given: Json): Json {
  const inner = field(given, "tool_call") ?? given;
  const called = field(inner, "function") ?? inner;
  return {
    id: field(inner, "id") ?? null,
    function: { name: field(called, "name") ?? null, arguments: field(called, "arguments") ?? null },
  };
}

/** A text, parts that are spelled out, or the text of parts' JSON. */
function contentOf(message: Json): Json {
  const parts = arrayField(message, "contents")?.map((one) =>
    contentPart(field(one, "message_content") ?? one),
  );
  if (parts) return parts;
  const content = field(message, "content") ?? null;
  if (typeof content !== "string" || !content.startsWith("[{")) return content;
  const { value } = parsedJson(content);
  const typed =
    Array.isArray(value) && (value as readonly Json[]).every((one) => stringField(one, "type") !== undefined);
  return typed ? (value as readonly Json[]) : content;
}

function contentPart(part: Json): Json {
  const image = field(part, "image");
  const url = stringField(field(image, "image"), "url") ?? stringField(image, "url");
  return url === undefined ? part : { type: "image_url", image_url: { url } };
}
