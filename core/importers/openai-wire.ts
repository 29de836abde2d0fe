import type { Json } from "../model/json.ts";
import { arrayField, field, numberField, stringField } from "../model/json.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import { isoTime } from "./iso-time.ts";
import { asArguments } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";
import { openaiMessage, openaiMessages } from "./openai-message.ts";
import type { WireMessage, WireRequest, WireResponse } from "./wire-message.ts";

const OTHER_CHOICES = "further choices of a response: only the first is shown";

/** A Chat Completions request body. */
export function openaiRequest(body: Json, notes: Notebook, line: number): WireRequest {
  const { system, messages } = openaiMessages(arrayField(body, "messages") ?? [], notes, line);
  const tools = arrayField(body, "tools") ?? arrayField(body, "functions") ?? [];
  return { system, messages, tools: tools.map(openaiTool) };
}

/** A tool: `{type, function}`, `{type, custom}`, or the function alone as in the legacy `functions`. */
export function openaiTool(tool: Json): ToolDefinition {
  const inner = field(tool, "function") ?? field(tool, "custom") ?? tool;
  const description = stringField(inner, "description");
  const parameters = field(inner, "parameters");
  return {
    name: stringField(inner, "name") ?? stringField(tool, "type") ?? "",
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters: asArguments(parameters) }),
  };
}

/** A Chat Completions response body. */
export function openaiResponse(body: Json, notes: Notebook, line: number): WireResponse {
  const choices = arrayField(body, "choices") ?? [];
  notes.add("dropped", OTHER_CHOICES, line, Math.max(0, choices.length - 1));
  const message = field(choices[0], "message");
  if (message === undefined || message === null) return { messages: [] };
  const [read] = openaiMessage({ role: "assistant", ...(message as object) } as Json, notes, line);
  return { messages: read ? [withMeta(read, body)] : [] };
}

function withMeta(message: WireMessage, body: Json): WireMessage {
  const id = message.id === "" ? (stringField(body, "id") ?? "") : message.id;
  const meta = metaOf(body);
  return Object.keys(meta).length === 0 ? { ...message, id } : { ...message, id, meta };
}

function metaOf(body: Json): MessageMeta {
  const model = stringField(body, "model");
  const time = isoTime(numberField(body, "created"));
  const usage = openaiUsage(field(body, "usage"));
  return {
    ...(model === undefined ? {} : { model }),
    ...(time === undefined ? {} : { time }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** OpenAI's `usage`: its `prompt_tokens` holds the cached part already, as ours does. */
export function openaiUsage(usage: Json | undefined): Usage | undefined {
  const figures = {
    input: numberField(usage, "prompt_tokens"),
    output: numberField(usage, "completion_tokens"),
    cacheRead: numberField(field(usage, "prompt_tokens_details"), "cached_tokens"),
    // A field of gateways that speak to Anthropic: in their figures, too, the prompt holds all parts.
    cacheWrite: numberField(usage, "cache_creation_input_tokens"),
    reasoning: numberField(field(usage, "completion_tokens_details"), "reasoning_tokens"),
  };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : { kind: "reported", ...Object.fromEntries(known) };
}
