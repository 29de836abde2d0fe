import type { Json } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import type { ContentPart, Part } from "../model/part.ts";
import { text } from "../model/part.ts";
import type { ToolDefinition } from "../model/tool.ts";
import { anthropicContent } from "./anthropic-content.ts";
import { jsonText } from "./json-text.ts";
import { mediaFromUrl } from "./media.ts";
import { notedArguments } from "./noted-arguments.ts";
import type { Notebook } from "./notebook.ts";
import { openaiTool } from "./openai-wire.ts";
import { forgottenOf, idText } from "./openhands-forgotten.ts";
import type { EventHead, OpenHandsThread } from "./openhands-thread.ts";

const ENCRYPTED = "text of reasoning: it is recorded encrypted, at best with a summary";

/** Reads one event of version 1. Gives its kind when it stands for nothing in a conversation. */
export function readV1(
  event: Json,
  thread: OpenHandsThread,
  notes: Notebook,
  line: number,
): string | undefined {
  const head: EventHead = { id: idText(field(event, "id")), time: stringField(event, "timestamp"), line };
  const kind = stringField(event, "kind") ?? "";
  switch (kind) {
    case "SystemPromptEvent":
      system(event, thread, line);
      return undefined;
    case "MessageEvent":
      message(event, head, thread, notes);
      return undefined;
    case "ActionEvent":
      action(event, head, thread, notes);
      return undefined;
    case "ObservationEvent":
    case "AgentErrorEvent":
    case "UserRejectObservation":
      answer(event, head, thread);
      return undefined;
    default:
      return other(event, kind, thread);
  }
}

function other(event: Json, kind: string, thread: OpenHandsThread): string | undefined {
  if (kind === "Condensation") thread.condensed(forgottenOf(event), stringField(event, "summary"));
  else if (kind === "CondensationSummaryEvent") thread.condensed({ ids: [] }, stringField(event, "summary"));
  else if (kind === "ConversationErrorEvent") thread.mark({ kind: "error", label: errorOf(event) });
  else {
    const conversation = stringField(field(event, "value"), "id");
    if (kind === "ConversationStateUpdateEvent" && conversation !== undefined) thread.named(conversation);
    return kind;
  }
  return undefined;
}

function errorOf(event: Json): string {
  const said = [stringField(event, "code") ?? "", stringField(event, "detail") ?? ""];
  return `error: ${said.filter((one) => one !== "").join(": ")}`;
}

/** The prompt, and what of it differs from one conversation to the next. */
function system(event: Json, thread: OpenHandsThread, line: number): void {
  const texts = ["system_prompt", "dynamic_context"].flatMap(
    (key) => stringField(field(event, key), "text") ?? stringField(event, key) ?? [],
  );
  thread.system(texts.join("\n\n"), (arrayField(event, "tools") ?? []).map(tool), line);
}

/** A tool as the program knows it has a title; what the provider is told of its parameters is not recorded. */
function tool(given: Json): ToolDefinition {
  const title = stringField(given, "title") ?? stringField(field(given, "annotations"), "title");
  const read = openaiTool(given);
  return { ...read, name: read.name === "" || read.name === "function" ? (title ?? read.name) : read.name };
}

function message(event: Json, head: EventHead, thread: OpenHandsThread, notes: Notebook): void {
  const said = field(event, "llm_message") ?? {};
  const parts = [...content(field(said, "content")), ...content(field(event, "extended_content"))];
  if (stringField(said, "role") !== "assistant") return thread.user(head, parts);
  const calls = (arrayField(said, "tool_calls") ?? []).map((call) => toolCall(call, notes, head.line));
  const all = [...thinking(said, notes, head.line), ...parts, ...calls];
  thread.assistant(head, stringField(event, "llm_response_id") ?? "", all, {}, false);
}

/** One call. The first of a response brings what the model thought and said before it. */
function action(event: Json, head: EventHead, thread: OpenHandsThread, notes: Notebook): void {
  const said = content(field(event, "thought")).filter((part) => part.type !== "text" || part.text !== "");
  const call = toolCall(field(event, "tool_call") ?? {}, notes, head.line);
  const named: Part =
    call.type !== "tool-call"
      ? call
      : {
          ...call,
          callId: call.callId === "" ? (stringField(event, "tool_call_id") ?? "") : call.callId,
          name: call.name === "" ? (stringField(event, "tool_name") ?? "") : call.name,
        };
  const parts = [...thinking(event, notes, head.line), ...said, named];
  thread.assistant(head, stringField(event, "llm_response_id") ?? "", parts, {}, false);
}

function toolCall(call: Json, notes: Notebook, line: number): Part {
  const inner = field(call, "function") ?? call;
  const value = notedArguments(field(inner, "arguments"), notes, line);
  const callId = stringField(call, "id") ?? "";
  return { type: "tool-call", callId, name: stringField(inner, "name") ?? "", arguments: value };
}

function answer(event: Json, head: EventHead, thread: OpenHandsThread): void {
  const seen = field(event, "observation");
  const failed = stringField(event, "error");
  const rejected = stringField(event, "rejection_reason");
  const said = failed ?? rejected;
  const parts =
    said === undefined
      ? [
          ...content(field(seen, "content") ?? stringField(seen, "output")),
          ...content(field(event, "extended_content")),
        ]
      : [text(said)];
  const isError = said !== undefined || field(seen, "is_error") === true;
  thread.result(head, {
    type: "tool-result",
    callId: stringField(event, "tool_call_id") ?? "",
    isError,
    parts,
  });
}

/** Reasoning in whichever form the provider gave it. */
function thinking(holder: Json, notes: Notebook, line: number): Part[] {
  const blocks = anthropicContent(arrayField(holder, "thinking_blocks")).own;
  if (blocks.length > 0) return blocks;
  const shown = stringField(holder, "reasoning_content") ?? "";
  const item = field(holder, "responses_reasoning_item");
  const told = [...(arrayField(item, "summary") ?? []), ...(arrayField(item, "content") ?? [])].filter(
    (one) => typeof one === "string",
  );
  const sealed = stringField(item, "encrypted_content");
  if (sealed !== undefined) notes.add("missing", ENCRYPTED, line);
  const all = shown === "" ? told.join("\n") : shown;
  if (all === "" && sealed === undefined) return [];
  return [
    sealed === undefined
      ? { type: "thinking", text: all }
      : { type: "thinking", text: all, signature: sealed },
  ];
}

/** Text, or parts of text and images. */
function content(given: Json | undefined): ContentPart[] {
  if (given === undefined || given === null) return [];
  if (typeof given === "string") return [text(given)];
  const parts: readonly Json[] = Array.isArray(given) ? (given as readonly Json[]) : [given];
  return parts.flatMap((part) => {
    const shown = stringField(part, "text");
    if (shown !== undefined) return [text(shown)];
    const images = (arrayField(part, "image_urls") ?? []).filter((url) => typeof url === "string");
    return images.length > 0 ? images.map((url) => mediaFromUrl(url, "image")) : [text(jsonText(part))];
  });
}
