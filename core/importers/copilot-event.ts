import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { Part, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import type { Usage } from "../model/usage.ts";
import { jsonText, parsedArguments } from "./json-text.ts";
import { media } from "./media.ts";
import { oneLine } from "./one-line.ts";

/** What the user said, as the model was told it, with what was attached inline. */
export function copilotUser(data: Json): Part[] {
  const said = stringField(data, "transformedContent") ?? stringField(data, "content") ?? "";
  const files = (arrayField(data, "attachments") ?? []).flatMap((file) => {
    const bytes = stringField(file, "data");
    const type = stringField(file, "mimeType") ?? "application/octet-stream";
    return bytes === undefined ? [] : [media(type, bytes, stringField(file, "displayName"))];
  });
  return [text(said), ...files];
}

/** What the model said and called. `reasoning` is what an event before it brought. */
export function copilotAssistant(data: Json, reasoning: string | undefined): Part[] {
  const thought = stringField(data, "reasoningText") ?? reasoning;
  const signature = stringField(data, "reasoningOpaque");
  const said = stringField(data, "content") ?? "";
  const calls = (arrayField(data, "toolRequests") ?? []).map(call);
  const signed = signature === undefined ? {} : { signature };
  return [
    ...(thought === undefined && signature === undefined
      ? []
      : [{ type: "thinking" as const, text: thought ?? "", ...signed }]),
    ...(said === "" && calls.length > 0 ? [] : [text(said)]),
    ...calls,
  ];
}

function call(request: Json): Part {
  return {
    type: "tool-call",
    callId: stringField(request, "toolCallId") ?? "",
    name: stringField(request, "name") ?? "",
    arguments: parsedArguments(field(request, "arguments")).value,
  };
}

/** What a tool gave, as the model was told it. */
export function copilotResult(data: Json): ToolResultPart {
  const result = field(data, "result") ?? field(data, "error") ?? null;
  const said = stringField(result, "content") ?? stringField(result, "message");
  return {
    type: "tool-result",
    callId: stringField(data, "toolCallId") ?? "",
    isError: field(data, "success") === false,
    parts: [text(said ?? (isJsonObject(result) ? jsonText(result) : ""))],
  };
}

/** What Copilot did to the context, or what went wrong; undefined for an event that says neither. */
export function copilotMark(type: string, data: Json): Omit<Mark, "at"> | undefined {
  switch (type) {
    case "session.compaction_complete":
      return compaction(data);
    case "session.truncation":
      return truncation(data);
    case "session.error":
      return { kind: "error", label: errorLabel(data) };
    case "abort":
      return { kind: "error", label: oneLine(`aborted: ${stringField(data, "reason") ?? ""}`) };
    default:
      return undefined;
  }
}

function compaction(data: Json): Omit<Mark, "at"> {
  if (field(data, "success") === false) {
    return { kind: "error", label: oneLine(`compaction failed: ${stringField(data, "error") ?? ""}`) };
  }
  const summary = stringField(data, "summaryContent");
  const removed = numberField(data, "messagesRemoved");
  return {
    kind: "compaction",
    label: removed === undefined ? "compacted" : `compacted: ${removed} messages summarised`,
    ...figures(numberField(data, "preCompactionTokens"), numberField(data, "tokensRemoved")),
    ...(summary === undefined ? {} : { summary }),
  };
}

function truncation(data: Json): Omit<Mark, "at"> {
  const removed = numberField(data, "messagesRemovedDuringTruncation");
  const before = numberField(data, "preTruncationTokensInMessages");
  return {
    kind: "cut",
    label: `truncated: ${removed ?? "some"} messages left`,
    ...figures(before, numberField(data, "tokensRemovedDuringTruncation")),
  };
}

function figures(before: number | undefined, saved: number | undefined): Partial<Mark> {
  return {
    ...(before === undefined ? {} : { tokensBefore: before }),
    ...(saved === undefined ? {} : { tokensSaved: saved }),
  };
}

function errorLabel(data: Json): string {
  const status = numberField(data, "statusCode");
  const said = stringField(data, "message") ?? "";
  const kind = stringField(data, "errorType") ?? "error";
  return oneLine([status === undefined ? kind : `${kind} ${status}`, said].join(": "));
}

/** The figures of an `assistant.usage` event; undefined when it has none. */
export function copilotUsage(data: Json): Usage | undefined {
  const named = {
    input: numberField(data, "inputTokens"),
    output: numberField(data, "outputTokens"),
    cacheRead: numberField(data, "cacheReadTokens"),
    cacheWrite: numberField(data, "cacheWriteTokens"),
  };
  const known = Object.entries(named).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : { kind: "reported", ...Object.fromEntries(known) };
}
