import type { Json } from "../model/json.ts";
import { field, isJsonObject, stringField } from "../model/json.ts";
import type { Part, ToolResultPart } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { AnthropicContent } from "./anthropic-content.ts";
import { anthropicContent } from "./anthropic-content.ts";
import { anthropicUsage } from "./anthropic-usage.ts";
import { persistedResult } from "./claude-full-result.ts";
import type { AssistantEntry, ClaudeResult, UserEntry } from "./claude-node.ts";
import type { ClaudeRecord } from "./claude-record.ts";
import { textOf } from "./json-text.ts";
import type { PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import type { Notebook } from "./notebook.ts";

/** One line with what is needed to take its content off. */
export interface ClaudeLine {
  readonly record: ClaudeRecord;
  readonly place: Place;
  readonly sink: PartSink;
  readonly notes: Notebook;
}

const RECOVERED = {
  full: "results that the recording shows as a preview: the whole text was found in the line; both are kept",
  shorter:
    "results shown as a preview: a longer text was found in the line, but less than the size that is named; both are kept",
  preview:
    "results that are known only as the vendor's preview: the whole text is in a file that is not here",
} as const;

/** One line of a response. Throws `BadRecord` when it has no message. */
export function claudeAssistant(line: ClaudeLine): AssistantEntry {
  const message = messageOf(line.record);
  const content = readContent(line, message);
  return {
    kind: "assistant",
    response: stringField(message, "id") ?? textOf(line.record.uuid),
    kept: line.sink.keep(content.own, false),
    results: content.results.length === 0 ? undefined : line.sink.keep(content.results, false),
    callIds: callIdsOf(content.own),
    meta: metaOf(line.record, message),
    final: typeof field(message, "stop_reason") === "string",
  };
}

function callIdsOf(parts: readonly Part[]): string[] {
  const ids: string[] = [];
  for (const part of parts) if (part.type === "tool-call") ids.push(part.callId);
  return ids;
}

/** One user line: results go to a tool message, the rest to a user message. Throws `BadRecord` without a message. */
export function claudeUser(line: ClaudeLine): UserEntry {
  const content = readContent(line, messageOf(line.record));
  const results = content.results.map((result) => claudeResult(result, line, content.results.length));
  const empty = content.own.length === 0 && results.length > 0;
  return {
    kind: "user",
    own: empty ? undefined : line.sink.keep(content.own),
    results,
    time: typeof line.record.timestamp === "string" ? line.record.timestamp : undefined,
    meta: line.record.isMeta === true,
  };
}

function messageOf({ message }: ClaudeRecord): Json {
  if (!isJsonObject(message)) throw new BadRecord("message: an object is needed");
  return message;
}

function readContent(line: ClaudeLine, message: Json): AnthropicContent {
  const content = anthropicContent(field(message, "content"));
  for (const type of content.unknown) {
    line.notes.add(
      "opaque",
      `content blocks of type ${type.slice(0, 60)}: kept as their JSON`,
      line.place.line,
    );
  }
  return content;
}

/** A result whole, and as the model saw it where that was less. */
function claudeResult(result: ToolResultPart, line: ClaudeLine, results: number): ClaudeResult {
  const whole = wholeResult(result, line, results);
  const kept = line.sink.keep([whole], false);
  const { callId } = result;
  return whole === result ? { callId, kept } : { callId, kept, seen: line.sink.keep([result], false) };
}

/** The result with everything that it held. A line's sidecar belongs to its only result. */
function wholeResult(result: ToolResultPart, line: ClaudeLine, results: number): ToolResultPart {
  const sidecar = results === 1 ? line.record.toolUseResult : undefined;
  const persisted = persistedResult(result, sidecar);
  if (persisted) line.notes.add("note", RECOVERED[persisted.found], line.place.line);
  return persisted?.result ?? result;
}

function metaOf(record: ClaudeRecord, message: Json): MessageMeta {
  const meta: { -readonly [Key in keyof MessageMeta]: MessageMeta[Key] } = {};
  const model = stringField(message, "model");
  const usage = anthropicUsage(field(message, "usage"));
  if (model !== undefined) meta.model = model;
  if (typeof record.timestamp === "string") meta.time = record.timestamp;
  if (usage !== undefined) meta.usage = usage;
  return meta;
}
