import type { Json } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { ContentPart, Part, ToolCallPart, ToolResultPart } from "../model/part.ts";
import { hostedCall, isHosted } from "./hosted-call.ts";
import { asArguments, jsonText, parsedArguments } from "./json-text.ts";
import { notedArguments } from "./noted-arguments.ts";
import type { Notebook } from "./notebook.ts";
import { hasFailedCommand, responsesContent, responsesThinking } from "./responses-content.ts";

/** What a user said, or what stands above users: instructions. */
export interface TextPiece<Kind extends "user" | "system"> {
  readonly kind: Kind;
  readonly id: string;
  readonly parts: readonly ContentPart[];
}

/** Part of a response; the result of a call that ran at the provider stands in the same item. */
export interface AssistantPiece {
  readonly kind: "assistant";
  readonly id: string;
  readonly parts: readonly Part[];
  readonly result?: ToolResultPart;
}

/** The answer to a call. */
export interface ResultPiece {
  readonly kind: "result";
  readonly id: string;
  readonly result: ToolResultPart;
  /** The result as the model saw it, where that was less. */
  readonly seen?: ToolResultPart;
}

/** What the provider did with the history. */
export interface MarkPiece {
  readonly kind: "mark";
  readonly mark: Omit<Mark, "at">;
}

/** What one item of the Responses API is in neutral terms; an opaque one is none of them. */
export type ItemPiece =
  | TextPiece<"user">
  | TextPiece<"system">
  | AssistantPiece
  | ResultPiece
  | MarkPiece
  | { readonly kind: "opaque"; readonly type: string };

const ENCRYPTED = "text of reasoning: it is recorded encrypted, at best with a summary";
const NAMESPACE = "calls with a namespace: the name alone is shown";

/** Calls that the client answers, by the field that holds what is called for. */
const CLIENT_CALLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["local_shell_call", ["action"]],
  ["shell_call", ["action"]],
  ["apply_patch_call", ["operation"]],
  ["computer_call", ["action", "actions"]],
  ["tool_search_call", ["arguments"]],
]);

const OUTPUTS = new Set([
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call_output",
  "shell_call_output",
  "apply_patch_call_output",
  "computer_call_output",
  "tool_search_output",
  "mcp_approval_response",
]);

const OTHERS = new Set([
  "reasoning",
  "function_call",
  "custom_tool_call",
  "mcp_approval_request",
  "compaction",
  "compaction_summary",
  "additional_tools",
  "item_reference",
]);

/** True for a type of item that only the Responses API has; messages are not told by their type. */
export function isItemType(type: string): boolean {
  return OTHERS.has(type) || OUTPUTS.has(type) || CLIENT_CALLS.has(type) || isHosted(type);
}

/** Reads one item. Throws `BadRecord` for bad content. */
export function responsesItem(item: Json, notes: Notebook, line: number): ItemPiece {
  const type = stringField(item, "type") ?? (field(item, "role") === undefined ? "" : "message");
  const id = stringField(item, "id") ?? "";
  if (type === "message") return message(item, id);
  if (type === "additional_tools")
    return { kind: "system", id, parts: responsesContent(jsonText(field(item, "tools"))) };
  if (type === "reasoning") return { kind: "assistant", id, parts: [reasoning(item, notes, line)] };
  if (type === "compaction" || type === "compaction_summary") return { kind: "mark", mark: compaction(item) };
  if (OUTPUTS.has(type)) return { kind: "result", id, result: output(item, type) };
  const call = clientCall(item, type, notes, line);
  if (call) return { kind: "assistant", id, parts: [call] };
  const hosted = hostedCall(item, type);
  return hosted ? { kind: "assistant", id, ...hosted } : { kind: "opaque", type };
}

function message(item: Json, id: string): ItemPiece {
  const role = stringField(item, "role") ?? "";
  const content = field(item, "content");
  const tools = content === undefined ? arrayField(item, "tools") : undefined;
  const parts = tools ? responsesContent(jsonText(tools)) : responsesContent(content);
  if (role === "assistant") return { kind: "assistant", id, parts };
  if (role === "system" || role === "developer") return { kind: "system", id, parts };
  return role === "user" ? { kind: "user", id, parts } : { kind: "opaque", type: `message/${role}` };
}

function reasoning(item: Json, notes: Notebook, line: number): Part {
  const part = responsesThinking(item);
  if (part.signature !== undefined) notes.add("missing", ENCRYPTED, line);
  return part;
}

/** What the provider's compaction leaves is opaque: only its size is known. */
function compaction(item: Json): Omit<Mark, "at"> {
  const sealed = stringField(item, "encrypted_content");
  const size = sealed === undefined ? "" : ` (${sealed.length} characters, encrypted)`;
  return { kind: "compaction", label: `compacted by the API${size}` };
}

function clientCall(item: Json, type: string, notes: Notebook, line: number): ToolCallPart | undefined {
  const callId = stringField(item, "call_id") ?? stringField(item, "id") ?? "";
  if (type === "function_call" || type === "custom_tool_call") {
    const namespace = stringField(item, "namespace");
    if (namespace !== undefined && namespace !== stringField(item, "name"))
      notes.add("note", NAMESPACE, line);
    const name = stringField(item, "name") ?? "";
    return { type: "tool-call", callId, name, arguments: argumentsOf(item, type, notes, line) };
  }
  const keys = CLIENT_CALLS.get(type);
  if (!keys) return type === "mcp_approval_request" ? approval(item) : undefined;
  const called = keys.map((key) => field(item, key)).find((one) => one !== undefined);
  const name = type.slice(0, -"_call".length);
  return { type: "tool-call", callId, name, arguments: asArguments(called ?? {}) };
}

/** A custom tool's input is free text and stays text. */
function argumentsOf(item: Json, type: string, notes: Notebook, line: number): Json {
  if (type === "custom_tool_call") return stringField(item, "input") ?? "";
  return notedArguments(field(item, "arguments"), notes, line);
}

/** A question to the user whether a call may run; the answer is its result. */
function approval(item: Json): ToolCallPart {
  const { value } = parsedArguments(field(item, "arguments"));
  const asked = { server: stringField(item, "server_label") ?? "", name: stringField(item, "name") ?? "" };
  return {
    type: "tool-call",
    callId: stringField(item, "id") ?? "",
    name: "mcp_approval_request",
    arguments: { ...asked, arguments: value },
  };
}

function output(item: Json, type: string): ToolResultPart {
  const callId =
    stringField(item, "call_id") ??
    stringField(item, "approval_request_id") ??
    (type === "local_shell_call_output" ? stringField(item, "id") : undefined) ??
    "";
  const given = field(item, "output");
  const isError = stringField(item, "status") === "failed" || hasFailedCommand(given);
  return { type: "tool-result", callId, isError, parts: outputParts(item, type, given) };
}

function outputParts(item: Json, type: string, given: Json | undefined): ContentPart[] {
  if (type === "tool_search_output") return responsesContent(jsonText(field(item, "tools")));
  if (type === "mcp_approval_response") {
    const reason = stringField(item, "reason");
    const said = field(item, "approve") === true ? "approved" : "denied";
    return responsesContent(reason === undefined ? said : `${said}: ${reason}`);
  }
  return responsesContent(given);
}
