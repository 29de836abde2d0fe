import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { Part, ToolResultPart } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { AnthropicContent } from "./anthropic-content.ts";
import { anthropicContent } from "./anthropic-content.ts";
import { anthropicUsage } from "./anthropic-usage.ts";
import { eachMessage } from "./each-message.ts";
import { asArguments, jsonText } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import type { WireMessage, WireRequest, WireResponse } from "./wire-message.ts";

/** A Messages request body. */
export function anthropicRequest(body: Json, notes: Notebook, line: number): WireRequest {
  const messages = arrayField(body, "messages") ?? [];
  return {
    system: systemText(field(body, "system")),
    tools: (arrayField(body, "tools") ?? []).map(anthropicTool),
    messages: eachMessage(messages, notes, line, (message) => anthropicMessage(message, notes, line)),
  };
}

/** The system prompt: a string, or blocks joined with a blank line. */
function systemText(system: Json | undefined): string | null {
  if (typeof system === "string") return system;
  if (!Array.isArray(system)) return null;
  return (system as readonly Json[])
    .map((block) => stringField(block, "text") ?? jsonText(block))
    .join("\n\n");
}

/** A tool of ours, or one that runs at the provider, which has a type and no schema. */
function anthropicTool(tool: Json): ToolDefinition {
  const description = stringField(tool, "description");
  const parameters = field(tool, "input_schema");
  return {
    name: stringField(tool, "name") ?? stringField(tool, "type") ?? "",
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters: asArguments(parameters) }),
  };
}

/** The neutral messages that one recorded message stands for. */
export function anthropicMessage(message: Json, notes: Notebook, line: number): WireMessage[] {
  const role = stringField(message, "role");
  const id = stringField(message, "id") ?? "";
  if (role !== "user" && role !== "assistant") {
    notes.add("dropped", `messages of role ${(role ?? "(none)").slice(0, 60)}`, line);
    return [];
  }
  const content = anthropicContent(field(message, "content"));
  for (const type of content.unknown)
    notes.add("opaque", `content blocks of type ${type.slice(0, 60)}: kept as their JSON`, line);
  return role === "user" ? userMessages(id, content) : assistantMessages(id, content);
}

/** Results of a user message come first, as the API asks, in a tool message; what else it holds follows. */
function userMessages(id: string, { own, results }: AnthropicContent): WireMessage[] {
  const tool: WireMessage[] = results.length > 0 ? [{ id, role: "tool", parts: results }] : [];
  const user: WireMessage[] =
    own.length > 0 || tool.length === 0 ? [{ id: tool.length > 0 ? "" : id, role: "user", parts: own }] : [];
  return [...tool, ...user];
}

/**
 * One response is one assistant message. Results of tools that ran at the provider stand inside it: they become a
 * tool message after it, or before it when they answer a call of the response before (a paused turn that went on).
 */
function assistantMessages(id: string, { own, results, compactions }: AnthropicContent): WireMessage[] {
  const calls = new Set(own.map((part) => (part.type === "tool-call" ? part.callId : undefined)));
  const marks = compactions.map((summary) => ({
    kind: "compaction" as const,
    label: "compacted by the API",
    summary,
  }));
  const assistant: WireMessage = {
    id,
    role: "assistant",
    parts: own,
    ...(marks.length > 0 ? { marks } : {}),
  };
  return [
    ...toolMessage(results.filter((result) => !calls.has(result.callId))),
    assistant,
    ...toolMessage(results.filter((result) => calls.has(result.callId))),
  ];
}

function toolMessage(results: readonly ToolResultPart[]): WireMessage[] {
  const parts: readonly Part[] = results;
  return results.length === 0 ? [] : [{ id: "", role: "tool", parts }];
}

/** A Messages response body. */
export function anthropicResponse(body: Json, notes: Notebook, line: number): WireResponse {
  if (field(body, "content") === undefined) return { messages: [] };
  const messages = anthropicMessage({ role: "assistant", ...(isJsonObject(body) ? body : {}) }, notes, line);
  const edits = appliedEdits(body);
  return {
    messages: messages.map((message) =>
      message.role === "assistant"
        ? { ...message, meta: metaOf(body), ...withEdits(message, edits) }
        : message,
    ),
  };
}

function withEdits(message: WireMessage, edits: readonly Omit<Mark, "at">[]): Pick<WireMessage, "marks"> {
  const marks = [...edits, ...(message.marks ?? [])];
  return marks.length === 0 ? {} : { marks };
}

/** What the API's own context editing took out before it answered. */
function appliedEdits(body: Json): Omit<Mark, "at">[] {
  const edits = arrayField(field(body, "context_management"), "applied_edits") ?? [];
  return edits.map((edit) => {
    const type = stringField(edit, "type") ?? "edit";
    const saved = numberField(edit, "cleared_input_tokens");
    const count = numberField(edit, "cleared_tool_uses") ?? numberField(edit, "cleared_thinking_turns");
    const label = oneLine(`${type}${count === undefined ? "" : `: cleared ${count}`}`);
    return { kind: "clearing", label, ...(saved === undefined ? {} : { tokensSaved: saved }) };
  });
}

function metaOf(body: Json): MessageMeta {
  const model = stringField(body, "model");
  const usage = anthropicUsage(field(body, "usage"));
  return { ...(model === undefined ? {} : { model }), ...(usage === undefined ? {} : { usage }) };
}
