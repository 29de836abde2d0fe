import type { Json } from "../model/json.ts";
import { arrayField, field, numberField, stringField } from "../model/json.ts";
import { anthropicContent } from "./anthropic-content.ts";
import type { MarkEntry } from "./claude-node.ts";
import type { ClaudeRecord } from "./claude-record.ts";
import { textOf } from "./json-text.ts";
import { oneLine } from "./one-line.ts";

type MarkOf = MarkEntry["mark"];

/** What a line says that the vendor did, or that went wrong; undefined for a line that is a message or nothing. */
export function claudeMark(type: string, record: ClaudeRecord): MarkEntry | undefined {
  if (type === "system") return systemMark(record);
  if (type === "user" && record.isCompactSummary === true) return summaryMark(record);
  if (type === "assistant" && isSynthetic(record)) return other(errorMark(record));
  return undefined;
}

function systemMark(record: ClaudeRecord): MarkEntry | undefined {
  switch (textOf(record.subtype)) {
    case "compact_boundary":
      return { kind: "mark", part: "boundary", mark: compaction(field(record, "compactMetadata")) };
    case "microcompact_boundary":
      return other(clearing(field(record, "microcompactMetadata")));
    case "api_error":
      return other({ kind: "error", label: `API error: ${errorText(field(record, "error"))}` });
    default:
      return undefined;
  }
}

function other(mark: MarkOf): MarkEntry {
  return { kind: "mark", part: "other", mark };
}

function compaction(metadata: Json | undefined): MarkOf {
  const trigger = stringField(metadata, "trigger");
  return {
    kind: "compaction",
    label: `compacted${trigger === undefined ? "" : ` (${oneLine(trigger)})`}`,
    ...tokens(metadata),
  };
}

function clearing(metadata: Json | undefined): MarkOf {
  const callIds = (arrayField(metadata, "compactedToolIds") ?? []).filter((id) => typeof id === "string");
  const what = callIds.length === 1 ? "1 tool result" : `${callIds.length} tool results`;
  return { kind: "clearing", label: `cleared ${what}`, ...tokens(metadata), callIds };
}

function tokens(metadata: Json | undefined): Pick<MarkOf, "tokensBefore" | "tokensSaved"> {
  const before = numberField(metadata, "preTokens");
  const saved = numberField(metadata, "tokensSaved");
  return {
    ...(before === undefined ? {} : { tokensBefore: before }),
    ...(saved === undefined ? {} : { tokensSaved: saved }),
  };
}

function summaryMark(record: ClaudeRecord): MarkEntry {
  return {
    kind: "mark",
    part: "summary",
    mark: { kind: "compaction", label: "compacted", summary: messageText(record) },
  };
}

function isSynthetic(record: ClaudeRecord): boolean {
  return record.isApiErrorMessage === true || field(record.message, "model") === "<synthetic>";
}

function errorMark(record: ClaudeRecord): MarkOf {
  return { kind: "error", label: oneLine(messageText(record)) };
}

function messageText(record: ClaudeRecord): string {
  const { own } = anthropicContent(field(record.message, "content"));
  return own.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function errorText(error: Json | undefined): string {
  const status = numberField(error, "status");
  const message =
    stringField(error, "formatted") ?? stringField(error, "message") ?? stringField(error, "type") ?? "";
  return oneLine(`${status ?? ""} ${message}`.trim());
}
