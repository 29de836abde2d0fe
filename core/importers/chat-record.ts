import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { Vendor } from "./dialect.ts";
import { isGeminiContent, isResponsesItem, messagesVendor, messageVendor, vendorOf } from "./dialect.ts";
import type { Exchange } from "./exchange.ts";
import { exchangeOf } from "./exchange.ts";

/** What one record of a chat file is. */
export type ChatRecord =
  | { readonly kind: "exchange"; readonly exchange: Exchange; readonly vendor: Vendor | undefined }
  | { readonly kind: "message"; readonly message: Json; readonly vendor: Vendor | undefined }
  | {
      readonly kind: "conversation";
      readonly messages: readonly Json[];
      readonly name: string;
      readonly vendor: Vendor | undefined;
    }
  | { readonly kind: "list"; readonly items: readonly Json[] };

const ROLES = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

/** Calls of a provider's other services, whose bodies look alike. */
const OTHER_CALLS = /\/(?:embeddings|moderations|images|audio)(?:[/?]|$)/;

/** Reads a record's kind; undefined for what is none of them. */
export function chatRecord(record: unknown): ChatRecord | undefined {
  if (Array.isArray(record)) return listOf(record as readonly Json[]);
  if (isMessage(record)) return { kind: "message", message: record, vendor: messageVendor(record) };
  const trajectory = arrayField(record, "traj");
  if (trajectory && trajectory.some(isMessage)) return conversation(trajectory, trajectoryName(record));
  const history = arrayField(record, "history");
  if (history && history.some(isGeminiContent)) return conversation(history, "");
  const exchange = exchangeOf(record);
  if (!exchange || OTHER_CALLS.test(exchange.url ?? "") || (exchange.request && !speaks(exchange.request)))
    return undefined;
  return { kind: "exchange", exchange, vendor: vendorOf(exchange) };
}

function conversation(messages: readonly Json[], name: string): ChatRecord {
  return { kind: "conversation", messages, name, vendor: messagesVendor(messages) };
}

function listOf(items: readonly Json[]): ChatRecord | undefined {
  if (items.length === 0) return undefined;
  if (items.filter(isMessage).length * 2 > items.length) return conversation(items, "");
  return { kind: "list", items };
}

/** A message of one of the vendors: a role that they have, and content or calls. */
function isMessage(value: unknown): value is Json {
  if (isResponsesItem(value) || isGeminiContent(value)) return true;
  if (!isJsonObject(value) || !ROLES.has(stringField(value, "role") ?? "")) return false;
  if (stringField(value, "type") === "message" && stringField(value, "model") !== undefined) return false;
  return (
    isContent(field(value, "content")) &&
    (field(value, "content") !== undefined || field(value, "tool_calls") !== undefined)
  );
}

/** Text, null or parts; parts with `toolCallId` are another library's. */
function isContent(content: Json | undefined): boolean {
  if (!Array.isArray(content)) return !isJsonObject(content);
  return !content.some((part: Json) => stringField(part, "toolCallId") !== undefined);
}

/** True for a request one of whose messages can be read. */
function speaks(request: Json): boolean {
  const messages =
    arrayField(request, "messages") ?? arrayField(request, "input") ?? arrayField(request, "contents") ?? [];
  return messages.length === 0 || messages.some(isMessage);
}

/** A benchmark's conversation by its task and trial. */
function trajectoryName(record: unknown): string {
  const task = numberField(record, "task_id") ?? stringField(record, "task_id");
  const trial = numberField(record, "trial");
  if (task === undefined) return "";
  return `task-${task}${trial === undefined ? "" : `-trial-${trial}`}`;
}
