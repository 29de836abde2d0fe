import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import { anthropicMessage, anthropicRequest, anthropicResponse } from "./anthropic-wire.ts";
import { joinAnthropicEvents } from "./anthropic-stream.ts";
import type { Exchange } from "./exchange.ts";
import { messageFields } from "./message-fields.ts";
import type { Notebook } from "./notebook.ts";
import { joinOpenaiChunks } from "./openai-stream.ts";
import { geminiMessages, geminiRequest, geminiResponse, joinGeminiChunks } from "./gemini-wire.ts";
import { isItemType } from "./responses-item.ts";
import { joinResponsesEvents } from "./responses-stream.ts";
import { ItemReader, responsesRequest, responsesResponse } from "./responses-wire.ts";
import { openaiRequest, openaiResponse } from "./openai-wire.ts";
import { OpenAiReader } from "./openai-message.ts";
import type { MessageReader, WireRequest, WireResponse } from "./wire-message.ts";
import { eachAlone } from "./wire-message.ts";

/** Whose shapes a body has. */
export type Vendor = "openai" | "anthropic" | "responses" | "gemini";

/** How a vendor's bodies are read. */
export interface Dialect {
  readonly request: (body: Json, notes: Notebook, line: number) => WireRequest;
  readonly response: (body: Json, notes: Notebook, line: number) => WireResponse;
  /** Reads a request's messages one by one. */
  readonly reader: (notes: Notebook) => MessageReader;
  readonly joinEvents: (events: readonly Json[]) => JsonObject;
}

/** The dialects that request logs are written in. */
export const DIALECTS: Readonly<Record<Vendor, Dialect>> = {
  openai: {
    request: openaiRequest,
    response: openaiResponse,
    reader: (notes) => new OpenAiReader(notes),
    joinEvents: joinOpenaiChunks,
  },
  anthropic: {
    request: anthropicRequest,
    response: anthropicResponse,
    reader: (notes) => eachAlone((message, line) => anthropicMessage(message, notes, line)),
    joinEvents: joinAnthropicEvents,
  },
  responses: {
    request: responsesRequest,
    response: responsesResponse,
    reader: (notes) => new ItemReader(notes),
    joinEvents: joinResponsesEvents,
  },
  gemini: {
    request: geminiRequest,
    response: geminiResponse,
    reader: (notes) => eachAlone((content, line) => geminiMessages(content, notes, line)),
    joinEvents: joinGeminiChunks,
  },
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
  if (/\/responses(?:\?|$)/.test(url)) return "responses";
  if (/:(?:stream)?generateContent(?:\?|$)/i.test(url)) return "gemini";
  if (/\/v1\/messages(?:\?|$)/.test(url)) return "anthropic";
  return responseVendor(response, events?.[0]) ?? (request ? requestVendor(request) : undefined);
}

function responseVendor(response: JsonObject | undefined, event: Json | undefined): Vendor | undefined {
  if (arrayField(response, "choices") ?? arrayField(event, "choices")) return "openai";
  if (stringField(response, "type") === "message" || stringField(event, "type") === "message_start")
    return "anthropic";
  if (stringField(response, "object") === "response") return "responses";
  if ((stringField(event, "type") ?? "").startsWith("response.")) return "responses";
  if (field(response, "promptFeedback") !== undefined) return "gemini";
  return (arrayField(response, "candidates") ?? arrayField(event, "candidates")) ? "gemini" : undefined;
}

function requestVendor(request: JsonObject): Vendor | undefined {
  if (field(request, "messages") === undefined) {
    if (field(request, "input") !== undefined) return "responses";
    if (field(request, "contents") !== undefined) return "gemini";
  }
  if (field(request, "system") !== undefined) return "anthropic";
  const tool = arrayField(request, "tools")?.[0];
  if (field(tool, "input_schema") !== undefined) return "anthropic";
  if (field(tool, "function") !== undefined) return "openai";
  return messagesVendor(arrayField(request, "messages") ?? []);
}

/** The vendor of a message list, by roles, calls and block types. */
export function messagesVendor(messages: readonly Json[]): Vendor | undefined {
  let found: Vendor | undefined;
  for (const message of messages) {
    if (isResponsesItem(message)) return "responses";
    found ??= otherVendor(message);
  }
  return found;
}

/** The vendor of one message; undefined when both could have written it. */
export function messageVendor(message: Json): Vendor | undefined {
  return isResponsesItem(message) ? "responses" : otherVendor(message);
}

const OPENAI_ROLES = new Set(["system", "developer", "tool", "function"]);

/** The vendor of a message that is no item of the Responses API. */
function otherVendor(message: Json): Vendor | undefined {
  const { role, content, parts, tool_calls: calls, function_call: call } = messageFields(message);
  if (parts !== undefined && isGeminiContent(message)) return "gemini";
  if (typeof role === "string" && OPENAI_ROLES.has(role)) return "openai";
  if (calls ?? call) return "openai";
  if (!Array.isArray(content)) return undefined;
  const blocks = content as readonly Json[];
  if (blocks.some((block) => ANTHROPIC_BLOCKS.has(stringField(block, "type") ?? ""))) return "anthropic";
  return blocks.some((block) => stringField(block, "type") === "image_url") ? "openai" : undefined;
}

const RESPONSES_PARTS = new Set(["input_text", "output_text", "input_image", "input_file"]);

/** An item of the Responses API that no other format has. */
export function isResponsesItem(value: unknown): boolean {
  const fields = messageFields(value);
  const type = typeof fields.type === "string" ? fields.type : "";
  // Most messages are a role and a text.
  if (type === "" && typeof fields.content === "string") return false;
  if (type === "reasoning") return arrayField(value, "summary") !== undefined;
  if (type !== "" && isItemType(type)) return field(value, "role") === undefined && namesItself(value);
  const parts = arrayField(value, "content");
  return (
    parts !== undefined &&
    stringField(value, "role") !== undefined &&
    parts.some((part) => RESPONSES_PARTS.has(stringField(part, "type") ?? ""))
  );
}

function namesItself(value: unknown): boolean {
  return ["call_id", "id", "encrypted_content"].some((key) => stringField(value, key) !== undefined);
}

const GEMINI_PARTS = [
  "text",
  "functionCall",
  "function_call",
  "functionResponse",
  "function_response",
  "inlineData",
  "inline_data",
  "fileData",
  "file_data",
];

/** A content of generateContent: parts that are told by their keys, not by a type. */
export function isGeminiContent(value: unknown): boolean {
  const parts = arrayField(value, "parts");
  if (!parts || field(value, "content") !== undefined) return false;
  if (!["user", "model", "function", undefined].includes(stringField(value, "role"))) return false;
  return parts.some(
    (part) => field(part, "type") === undefined && GEMINI_PARTS.some((key) => field(part, key) !== undefined),
  );
}
