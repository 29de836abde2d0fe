import type { Json } from "../model/json.ts";
import { field, numberField, stringField } from "../model/json.ts";
import type { ContentPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import type { Usage } from "../model/usage.ts";
import { BadRecord } from "./importer.ts";
import { jsonText } from "./json-text.ts";
import { media, mediaFromUrl } from "./media.ts";

/** A text, or since version 1.6 parts of text and images. Throws `BadRecord` for anything else. */
export function atifContent(content: Json | undefined): ContentPart[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [text(content)];
  if (!Array.isArray(content)) throw new BadRecord("message: text or parts are needed");
  return (content as readonly Json[]).map(part);
}

function part(one: Json): ContentPart {
  const shown = stringField(one, "text");
  if (shown !== undefined) return text(shown);
  const source = field(one, "source");
  const data = stringField(source, "data");
  if (data !== undefined) return media(stringField(source, "media_type") ?? "image/png", data);
  const where = stringField(source, "path") ?? stringField(source, "url");
  return where === undefined ? text(jsonText(one)) : mediaFromUrl(where, "image");
}

/** A step's `metrics`: its `prompt_tokens` holds the cached part, as ours does. Undefined when there are none. */
export function atifUsage(metrics: Json | undefined, doubt: string | undefined): Usage | undefined {
  const extra = field(metrics, "extra");
  const figures = {
    input: numberField(metrics, "prompt_tokens"),
    output: numberField(metrics, "completion_tokens"),
    cacheRead: numberField(metrics, "cached_tokens"),
    cacheWrite: numberField(extra, "cache_creation_input_tokens"),
    reasoning: numberField(extra, "reasoning_tokens"),
  };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  if (known.length === 0) return undefined;
  return {
    kind: "reported",
    ...Object.fromEntries(known),
    ...(doubt === undefined ? {} : { doubt }),
  };
}
