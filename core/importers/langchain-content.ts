import type { Json } from "../model/json.ts";
import { field, stringField } from "../model/json.ts";
import type { ContentPart, Part } from "../model/part.ts";
import { text } from "../model/part.ts";
import { anthropicContent } from "./anthropic-content.ts";
import { jsonText, parsedArguments } from "./json-text.ts";
import { media, mediaFromUrl } from "./media.ts";

/** Content that holds no calls: a text, or parts of whichever provider's. */
export function langchainContent(content: Json | undefined): ContentPart[] {
  return langchainParts(content).map((part) =>
    part.type === "text" || part.type === "media"
      ? part
      : text(part.type === "thinking" ? part.text : jsonOf(part)),
  );
}

function jsonOf(part: Part): string {
  return part.type === "tool-call" ? jsonText({ name: part.name, arguments: part.arguments }) : "";
}

/** Content of a response: text, reasoning and calls. */
export function langchainParts(content: Json | undefined): Part[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [text(content)];
  if (!Array.isArray(content)) return [text(jsonText(content))];
  return (content as readonly Json[]).flatMap(partOf);
}

function partOf(part: Json): Part[] {
  if (typeof part === "string") return [text(part)];
  switch (stringField(part, "type") ?? "") {
    case "text":
    case "output_text":
    case "input_text":
      return [text(stringField(part, "text") ?? "")];
    case "reasoning":
      return [reasoning(part)];
    case "thinking":
    case "redacted_thinking":
      return anthropicContent([part]).own;
    case "tool_use":
    case "tool_call":
    case "server_tool_call":
      return [call(part)];
    case "image_url":
    case "image":
    case "audio":
    case "file":
    case "video":
      return [mediaOf(part)];
    default:
      return [text(stringField(part, "text") ?? jsonText(part))];
  }
}

function reasoning(part: Json): Part {
  const summary = field(part, "summary");
  const told = Array.isArray(summary)
    ? (summary as readonly Json[]).map((one) => stringField(one, "text") ?? "").join("\n")
    : "";
  const shown = stringField(part, "reasoning") ?? stringField(part, "text") ?? told;
  const signature = stringField(field(part, "extras"), "signature") ?? stringField(part, "encrypted_content");
  return signature === undefined
    ? { type: "thinking", text: shown }
    : { type: "thinking", text: shown, signature };
}

function call(part: Json): Part {
  const { value } = parsedArguments(field(part, "args") ?? field(part, "input") ?? field(part, "arguments"));
  const callId = stringField(part, "id") ?? "";
  return { type: "tool-call", callId, name: stringField(part, "name") ?? "", arguments: value };
}

/** Media as OpenAI writes it, as Anthropic does, or as LangChain itself. */
function mediaOf(part: Json): ContentPart {
  const what = (stringField(part, "type") ?? "file").replace("_url", "");
  const held = field(part, "image_url") ?? field(part, "file");
  const url =
    (typeof held === "string" ? held : (stringField(held, "url") ?? stringField(held, "file_data"))) ??
    stringField(part, "url");
  if (url !== undefined) return mediaFromUrl(url, what);
  const data = stringField(part, "base64") ?? stringField(part, "data");
  const type =
    stringField(part, "mime_type") ?? (what === "image" ? "image/png" : "application/octet-stream");
  if (data !== undefined) return media(type, data);
  const [read] = anthropicContent([part]).own;
  return read?.type === "text" || read?.type === "media" ? read : text(jsonText(part));
}
