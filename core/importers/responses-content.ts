import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { ContentPart, ThinkingPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import { BadRecord } from "./importer.ts";
import { jsonText } from "./json-text.ts";
import { mediaFromUrl } from "./media.ts";

/** Content of a Responses item: null, a string, one part or parts. Throws `BadRecord` for anything else. */
export function responsesContent(value: Json | undefined): ContentPart[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [text(value)];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(contentParts);
  if (isJsonObject(value)) return contentParts(value);
  throw new BadRecord("content: text, null or parts are needed");
}

/** One part; none for an image that a recording left out (`image_url: null`). */
function contentParts(part: Json): ContentPart[] {
  if (typeof part === "string") return [text(part)];
  switch (stringField(part, "type") ?? "") {
    case "input_text":
    case "output_text":
    case "text":
    case "summary_text":
    case "reasoning_text":
      return [text(stringField(part, "text") ?? "")];
    case "refusal":
      return [text(stringField(part, "refusal") ?? "")];
    case "input_image":
    case "computer_screenshot":
      return image(part);
    case "input_file":
      return [file(part)];
    default:
      return [shellOutput(part) ?? text(jsonText(part))];
  }
}

function image(part: Json): ContentPart[] {
  const url = stringField(part, "image_url") ?? stringField(field(part, "image_url"), "url");
  if (url !== undefined) return [mediaFromUrl(url, "image")];
  const id = stringField(part, "file_id");
  return id === undefined ? [] : [text(`[image: file ${id}]`)];
}

function file(part: Json): ContentPart {
  const data = stringField(part, "file_data");
  const name = stringField(part, "filename");
  if (data !== undefined && data.startsWith("data:")) return mediaFromUrl(data, "file", name);
  return text(`[file: ${stringField(part, "file_url") ?? stringField(part, "file_id") ?? name ?? ""}]`);
}

/** One command's output of a shell tool: what it wrote, and its exit code where it is not 0. */
function shellOutput(part: Json): ContentPart | undefined {
  const stdout = stringField(part, "stdout");
  if (stdout === undefined) return undefined;
  const code = exitCode(part);
  const ended = code === undefined || code === 0 ? "" : `exit code ${code}`;
  return text([stdout, stringField(part, "stderr") ?? "", ended].filter((one) => one !== "").join("\n"));
}

/** True when one of the commands that a shell tool ran ended with an error. */
export function hasFailedCommand(output: Json | undefined): boolean {
  if (!Array.isArray(output)) return false;
  return output.some((part: Json) => (exitCode(part) ?? 0) !== 0);
}

function exitCode(part: Json): number | undefined {
  return numberField(field(part, "outcome"), "exit_code");
}

/** A reasoning item: its text, else its summary; what is encrypted is the signature. */
export function responsesThinking(item: Json): ThinkingPart {
  const said = arrayField(item, "content") ?? [];
  const shown = said.length > 0 ? said : (arrayField(item, "summary") ?? []);
  const joined = shown.map((one) => stringField(one, "text") ?? "").join("\n\n");
  const signature = stringField(item, "encrypted_content");
  return signature === undefined
    ? { type: "thinking", text: joined }
    : { type: "thinking", text: joined, signature };
}
