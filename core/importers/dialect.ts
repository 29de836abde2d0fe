import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import { anthropicRequest, anthropicResponse } from "./anthropic-wire.ts";
import { joinAnthropicEvents } from "./anthropic-stream.ts";
import type { Exchange } from "./exchange.ts";
import type { Notebook } from "./notebook.ts";
import { joinOpenaiChunks } from "./openai-stream.ts";
import { openaiRequest, openaiResponse } from "./openai-wire.ts";
import type { WireRequest, WireResponse } from "./wire-message.ts";

/** Whose shapes a body has. */
export type Vendor = "openai" | "anthropic";

/** How a vendor's bodies are read. */
export interface Dialect {
  readonly request: (body: Json, notes: Notebook, line: number) => WireRequest;
  readonly response: (body: Json, notes: Notebook, line: number) => WireResponse;
  readonly joinEvents: (events: readonly Json[]) => JsonObject;
}

/** The two dialects that request logs are written in. */
export const DIALECTS: Readonly<Record<Vendor, Dialect>> = {
  openai: { request: openaiRequest, response: openaiResponse, joinEvents: joinOpenaiChunks },
  anthropic: { request: anthropicRequest, response: anthropicResponse, joinEvents: joinAnthropicEvents },
};

const ANTHROPIC_BLOCKS = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "server_tool_use",
  "image",
  "document",
  "compaction",
]);

/** The vendor of a log entry; undefined when nothing in it tells one from the other. */
export function vendorOf(exchange: Exchange): Vendor | undefined {
  const { url = "", request, response, events } = exchange;
  if (url.includes("/chat/completions")) return "openai";
  if (/\/v1\/messages(?:\?|$)/.test(url)) return "anthropic";
  return responseVendor(response, events?.[0]) ?? (request ? requestVendor(request) : undefined);
}

function responseVendor(response: JsonObject | undefined, event: Json | undefined): Vendor | undefined {
  if (arrayField(response, "choices") ?? arrayField(event, "choices")) return "openai";
  if (stringField(response, "type") === "message" || stringField(event, "type") === "message_start")
    return "anthropic";
  return undefined;
}

function requestVendor(request: JsonObject): Vendor | undefined {
  if (field(request, "system") !== undefined) return "anthropic";
  const tool = arrayField(request, "tools")?.[0];
  if (field(tool, "input_schema") !== undefined) return "anthropic";
  if (field(tool, "function") !== undefined) return "openai";
  return messagesVendor(arrayField(request, "messages") ?? []);
}

/** The vendor of a message list, by roles, calls and block types. */
export function messagesVendor(messages: readonly Json[]): Vendor | undefined {
  for (const message of messages) {
    const found = messageVendor(message);
    if (found) return found;
  }
  return undefined;
}

/** The vendor of one message; undefined when both could have written it. */
export function messageVendor(message: Json): Vendor | undefined {
  if (["system", "developer", "tool", "function"].includes(stringField(message, "role") ?? ""))
    return "openai";
  if (field(message, "tool_calls") ?? field(message, "function_call")) return "openai";
  const blocks = arrayField(message, "content") ?? [];
  if (blocks.some((block) => ANTHROPIC_BLOCKS.has(stringField(block, "type") ?? ""))) return "anthropic";
  return blocks.some((block) => stringField(block, "type") === "image_url") ? "openai" : undefined;
}
