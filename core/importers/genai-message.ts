import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { ContentPart, Part, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import { jsonText } from "./json-text.ts";
import { media, mediaFromUrl } from "./media.ts";
import { notedArguments } from "./noted-arguments.ts";
import type { Notebook } from "./notebook.ts";
import { plain, vercelResult } from "./vercel-content.ts";
import type { WireMessage } from "./wire-message.ts";

const TYPES = new Set([
  "text",
  "tool_call",
  "tool_call_response",
  "server_tool_call",
  "server_tool_call_response",
  "reasoning",
  "thinking",
  "blob",
  "uri",
  "file",
]);

/** A message of the GenAI conventions of OpenTelemetry: a role and parts, each told by its type. */
export function isGenAiMessage(value: unknown): boolean {
  const parts = arrayField(value, "parts");
  if (!parts || stringField(value, "role") === undefined) return false;
  return parts.some((part) => {
    const type = stringField(part, "type") ?? "";
    return TYPES.has(type) && (type !== "text" || field(part, "content") !== undefined);
  });
}

/** What a system instruction says: parts, a list of texts, or a text. */
export function genAiText(given: Json | undefined): string {
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) return stringField(given, "content") ?? "";
  return (given as readonly Json[])
    .map((part) => (typeof part === "string" ? part : (stringField(part, "content") ?? "")))
    .filter((one) => one !== "")
    .join("\n\n");
}

/** The neutral messages of one message. Results stand in messages of their own, before what else a user says. */
export function genAiMessage(message: Json, notes: Notebook, line: number): WireMessage[] {
  const role = stringField(message, "role") ?? "";
  const id = stringField(message, "id") ?? "";
  const own: Part[] = [];
  const results: ToolResultPart[] = [];
  for (const part of arrayField(message, "parts") ?? []) {
    const read = partOf(part, notes, line);
    if (read.type === "tool-result") results.push(read);
    else own.push(read);
  }
  const tool: WireMessage[] = results.length === 0 ? [] : [{ id: "", role: "tool", parts: results }];
  if (role === "assistant" || role === "model") return [{ id, role: "assistant", parts: own }, ...tool];
  const said = own.filter(isContent);
  if (role === "tool" && results.length > 0 && said.length === 0) return tool;
  return [...tool, { id, role: "user", parts: said }];
}

function isContent(part: Part): part is ContentPart {
  return part.type === "text" || part.type === "media";
}

function partOf(part: Json, notes: Notebook, line: number): Part {
  switch (stringField(part, "type") ?? "") {
    case "tool_call":
    case "server_tool_call":
      return call(part, notes, line);
    case "tool_call_response":
    case "server_tool_call_response":
      return result(part);
    case "reasoning":
    case "thinking":
      return thinking(part);
    default:
      return content(part);
  }
}

function call(part: Json, notes: Notebook, line: number): Part {
  const value = notedArguments(field(part, "arguments") ?? field(part, "server_tool_call"), notes, line);
  const callId = stringField(part, "id") ?? "";
  return { type: "tool-call", callId, name: stringField(part, "name") ?? "", arguments: value };
}

/** A result is any value; some libraries wrap it and say what it is. */
function result(part: Json): ToolResultPart {
  const callId = stringField(part, "id") ?? "";
  const given =
    field(part, "response") ??
    field(part, "result") ??
    field(part, "server_tool_call_response") ??
    field(part, "content");
  const wrapped =
    isJsonObject(given) && stringField(given, "type") !== undefined && field(given, "value") !== undefined;
  if (wrapped) return { ...vercelResult({ output: given }), callId };
  return { type: "tool-result", callId, isError: field(part, "is_error") === true, parts: plain(given) };
}

function thinking(part: Json): Part {
  const signature = stringField(part, "signature");
  const shown = stringField(part, "content") ?? stringField(part, "text") ?? "";
  return signature === undefined
    ? { type: "thinking", text: shown }
    : { type: "thinking", text: shown, signature };
}

function content(part: Json): ContentPart {
  if (typeof part === "string") return text(part);
  const type = stringField(part, "type") ?? "";
  const said = stringField(part, "content") ?? stringField(part, "text");
  const mime = stringField(part, "mime_type") ?? stringField(part, "media_type");
  if (type === "blob" || type === "binary")
    return media(mime ?? "application/octet-stream", said ?? stringField(part, "data") ?? "");
  if (type === "text" && said !== undefined) return text(said);
  const url = stringField(part, "uri") ?? stringField(part, "url");
  if (url !== undefined) return mediaFromUrl(url, stringField(part, "modality") ?? type.replace(/-url$/, ""));
  const file = stringField(part, "file_id");
  return text(file === undefined ? jsonText(part) : `[file: ${file}]`);
}
