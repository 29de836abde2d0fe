import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { ContentPart, Part, ThinkingPart, ToolCallPart, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import { BadRecord } from "./importer.ts";
import { asArguments, jsonText } from "./json-text.ts";
import { media } from "./media.ts";

/** The blocks of one Anthropic message, sorted by where the neutral model keeps them. */
export interface AnthropicContent {
  /** Text, thinking, calls and media, in order. */
  readonly own: Part[];
  /** Results: of client tools in a user message, of server tools in an assistant message. */
  readonly results: ToolResultPart[];
  /** Summaries that the provider's own compaction wrote here. */
  readonly compactions: string[];
  /** Types of blocks that no neutral part stands for: kept as the text of their JSON. */
  readonly unknown: string[];
}

/** Reads `message.content`: a string or blocks. Throws `BadRecord` when it is neither. */
export function anthropicContent(content: Json | undefined): AnthropicContent {
  const found: AnthropicContent = { own: [], results: [], compactions: [], unknown: [] };
  if (typeof content === "string") found.own.push(text(content));
  else if (Array.isArray(content)) for (const block of content as readonly Json[]) addBlock(found, block);
  else if (content !== null && content !== undefined)
    throw new BadRecord("content: text or blocks are needed");
  return found;
}

function addBlock(found: AnthropicContent, block: Json): void {
  if (typeof block === "string") {
    found.own.push(text(block));
    return;
  }
  const type = stringField(block, "type") ?? "";
  if (type === "compaction")
    found.compactions.push(stringField(block, "content") ?? jsonText(field(block, "content")));
  else if (type === "tool_result") found.results.push(toolResult(block));
  else if (type.endsWith("_tool_result")) found.results.push(serverResult(block));
  else found.own.push(ownPart(found, type, block));
}

function ownPart(found: AnthropicContent, type: string, block: Json): Part {
  switch (type) {
    case "thinking":
    case "redacted_thinking":
      return thinking(block);
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return toolCall(block);
    default:
      return contentPart(type, block) ?? unknownPart(found, type, block);
  }
}

function unknownPart(found: AnthropicContent, type: string, block: Json): Part {
  found.unknown.push(type);
  return text(jsonText(block));
}

/** Redacted thinking has no text; what the provider sent in its place is the signature. */
function thinking(block: Json): ThinkingPart {
  const data = stringField(block, "data");
  if (stringField(block, "type") === "redacted_thinking" && data !== undefined)
    return { type: "thinking", text: "", signature: data, redacted: true };
  const signature = stringField(block, "signature") ?? data;
  const shown = stringField(block, "thinking") ?? "";
  return signature === undefined
    ? { type: "thinking", text: shown }
    : { type: "thinking", text: shown, signature };
}

function toolCall(block: Json): ToolCallPart {
  return {
    type: "tool-call",
    callId: stringField(block, "id") ?? "",
    name: stringField(block, "name") ?? "",
    arguments: asArguments(field(block, "input") ?? {}),
  };
}

function toolResult(block: Json): ToolResultPart {
  return {
    type: "tool-result",
    callId: stringField(block, "tool_use_id") ?? "",
    isError: field(block, "is_error") === true,
    parts: resultParts(field(block, "content")),
  };
}

/** What a result holds: text, or blocks of text, images and documents. */
export function resultParts(content: Json | undefined): ContentPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [text(content)];
  if (!Array.isArray(content)) return [text(jsonText(content))];
  return (content as readonly Json[]).map(resultPart);
}

function resultPart(block: Json): ContentPart {
  if (typeof block === "string") return text(block);
  return contentPart(stringField(block, "type") ?? "", block) ?? text(jsonText(block));
}

/** A server tool's result: its payload (encrypted for the most part) is kept as the text of its JSON. */
function serverResult(block: Json): ToolResultPart {
  const content = field(block, "content");
  const isError =
    field(block, "is_error") === true || (stringField(content, "type") ?? "").endsWith("_error");
  const isText = typeof content === "string" || isTextBlocks(content);
  const parts = isText ? resultParts(content) : [text(jsonText(content))];
  return { type: "tool-result", callId: stringField(block, "tool_use_id") ?? "", isError, parts };
}

function isTextBlocks(content: Json | undefined): boolean {
  return Array.isArray(content) && content.every((block: Json) => stringField(block, "type") === "text");
}

/** Text, image or document; undefined for a type that is none of them. */
function contentPart(type: string, block: Json): ContentPart | undefined {
  if (type === "text") return text(stringField(block, "text") ?? "");
  if (type !== "image" && type !== "document") return undefined;
  const source = field(block, "source");
  return isJsonObject(source) ? sourcePart(type, source, stringField(block, "title")) : undefined;
}

function sourcePart(what: string, source: JsonObject, title: string | undefined): ContentPart {
  const data = stringField(source, "data");
  const mediaType = stringField(source, "media_type") ?? (what === "image" ? "image/png" : "application/pdf");
  switch (stringField(source, "type") ?? "") {
    case "base64":
      return media(mediaType, data ?? "", title);
    case "text":
      return text(data ?? "");
    case "url":
      return text(`[${what}: ${stringField(source, "url") ?? ""}]`);
    case "file":
      return text(`[${what}: file ${stringField(source, "file_id") ?? ""}]`);
    default:
      return text(contentSource(source) ?? jsonText(source));
  }
}

/** A document given as content: its texts, joined. */
function contentSource(source: JsonObject): string | undefined {
  const content = field(source, "content");
  if (typeof content === "string") return content;
  const blocks = arrayField(source, "content");
  return blocks?.map((block) => stringField(block, "text") ?? jsonText(block)).join("");
}
