import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { ContentPart, Part, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import { BadRecord } from "./importer.ts";
import { asArguments, jsonText } from "./json-text.ts";
import { media } from "./media.ts";

/** The parts of one content, sorted by where the neutral model keeps them. */
export interface GeminiParts {
  readonly own: Part[];
  readonly results: ToolResultPart[];
  /** Of each result: the function that it answers. Ids are often left out. */
  readonly answers: string[];
  /** Signatures of thoughts that stand on parts which are none. */
  signatures: number;
}

/** Field of an object by its JSON name, or as Python dumps write it. */
export function either(value: Json | undefined, camel: string, snake: string): Json | undefined {
  return field(value, camel) ?? field(value, snake);
}

/** Reads the `parts` of a content. Throws `BadRecord` when they are no parts. */
export function geminiParts(parts: Json | undefined): GeminiParts {
  const found: GeminiParts = { own: [], results: [], answers: [], signatures: 0 };
  if (typeof parts === "string") found.own.push(text(parts));
  else if (isJsonObject(parts)) addPart(found, parts);
  else if (Array.isArray(parts)) for (const part of parts as readonly Json[]) addPart(found, part);
  else if (parts !== undefined && parts !== null) throw new BadRecord("parts: a list is needed");
  return found;
}

function addPart(found: GeminiParts, part: Json): void {
  const response = either(part, "functionResponse", "function_response");
  const ran = either(part, "codeExecutionResult", "code_execution_result");
  if (isJsonObject(response)) addResult(found, functionResult(response), stringField(response, "name") ?? "");
  else if (isJsonObject(ran)) addResult(found, codeResult(ran), CODE);
  else found.own.push(ownPart(found, part));
}

function addResult(found: GeminiParts, result: ToolResultPart, name: string): void {
  found.results.push(result);
  found.answers.push(name);
}

/** Code that the model wrote and the provider ran is a call of this name. */
const CODE = "code_execution";

function ownPart(found: GeminiParts, part: Json): Part {
  const signature = either(part, "thoughtSignature", "thought_signature");
  if (field(part, "thought") === true) return thought(part, signature);
  if (typeof signature === "string") found.signatures++;
  return call(part) ?? code(part) ?? geminiContent(part);
}

function thought(part: Json, signature: Json | undefined): Part {
  const shown = stringField(part, "text") ?? "";
  return typeof signature === "string"
    ? { type: "thinking", text: shown, signature }
    : { type: "thinking", text: shown };
}

function call(part: Json): Part | undefined {
  const called = either(part, "functionCall", "function_call");
  if (!isJsonObject(called)) return undefined;
  return {
    type: "tool-call",
    callId: stringField(called, "id") ?? "",
    name: stringField(called, "name") ?? "",
    arguments: asArguments(field(called, "args") ?? {}),
  };
}

function code(part: Json): Part | undefined {
  const written = either(part, "executableCode", "executable_code");
  if (!isJsonObject(written)) return undefined;
  return {
    type: "tool-call",
    callId: stringField(written, "id") ?? "",
    name: CODE,
    arguments: asArguments(written),
  };
}

/** Text, inline media, or a file; anything else as its JSON. */
export function geminiContent(part: Json): ContentPart {
  if (typeof part === "string") return text(part);
  const shown = stringField(part, "text");
  if (shown !== undefined) return text(shown);
  const inline = either(part, "inlineData", "inline_data");
  if (isJsonObject(inline)) return inlineMedia(inline);
  const file = either(part, "fileData", "file_data");
  const uri = either(file, "fileUri", "file_uri");
  return text(typeof uri === "string" ? `[file: ${uri}]` : jsonText(part));
}

/** Some clients write base64 with the letters of addresses. */
function inlineMedia(inline: Json): ContentPart {
  const type = either(inline, "mimeType", "mime_type");
  const data = (stringField(inline, "data") ?? "").replaceAll("-", "+").replaceAll("_", "/");
  const name = either(inline, "displayName", "display_name");
  return media(
    typeof type === "string" ? type : "application/octet-stream",
    data,
    typeof name === "string" ? name : undefined,
  );
}

/** A function's response is an object: where it holds one text alone, that is what is shown, else its JSON. */
function functionResult(answer: Json): ToolResultPart {
  const response = field(answer, "response");
  const error = field(response, "error");
  const extra = (arrayField(answer, "parts") ?? []).map(geminiContent);
  return {
    type: "tool-result",
    callId: stringField(answer, "id") ?? "",
    isError: error !== undefined && error !== null,
    parts: [...(response === undefined ? [] : [text(responseText(response))]), ...extra],
  };
}

function responseText(response: Json): string {
  if (typeof response === "string") return response;
  const values = isJsonObject(response) ? Object.values<Json>(response) : [];
  const [only] = values;
  return values.length === 1 && typeof only === "string" ? only : jsonText(response);
}

function codeResult(ran: Json): ToolResultPart {
  const outcome = stringField(ran, "outcome");
  return {
    type: "tool-result",
    callId: stringField(ran, "id") ?? "",
    isError: outcome !== undefined && outcome !== "OUTCOME_OK",
    parts: [text(stringField(ran, "output") ?? outcome ?? "")],
  };
}
