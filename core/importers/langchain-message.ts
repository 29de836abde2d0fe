import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { Part, ToolCallPart } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import { notedArguments } from "./noted-arguments.ts";
import { langchainContent, langchainParts } from "./langchain-content.ts";
import type { Notebook } from "./notebook.ts";
import { openaiUsage } from "./openai-wire.ts";
import type { WireMessage } from "./wire-message.ts";

/** A message whichever way LangChain wrote it: what it is, and its fields. */
export interface LangchainMessage {
  readonly type: string;
  readonly data: Json;
}

const ARTIFACTS = "artifacts of results, which the model does not see: not read";

/** Types by the names that the serialisations use. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["human", "human"],
  ["ai", "ai"],
  ["system", "system"],
  ["developer", "system"],
  ["tool", "tool"],
  ["function", "tool"],
  ["chat", "chat"],
  ["remove", "remove"],
  ["HumanMessage", "human"],
  ["HumanMessageChunk", "human"],
  ["AIMessage", "ai"],
  ["AIMessageChunk", "ai"],
  ["SystemMessage", "system"],
  ["SystemMessageChunk", "system"],
  ["ToolMessage", "tool"],
  ["ToolMessageChunk", "tool"],
  ["FunctionMessage", "tool"],
  ["FunctionMessageChunk", "tool"],
  ["ChatMessage", "chat"],
  ["ChatMessageChunk", "chat"],
  ["RemoveMessage", "remove"],
]);

const ROLES: ReadonlyMap<string, string> = new Map([
  ["user", "human"],
  ["human", "human"],
  ["assistant", "ai"],
  ["ai", "ai"],
  ["system", "system"],
  ["developer", "system"],
  ["tool", "tool"],
  ["function", "tool"],
]);

/**
 * Knows a message in any of three serialisations: a constructor with its arguments (`lc: 1`), a stored message
 * (`{type, data}`), or the fields alone. Undefined for anything else.
 */
export function asLangchain(value: unknown): LangchainMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  const path = arrayField(value, "id");
  if (stringField(value, "type") === "constructor" && path) {
    const name = path.at(-1);
    return typed(typeof name === "string" ? name : "", field(value, "kwargs") ?? {});
  }
  const data = field(value, "data");
  if (isJsonObject(data) && field(value, "content") === undefined)
    return typed(stringField(value, "type") ?? "", data);
  if (field(value, "content") === undefined && stringField(value, "type") !== "remove") return undefined;
  const type = stringField(value, "type");
  if (type !== undefined && TYPES.has(type)) return typed(type, value);
  const role = isJsonObject(field(value, "additional_kwargs")) ? stringField(value, "role") : undefined;
  const read = ROLES.get(role ?? "");
  return read === undefined ? undefined : { type: read, data: value };
}

function typed(name: string, data: Json): LangchainMessage | undefined {
  const type = TYPES.get(name);
  if (type !== "chat") return type === undefined ? undefined : { type, data };
  return { type: ROLES.get((stringField(data, "role") ?? "").toLowerCase()) ?? "human", data };
}

/** What a system message says. */
export function langchainText({ data }: LangchainMessage): string {
  return langchainContent(field(data, "content"))
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
}

/** The neutral message of one that is no removal. Throws `BadRecord` for bad content. */
export function langchainMessage(read: LangchainMessage, notes: Notebook, line: number): WireMessage {
  const { type, data } = read;
  const id = stringField(data, "id") ?? "";
  if (type === "ai")
    return { id, role: "assistant", parts: assistant(data, notes, line), meta: metaOf(data) };
  if (type === "tool") return toolMessage(data, id, notes, line);
  return { id, role: "user", parts: langchainContent(field(data, "content")) };
}

/** A removal, as LangGraph writes it into a list of messages. */
export function removal({ data }: LangchainMessage): Omit<Mark, "at"> {
  const id = stringField(data, "id") ?? "";
  const all = id === "__remove_all__";
  return {
    kind: "clearing",
    label: all ? "all messages removed" : "a message removed",
    ...(all || id === "" ? {} : { messageIds: [id] }),
  };
}

function toolMessage(data: Json, id: string, notes: Notebook, line: number): WireMessage {
  const artifact = field(data, "artifact");
  if (artifact !== undefined && artifact !== null) notes.add("opaque", ARTIFACTS, line);
  const callId = stringField(data, "tool_call_id") ?? "";
  const isError = stringField(data, "status") === "error";
  const name = stringField(data, "name");
  return {
    id,
    role: "tool",
    parts: [{ type: "tool-result", callId, isError, parts: langchainContent(field(data, "content")) }],
    ...(name === undefined ? {} : { answers: [name] }),
  };
}

function assistant(data: Json, notes: Notebook, line: number): Part[] {
  const kwargs = field(data, "additional_kwargs");
  const reasoning = stringField(kwargs, "reasoning_content") ?? "";
  const calls = callsOf(data, notes, line);
  const known = new Set(calls.map((call) => call.callId));
  const said = langchainParts(field(data, "content")).filter(
    (part) =>
      (part.type !== "text" || part.text !== "") && (part.type !== "tool-call" || !known.has(part.callId)),
  );
  return [...(reasoning === "" ? [] : [{ type: "thinking" as const, text: reasoning }]), ...said, ...calls];
}

/** Calls as LangChain reads them, those that it could not read, or what the provider wrote. */
function callsOf(data: Json, notes: Notebook, line: number): ToolCallPart[] {
  const kwargs = field(data, "additional_kwargs");
  const read = [...(arrayField(data, "tool_calls") ?? []), ...(arrayField(data, "invalid_tool_calls") ?? [])];
  const calls = read.length > 0 ? read : (arrayField(kwargs, "tool_calls") ?? []);
  const legacy = field(kwargs, "function_call");
  const all = calls.length === 0 && isJsonObject(legacy) ? [legacy] : calls;
  return all.map((call) => {
    const inner = field(call, "function") ?? call;
    const value = notedArguments(field(inner, "args") ?? field(inner, "arguments"), notes, line);
    const callId = stringField(call, "id") ?? "";
    return { type: "tool-call", callId, name: stringField(inner, "name") ?? "", arguments: value };
  });
}

function metaOf(data: Json): MessageMeta {
  const response = field(data, "response_metadata");
  const model = ["model_name", "model", "model_id"].map((key) => stringField(response, key)).find(Boolean);
  const usage = usageOf(field(data, "usage_metadata")) ?? openaiUsage(field(response, "token_usage"));
  return { ...(model === undefined ? {} : { model }), ...(usage === undefined ? {} : { usage }) };
}

/** LangChain's `usage_metadata`: its `input_tokens` holds the cached parts, as ours does. */
export function usageOf(usage: Json | undefined): Usage | undefined {
  const details = field(usage, "input_token_details");
  const figures = {
    input: numberField(usage, "input_tokens"),
    output: numberField(usage, "output_tokens"),
    cacheRead: numberField(details, "cache_read"),
    cacheWrite: numberField(details, "cache_creation"),
    reasoning: numberField(field(usage, "output_token_details"), "reasoning"),
  };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : { kind: "reported", ...Object.fromEntries(known) };
}
