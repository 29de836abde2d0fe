import type { Json } from "../model/json.ts";
import { field, isJsonObject, stringField } from "../model/json.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { MarkEntry } from "./claude-node.ts";
import { claudeMark } from "./claude-mark.ts";
import type { ClaudeRecord } from "./claude-record.ts";
import { claudeRecord } from "./claude-record.ts";
import { oneLine } from "./one-line.ts";

/** The records that a line, or a whole list, stands for. */
export function streamRecords(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** A record with the names that session files have: the printed form writes them with underscores. */
export function sessionRecord(value: Json): ClaudeRecord {
  const record = claudeRecord(value);
  const sidecar = field(value, "tool_use_result");
  return sidecar === undefined ? record : { ...record, toolUseResult: sidecar };
}

/** What a record says that the vendor did, or that went wrong. */
export function streamMark(type: string, value: Json): MarkEntry | undefined {
  const subtype = stringField(value, "subtype");
  if (type === "result") return resultMark(value, subtype);
  if (type === "system" && subtype === "compact_boundary") return boundary(value);
  if (type === "assistant" && typeof field(value, "error") === "string")
    return claudeMark(type, { ...claudeRecord(value), isApiErrorMessage: true });
  return claudeMark(type, claudeRecord(value));
}

function boundary(value: Json): MarkEntry | undefined {
  const metadata = field(value, "compact_metadata");
  const trigger = field(metadata, "trigger");
  const preTokens = field(metadata, "pre_tokens");
  const compactMetadata = {
    ...(trigger === undefined ? {} : { trigger }),
    ...(preTokens === undefined ? {} : { preTokens }),
  };
  const record = { subtype: "compact_boundary", compactMetadata };
  return claudeMark("system", record);
}

/** How a run ended, where it went wrong. */
function resultMark(value: Json, subtype = ""): MarkEntry | undefined {
  if (field(value, "is_error") !== true && !subtype.startsWith("error")) return undefined;
  const said = stringField(value, "result") ?? "";
  const label = oneLine([subtype, said].filter((part) => part !== "").join(": ")) || "the run failed";
  return { kind: "mark", part: "other", mark: { kind: "error", label } };
}

/** The tools of an init record: their names are all that it tells. */
export function namedTools(init: Json): ToolDefinition[] {
  const tools = field(init, "tools");
  if (!Array.isArray(tools)) return [];
  return (tools as readonly Json[]).flatMap((tool) => {
    const name = typeof tool === "string" ? tool : stringField(tool, "name");
    return name === undefined ? [] : [{ name }];
  });
}

/** The lane of a record: a sub-agent's is named by the call that started it. */
export function laneOf(value: Json): string {
  return stringField(value, "parent_tool_use_id") ?? "";
}

/** True for a record of a type that a message can have. */
export function isMessageType(type: string): type is "user" | "assistant" {
  return type === "user" || type === "assistant";
}

/** The message of a record as its JSON; null where it has none. */
export function messageOf(value: Json): Json {
  const message = field(value, "message");
  return isJsonObject(message) ? message : null;
}
