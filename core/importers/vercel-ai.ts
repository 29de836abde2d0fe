import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { chatOf, VercelSession } from "./vercel-session.ts";

/** Messages of the Vercel AI SDK, as the model gets them (ModelMessage) or as a window shows them (UIMessage). */
export const vercelAi: Importer = {
  format: "vercel-ai",
  recognise(records) {
    const messages = records.flatMap(messagesOf);
    const own = messages.filter(isOwn).length;
    return own === 0
      ? { score: 0, because: "" }
      : { score: 0.93, because: `${own} of ${messages.length} messages have its parts` };
  },
  open: (sink) => new VercelSession(sink),
};

/** The first messages of a record: of a chat, of a list of chats, or itself. */
function messagesOf(record: unknown): readonly Json[] {
  const chat = chatOf(record);
  if (chat) return chat.slice(0, 50);
  if (!Array.isArray(record)) return [record as Json];
  return (record as readonly Json[]).slice(0, 50).flatMap((item) => chatOf(item)?.slice(0, 50) ?? [item]);
}

const UI_PARTS =
  /^(?:reasoning|file|step-start|dynamic-tool|tool-[\s\S]*|source-url|source-document|data-[\s\S]*)$/;

/** A message with parts or calls that no other library writes. */
function isOwn(message: Json): boolean {
  if (!isJsonObject(message) || stringField(message, "role") === undefined) return false;
  const parts = arrayField(message, "parts");
  if (parts) return parts.some(isUiPart);
  const invocations = arrayField(message, "toolInvocations") ?? [];
  const content = arrayField(message, "content") ?? [];
  return [...invocations, ...content].some((part) => field(part, "toolCallId") !== undefined);
}

/** Telemetry writes the text of its parts under another name. */
function isUiPart(part: Json): boolean {
  const type = stringField(part, "type") ?? "";
  return type === "text" ? stringField(part, "text") !== undefined : UI_PARTS.test(type);
}
