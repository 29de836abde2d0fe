import type { Json } from "../model/json.ts";
import { field, isJsonObject, stringField } from "../model/json.ts";
import type { ContentPart } from "../model/part.ts";
import { asArguments, parsedJson } from "./json-text.ts";
import { langchainContent } from "./langchain-content.ts";
import { asLangchain } from "./langchain-message.ts";
import type { Span } from "./otel-span.ts";
import { label } from "./otel-span.ts";
import type { ToolRun } from "./tool-runs.ts";
import { plain } from "./vercel-content.ts";

const CALL_ID = ["gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id"];

/** A tool's run: by its kind, or because a message of a tool came out of it. Undefined for any other observation. */
export function langfuseTool(given: Json, span: Span, isTool: boolean, line: number): ToolRun | undefined {
  const output = unwrapped(field(given, "output"));
  const answer = asLangchain(output);
  const message = answer?.type === "tool" ? answer.data : undefined;
  if (!isTool && message === undefined) return undefined;
  if (output === undefined || output === null) return undefined;
  const input = unwrapped(field(given, "input"));
  const callId = label(span.attributes, CALL_ID) ?? stringField(message, "tool_call_id") ?? "";
  const failed = stringField(given, "level") === "ERROR" || stringField(message, "status") === "error";
  return {
    trace: span.trace,
    callId,
    name: label(span.attributes, ["gen_ai.tool.name", "ai.toolCall.name", "tool.name"]) ?? span.name,
    arguments: asked(input),
    result: { type: "tool-result", callId, isError: failed, parts: seen(message ?? output) },
    line,
  };
}

/** Some wrap the arguments once more. */
function asked(input: Json | undefined): Json | undefined {
  const inner = field(input, "input");
  const one = isJsonObject(input) && Object.keys(input).length === 1;
  return asArguments((one && inner !== undefined ? inner : input) ?? {});
}

/** What the model sees of an output: its content, where it has one. */
function seen(output: Json): ContentPart[] {
  const content = field(output, "content");
  return content === undefined ? plain(output) : langchainContent(content);
}

function unwrapped(given: Json | undefined): Json | undefined {
  return typeof given === "string" && /^\s*[[{"]/.test(given) ? parsedJson(given).value : given;
}
