import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { ContentPart, ToolCallPart, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import { asArguments, jsonText, parsedArguments } from "./json-text.ts";
import { media } from "./media.ts";

/** A call that ran at the provider, with its result: both stand in one item. */
export interface HostedCall {
  readonly parts: readonly ToolCallPart[];
  readonly result: ToolResultPart;
}

/** Hosted tools by item type: the fields that ask, and those that answer. */
const HOSTED: ReadonlyMap<string, { readonly asks: readonly string[]; readonly answers: readonly string[] }> =
  new Map([
    ["web_search_call", { asks: ["action"], answers: ["results", "status"] }],
    ["file_search_call", { asks: ["queries"], answers: ["results", "status"] }],
    ["code_interpreter_call", { asks: ["code", "container_id"], answers: ["outputs", "status"] }],
    ["image_generation_call", { asks: ["revised_prompt"], answers: ["result", "status"] }],
    ["mcp_call", { asks: ["arguments"], answers: ["error", "output", "status"] }],
    ["mcp_list_tools", { asks: ["server_label"], answers: ["error", "tools"] }],
  ]);

/** True for an item that is a call which ran at the provider. */
export function isHosted(type: string): boolean {
  return HOSTED.has(type);
}

/** Reads a hosted call; undefined for an item of another type. Without a result its status stands in its place. */
export function hostedCall(item: Json, type: string): HostedCall | undefined {
  const shape = HOSTED.get(type);
  if (!shape) return undefined;
  const callId = stringField(item, "id") ?? "";
  const name = stringField(item, "name") ?? type.replace(/_call$/, "");
  const isError = isGiven(field(item, "error")) || stringField(item, "status") === "failed";
  const answer = shape.answers.find((key) => isGiven(field(item, key)));
  const parts = answer === undefined ? [] : answerParts(item, type, answer);
  return {
    parts: [{ type: "tool-call", callId, name, arguments: asked(item, shape.asks) }],
    result: { type: "tool-result", callId, isError, parts },
  };
}

function isGiven(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** The arguments: one field that is an object stands for itself, others by their names. */
function asked(item: Json, keys: readonly string[]): Json {
  const [first] = keys;
  const alone = first === undefined ? undefined : field(item, first);
  if (first === "arguments") return parsedArguments(alone).value;
  if (keys.length === 1 && isJsonObject(alone)) return asArguments(alone);
  const given = keys.flatMap((key) => {
    const value = field(item, key);
    return isGiven(value) ? [[key, value] as const] : [];
  });
  return asArguments(Object.fromEntries(given));
}

function answerParts(item: Json, type: string, key: string): ContentPart[] {
  const answer = field(item, key);
  if (type === "image_generation_call" && key === "result" && typeof answer === "string")
    return [media("image/png", answer)];
  if (type === "code_interpreter_call" && key === "outputs")
    return (arrayField(item, key) ?? []).map(interpreterOutput);
  return [text(typeof answer === "string" ? answer : jsonText(answer))];
}

function interpreterOutput(output: Json): ContentPart {
  const url = stringField(output, "url");
  return text(url === undefined ? (stringField(output, "logs") ?? jsonText(output)) : `[image: ${url}]`);
}
