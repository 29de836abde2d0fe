import type { Json } from "../model/json.ts";
import { field, stringField } from "../model/json.ts";
import type { ContentPart, Part, ToolCallPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import { eachMessage } from "./each-message.ts";
import { BadRecord } from "./importer.ts";
import { jsonText, textOf } from "./json-text.ts";
import { media, mediaFromUrl } from "./media.ts";
import type { MessageFields } from "./message-fields.ts";
import { messageFields } from "./message-fields.ts";
import { notedArguments } from "./noted-arguments.ts";
import type { Notebook } from "./notebook.ts";
import type { MessageReader, WireMessage } from "./wire-message.ts";

/** The messages of an OpenAI request, the system prompt taken out. */
export interface OpenAiMessages {
  readonly system: string | null;
  readonly messages: readonly WireMessage[];
}

const LATER_SYSTEM =
  "system messages in the middle of a conversation: kept where they stand, as user messages";

/**
 * Reads a message list. System and developer messages at its start are the system prompt, several joined with a
 * blank line; one later on is kept as a user message, so that nothing is lost or moved.
 */
export function openaiMessages(list: readonly Json[], notes: Notebook, line: number): OpenAiMessages {
  const reader = new OpenAiReader(notes);
  const messages = eachMessage(list, notes, line, (message) => reader.read(message, line));
  const { system } = reader;
  return { system: system.length === 0 ? null : system.join("\n\n"), messages };
}

/** Reads the messages of a list one by one. */
export class OpenAiReader implements MessageReader {
  readonly system: string[] = [];
  readonly #notes: Notebook;
  #leading = true;

  constructor(notes: Notebook) {
    this.#notes = notes;
  }

  read(message: Json, line: number): readonly WireMessage[] {
    this.#leading &&= isSystem(message);
    if (!this.#leading) return openaiMessage(message, this.#notes, line);
    this.system.push(plainText(field(message, "content")));
    return [];
  }

  finish(): readonly WireMessage[] {
    return [];
  }
}

function isSystem(message: Json): boolean {
  const role = stringField(message, "role");
  return role === "system" || role === "developer";
}

/** One message, or none when its role is unknown, which the report says. Throws `BadRecord` for bad content. */
export function openaiMessage(message: Json, notes: Notebook, line: number): WireMessage[] {
  const fields = messageFields(message);
  const role = textOf(fields.role);
  const id = textOf(fields.id);
  switch (role) {
    case "system":
    case "developer":
      notes.add("note", LATER_SYSTEM, line);
      return [{ id, role: "user", parts: content(fields.content) }];
    case "user":
      return [{ id, role: "user", parts: content(fields.content) }];
    case "assistant":
      return [{ id, role: "assistant", parts: assistantParts(fields, notes, line) }];
    case "tool":
    case "function":
      return [{ id, role: "tool", parts: [toolResult(message)], ...answers(message) }];
    default:
      notes.add("dropped", `messages of role ${role === "" ? "(none)" : role.slice(0, 60)}`, line);
      return [];
  }
}

/** A legacy function message has no call's id, only the function's name. */
function answers(message: Json): Pick<WireMessage, "answers"> {
  const name = stringField(message, "name");
  return name === undefined ? {} : { answers: [name] };
}

function toolResult(message: Json): Part {
  const callId = stringField(message, "tool_call_id") ?? "";
  return { type: "tool-result", callId, isError: false, parts: content(field(message, "content")) };
}

function assistantParts(fields: MessageFields, notes: Notebook, line: number): Part[] {
  const parts: Part[] = reasoning(fields);
  for (const part of content(fields.content)) if (part.type !== "text" || part.text !== "") parts.push(part);
  const refusal = textOf(fields.refusal);
  if (refusal !== "") parts.push(text(refusal));
  const { tool_calls: calls, function_call: call } = fields;
  if (calls !== undefined || call !== undefined) parts.push(...toolCalls(calls, call, notes, line));
  return parts;
}

/** Reasoning has no field of its own in this format: vendors add one of these. */
function reasoning(fields: MessageFields): Part[] {
  const shown = reasoningOf(fields) || reasoningOf(messageFields(fields.provider_specific_fields));
  return shown === "" ? [] : [{ type: "thinking", text: shown }];
}

function reasoningOf({ reasoning_content: content, reasoning }: MessageFields): string {
  return textOf(content) || textOf(reasoning);
}

/** `legacy` is a call as it was recorded before a message could make several. */
function toolCalls(
  recorded: Json | undefined,
  legacy: Json | undefined,
  notes: Notebook,
  line: number,
): ToolCallPart[] {
  const calls = Array.isArray(recorded) ? (recorded as readonly Json[]) : [];
  if (calls.length === 0 && legacy !== undefined && legacy !== null)
    return [toolCall("", legacy, notes, line)];
  return calls.map((call) => {
    const called = field(call, "function") ?? field(call, "custom");
    return toolCall(stringField(call, "id") ?? "", called, notes, line);
  });
}

/** A custom tool's input is free text and stays text. */
function toolCall(callId: string, called: Json | undefined, notes: Notebook, line: number): ToolCallPart {
  const name = stringField(called, "name") ?? "";
  const free = stringField(called, "input");
  if (free !== undefined) return { type: "tool-call", callId, name, arguments: free };
  const value = notedArguments(field(called, "arguments"), notes, line);
  return { type: "tool-call", callId, name, arguments: value };
}

/** Reads `content`: null, a string or parts. Throws `BadRecord` for anything else. */
function content(value: Json | undefined): ContentPart[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [text(value)];
  if (!Array.isArray(value)) throw new BadRecord("content: text, null or parts are needed");
  return (value as readonly Json[]).map(contentPart);
}

function contentPart(part: Json): ContentPart {
  if (typeof part === "string") return text(part);
  switch (stringField(part, "type") ?? "") {
    case "text":
    case "input_text":
    case "output_text":
      return text(stringField(part, "text") ?? "");
    case "refusal":
      return text(stringField(part, "refusal") ?? "");
    case "image_url":
      return image(field(part, "image_url"));
    case "input_audio":
      return audio(field(part, "input_audio"));
    case "file":
      return file(field(part, "file"));
    default:
      return text(jsonText(part));
  }
}

function image(value: Json | undefined): ContentPart {
  return mediaFromUrl(typeof value === "string" ? value : (stringField(value, "url") ?? ""), "image");
}

function audio(value: Json | undefined): ContentPart {
  return media(`audio/${stringField(value, "format") ?? "wav"}`, stringField(value, "data") ?? "");
}

function file(value: Json | undefined): ContentPart {
  const data = stringField(value, "file_data");
  const name = stringField(value, "filename");
  return data === undefined
    ? text(`[file: ${stringField(value, "file_id") ?? name ?? ""}]`)
    : mediaFromUrl(data, "file", name);
}

function plainText(value: Json | undefined): string {
  return content(value)
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
}
