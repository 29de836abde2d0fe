import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Part, ThinkingPart, ToolResultPart } from "../model/part.ts";
import { parsedArguments } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";
import { vercelContent, vercelPart, vercelResult } from "./vercel-content.ts";
import type { WireMessage } from "./wire-message.ts";

const APPROVALS = "requests for approval and answers to them: not shown";

/** The neutral messages of one ModelMessage that is no system message. Throws `BadRecord` for bad content. */
export function modelMessage(message: Json, notes: Notebook, line: number): WireMessage[] {
  const role = stringField(message, "role") ?? "";
  const id = stringField(message, "id") ?? "";
  switch (role) {
    case "user":
      return [{ id, role, parts: vercelContent(field(message, "content")) }];
    case "assistant":
      return assistant(message, id, notes, line);
    case "tool":
      return toolMessage(
        id,
        (arrayField(message, "content") ?? []).filter(answers(notes, line)).map(vercelResult),
      );
    default:
      notes.add("dropped", `messages of role ${role === "" ? "(none)" : role.slice(0, 60)}`, line);
      return [];
  }
}

function toolMessage(id: string, results: readonly ToolResultPart[]): WireMessage[] {
  return results.length === 0 ? [] : [{ id, role: "tool", parts: results }];
}

/** True for a part that is no question of approval, which the model never sees. */
function answers(notes: Notebook, line: number): (part: Json) => boolean {
  return (part) => {
    const approval = (stringField(part, "type") ?? "").startsWith("tool-approval-");
    if (approval) notes.add("opaque", APPROVALS, line);
    return !approval;
  };
}

/** Results of tools that ran at the provider stand among the parts: they become a tool message after it. */
function assistant(message: Json, id: string, notes: Notebook, line: number): WireMessage[] {
  const content = field(message, "content");
  if (!Array.isArray(content)) return [{ id, role: "assistant", parts: vercelContent(content) }];
  const parts = (content as readonly Json[]).filter(answers(notes, line));
  const isResult = (part: Json) => stringField(part, "type") === "tool-result";
  const own = parts.filter((part) => !isResult(part)).map(assistantPart);
  return [
    { id, role: "assistant", parts: own },
    ...toolMessage("", parts.filter(isResult).map(vercelResult)),
  ];
}

function assistantPart(part: Json): Part {
  switch (stringField(part, "type") ?? "") {
    case "reasoning":
    case "redacted-reasoning":
      return vercelThinking(part);
    case "tool-call":
      return vercelCall(part, stringField(part, "toolName") ?? "");
    default:
      return vercelPart(part);
  }
}

/** Reasoning; a provider's signature stands in its options. */
export function vercelThinking(part: Json): ThinkingPart {
  const shown = stringField(part, "text") ?? stringField(part, "reasoning") ?? "";
  const signature = stringField(part, "signature") ?? stringField(part, "data") ?? providerSignature(part);
  return signature === undefined
    ? { type: "thinking", text: shown }
    : { type: "thinking", text: shown, signature };
}

function providerSignature(part: Json): string | undefined {
  const options = field(part, "providerOptions") ?? field(part, "providerMetadata");
  const each = isJsonObject(options) ? Object.values<Json>(options) : [];
  const found = each.flatMap((one) => [
    stringField(one, "signature"),
    stringField(one, "redactedData"),
    stringField(one, "reasoningEncryptedContent"),
  ]);
  return found.find((one) => one !== undefined);
}

/** A call: its arguments are `input`, before version 5 `args`; some are recorded as text. */
export function vercelCall(part: Json, name: string): Part {
  const { value } = parsedArguments(field(part, "input") ?? field(part, "args") ?? field(part, "rawInput"));
  return { type: "tool-call", callId: stringField(part, "toolCallId") ?? "", name, arguments: value };
}
