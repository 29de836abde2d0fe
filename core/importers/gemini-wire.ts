import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import { eachMessage } from "./each-message.ts";
import type { GeminiParts } from "./gemini-part.ts";
import { either, geminiParts } from "./gemini-part.ts";
import { asArguments } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";
import type { WireMessage, WireRequest, WireResponse } from "./wire-message.ts";

const SIGNATURES = "signatures of thoughts on parts that are none: not shown";
const OTHER_CANDIDATES = "further candidates of a response: only the first is shown";
const GROUNDING = "grounding of a response: not shown";

/** A generateContent request body. */
export function geminiRequest(body: Json, notes: Notebook, line: number): WireRequest {
  const contents = field(body, "contents");
  const list: readonly Json[] = Array.isArray(contents) ? (contents as readonly Json[]) : [contents ?? []];
  const tools = field(body, "tools") ?? field(field(body, "config"), "tools");
  return {
    system: systemText(body),
    tools: Array.isArray(tools) ? (tools as readonly Json[]).flatMap(geminiTools) : [],
    messages: eachMessage(list, notes, line, (content) => geminiMessages(content, notes, line)),
  };
}

function systemText(body: Json): string | null {
  const given =
    either(body, "systemInstruction", "system_instruction") ??
    either(field(body, "config"), "systemInstruction", "system_instruction");
  if (given === undefined || given === null) return null;
  const { own } = geminiParts(
    isJsonObject(given) && field(given, "parts") !== undefined ? field(given, "parts") : given,
  );
  return own.map((part) => (part.type === "text" ? part.text : "")).join("\n\n");
}

/** The functions of one tool, or the tool of the provider that it names. */
function geminiTools(tool: Json): ToolDefinition[] {
  const declared = either(tool, "functionDeclarations", "function_declarations");
  if (Array.isArray(declared)) return (declared as readonly Json[]).map(declaration);
  return isJsonObject(tool) ? Object.keys(tool).map((name) => ({ name })) : [];
}

function declaration(declared: Json): ToolDefinition {
  const description = stringField(declared, "description");
  const parameters =
    field(declared, "parameters") ?? either(declared, "parametersJsonSchema", "parameters_json_schema");
  return {
    name: stringField(declared, "name") ?? "",
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters: asArguments(parameters) }),
  };
}

/** The neutral messages of one content: results in a tool message, then what else it holds. */
export function geminiMessages(content: Json, notes: Notebook, line: number): WireMessage[] {
  const role = stringField(content, "role") ?? "user";
  const parts = typeof content === "string" ? content : (field(content, "parts") ?? null);
  const read = geminiParts(parts);
  notes.add("opaque", SIGNATURES, line, read.signatures);
  if (role === "model") return modelMessages(read);
  if (role === "user" || role === "function" || role === "tool") return userMessages(read);
  notes.add("dropped", `messages of role ${role.slice(0, 60)}`, line);
  return [];
}

/** Code that ran at the provider stands in the response with its result: the result comes after it. */
function modelMessages(read: GeminiParts): WireMessage[] {
  const results = toolMessage(read);
  const own: WireMessage[] =
    read.own.length > 0 || results.length === 0 ? [{ id: "", role: "assistant", parts: read.own }] : [];
  return [...own, ...results];
}

/** A content without a role may be the model's own: then it thinks or calls. */
function userMessages(read: GeminiParts): WireMessage[] {
  const results = toolMessage(read);
  const spoken = read.own.every((part) => part.type === "text" || part.type === "media");
  const own: WireMessage[] =
    read.own.length > 0 || results.length === 0
      ? [{ id: "", role: spoken ? "user" : "assistant", parts: read.own }]
      : [];
  return [...results, ...own];
}

function toolMessage({ results, answers }: GeminiParts): WireMessage[] {
  return results.length === 0 ? [] : [{ id: "", role: "tool", parts: results, answers }];
}

