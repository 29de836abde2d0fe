import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { ContentPart, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import { BadRecord } from "./importer.ts";
import { jsonText } from "./json-text.ts";
import { media, mediaFromUrl } from "./media.ts";

/** Text, or parts of text, images and files. Throws `BadRecord` for anything else. */
export function vercelContent(content: Json | undefined): ContentPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [text(content)];
  if (!Array.isArray(content)) throw new BadRecord("content: text or parts are needed");
  return (content as readonly Json[]).map(vercelPart);
}

/** One part, whatever the version calls its fields. What is none of them is kept as its JSON. */
export function vercelPart(part: Json): ContentPart {
  if (typeof part === "string") return text(part);
  const shown = stringField(part, "text");
  if (shown !== undefined) return text(shown);
  const data = field(part, "data") ?? field(part, "image") ?? field(part, "url");
  const type = stringField(part, "mediaType") ?? stringField(part, "mimeType");
  const what = field(part, "image") !== undefined || (type ?? "").startsWith("image/") ? "image" : "file";
  return mediaOf(data, type, what, stringField(part, "filename")) ?? text(jsonText(part));
}

/** Media as base64, as an address, or wrapped as one of them (since version 7). */
function mediaOf(
  data: Json | undefined,
  type: string | undefined,
  what: string,
  name: string | undefined,
): ContentPart | undefined {
  if (isJsonObject(data)) {
    const written = stringField(data, "text");
    if (written !== undefined) return text(written);
    const inner = stringField(data, "data") ?? stringField(data, "url");
    return inner === undefined ? undefined : mediaOf(inner, type, what, name);
  }
  if (typeof data !== "string") return undefined;
  if (/^(?:data|https?|blob|file|gs|s3):/i.test(data)) return mediaFromUrl(data, what, name);
  return media(type ?? (what === "image" ? "image/png" : "application/octet-stream"), data, name);
}

/** A result: since version 5 its `output` says what it is, before it is any value. */
export function vercelResult(part: Json): ToolResultPart {
  const output = field(part, "output");
  const kind = stringField(output, "type") ?? "";
  const known = OUTPUTS.has(kind);
  return {
    type: "tool-result",
    callId: stringField(part, "toolCallId") ?? "",
    isError: field(part, "isError") === true || (known && (kind.startsWith("error") || kind === DENIED)),
    parts: known ? outputParts(output ?? null, kind) : valueParts(part, output),
  };
}

const DENIED = "execution-denied";
const OUTPUTS = new Set(["text", "json", "error-text", "error-json", DENIED, "content"]);

function outputParts(output: Json, kind: string): ContentPart[] {
  const value = field(output, "value");
  if (kind === DENIED) return [text(stringField(output, "reason") ?? "denied")];
  if (kind === "content" && Array.isArray(value)) return (value as readonly Json[]).map(vercelPart);
  return plain(value);
}

function valueParts(part: Json, output: Json | undefined): ContentPart[] {
  const shown = arrayField(part, "experimental_content") ?? arrayField(part, "content");
  return shown ? shown.map(vercelPart) : plain(output ?? field(part, "result"));
}

/** Any value as text. */
export function plain(value: Json | undefined): ContentPart[] {
  if (value === undefined || value === null) return [];
  return [text(typeof value === "string" ? value : jsonText(value))];
}