/** A generateContent response body. */
export function geminiResponse(body: Json, notes: Notebook, line: number): WireResponse {
  const candidates = arrayField(body, "candidates") ?? [];
  const [first] = candidates;
  notes.add("dropped", OTHER_CANDIDATES, line, Math.max(0, candidates.length - 1));
  if (either(first, "groundingMetadata", "grounding_metadata") !== undefined)
    notes.add("opaque", GROUNDING, line);
  const content = field(first, "content");
  const parts = field(content, "parts");
  const read = parts === undefined ? [] : geminiMessages({ role: "model", parts }, notes, line);
  const error = failure(body, first);
  const messages = read.map((message) => withMeta(message, body));
  return error === undefined ? { messages } : { messages, error };
}

function withMeta(message: WireMessage, body: Json): WireMessage {
  if (message.role !== "assistant") return message;
  const id = either(body, "responseId", "response_id");
  return { ...message, id: typeof id === "string" ? id : "", meta: metaOf(body) };
}

const GOOD_ENDS = new Set(["STOP", "FINISH_REASON_UNSPECIFIED"]);

function failure(body: Json, candidate: Json | undefined): string | undefined {
  const blocked = either(either(body, "promptFeedback", "prompt_feedback"), "blockReason", "block_reason");
  if (typeof blocked === "string") return `prompt blocked: ${blocked.slice(0, 60)}`;
  const reason = either(candidate, "finishReason", "finish_reason");
  return typeof reason === "string" && !GOOD_ENDS.has(reason) ? `ended: ${reason.slice(0, 60)}` : undefined;
}

function metaOf(body: Json): MessageMeta {
  const model = either(body, "modelVersion", "model_version");
  const time = either(body, "createTime", "create_time");
  const usage = geminiUsage(either(body, "usageMetadata", "usage_metadata"));
  return {
    ...(typeof model === "string" ? { model } : {}),
    ...(typeof time === "string" ? { time } : {}),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** Gemini counts thoughts beside the answer, and what its tools put into the prompt beside the prompt. */
function geminiUsage(usage: Json | undefined): Usage | undefined {
  const count = (camel: string, snake: string) => numberField(usage, camel) ?? numberField(usage, snake);
  const prompt = count("promptTokenCount", "prompt_token_count");
  const tools = count("toolUsePromptTokenCount", "tool_use_prompt_token_count");
  const answer = count("candidatesTokenCount", "candidates_token_count");
  const reasoning = count("thoughtsTokenCount", "thoughts_token_count");
  const figures = {
    input: prompt === undefined ? undefined : prompt + (tools ?? 0),
    output: answer === undefined && reasoning === undefined ? undefined : (answer ?? 0) + (reasoning ?? 0),
    cacheRead: count("cachedContentTokenCount", "cached_content_token_count"),
    reasoning,
  };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : { kind: "reported", ...Object.fromEntries(known) };
}

/** Joins the chunks of a streamed response: each is a response of its own with a piece of the content. */
export function joinGeminiChunks(chunks: readonly Json[]): JsonObject {
  const parts = chunks.flatMap(
    (chunk) => arrayField(field(arrayField(chunk, "candidates")?.[0], "content"), "parts") ?? [],
  );
  const candidates = chunks.flatMap((chunk) => arrayField(chunk, "candidates")?.[0] ?? []);
  const end = candidates.findLast((one) => either(one, "finishReason", "finish_reason") !== undefined);
  const rest = Object.fromEntries(
    chunks.flatMap((chunk) => (isJsonObject(chunk) ? Object.entries(chunk) : [])),
  );
  const last = { ...(isJsonObject(end) ? end : {}), content: { role: "model", parts: joinTexts(parts) } };
  return { ...rest, candidates: [last] };
}

/** Pieces of one text become one part. */
function joinTexts(parts: readonly Json[]): Json[] {
  const joined: Json[] = [];
  let pieces: string[] = [];
  let open: Json | undefined;
  const close = () => {
    if (open !== undefined) joined.push({ ...(open as JsonObject), text: pieces.join("") });
    open = undefined;
    pieces = [];
  };
  for (const part of parts) {
    const piece = stringField(part, "text");
    if (piece === undefined || (open !== undefined && field(open, "thought") !== field(part, "thought")))
      close();
    if (piece === undefined) joined.push(part);
    else {
      open = { ...(open as JsonObject | undefined), ...(part as JsonObject) };
      pieces.push(piece);
    }
  }
  close();
  return joined;
}
