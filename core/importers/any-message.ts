import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import { anthropicMessage } from "./anthropic-wire.ts";
import { isGeminiContent, messageVendor } from "./dialect.ts";
import { geminiMessages } from "./gemini-wire.ts";
import { genAiMessage, genAiText, isGenAiMessage } from "./genai-message.ts";
import { jsonText } from "./json-text.ts";
import { asLangchain, langchainMessage, langchainText, removal } from "./langchain-message.ts";
import type { Notebook } from "./notebook.ts";
import { openaiMessage } from "./openai-message.ts";
import { modelMessage } from "./vercel-model-message.ts";
import type { WireMessage } from "./wire-message.ts";

/** A message in any dialect that is known, the text of a system message, or what was done to earlier messages. */
export type AnyMessage =
  | { readonly system: string }
  | { readonly mark: Omit<Mark, "at"> }
  | { readonly messages: readonly WireMessage[] };

/** True for what is a message of some library: it says who speaks. */
export function isAnyMessage(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return (
    stringField(value, "role") !== undefined || asLangchain(value) !== undefined || isGeminiContent(value)
  );
}

/**
 * Reads a message in whichever dialect it is written: of a provider, of LangChain, of the Vercel AI SDK, or of the
 * GenAI conventions of OpenTelemetry. Throws `BadRecord` for bad content.
 */
export function anyMessage(message: Json, notes: Notebook, line: number): AnyMessage {
  const system = systemOf(message);
  if (system !== undefined) return { system };
  const langchain = asLangchain(message);
  if (langchain?.type === "remove") return { mark: removal(langchain) };
  return { messages: spoken(message, notes, line) };
}

function spoken(message: Json, notes: Notebook, line: number): readonly WireMessage[] {
  const langchain = asLangchain(message);
  if (langchain) return [langchainMessage(langchain, notes, line)];
  if (isGenAiMessage(message)) return genAiMessage(message, notes, line);
  if (hasCallParts(message)) return modelMessage(message, notes, line);
  const vendor = messageVendor(message);
  if (vendor === "gemini") return geminiMessages(message, notes, line);
  return vendor === "anthropic"
    ? anthropicMessage(message, notes, line)
    : openaiMessage(asText(message), notes, line);
}

/** A result that is a list of anything is no list of parts: it was its JSON that the model saw. */
function asText(message: Json): Json {
  const content = arrayField(message, "content");
  const role = stringField(message, "role");
  if (!content || (role !== "tool" && role !== "function") || !isJsonObject(message)) return message;
  const typed = content.length === 0 || content.some((part) => stringField(part, "type") !== undefined);
  return typed ? message : { ...message, content: jsonText(content) };
}

/** Parts that name their calls as the Vercel AI SDK does. */
function hasCallParts(message: Json): boolean {
  const parts = arrayField(message, "content") ?? [];
  return parts.some((part) => {
    const type = stringField(part, "type") ?? "";
    return field(part, "toolCallId") !== undefined || type === "tool-call" || type === "tool-result";
  });
}

/** What a system message says; undefined for any other. */
function systemOf(message: Json): string | undefined {
  const langchain = asLangchain(message);
  if (langchain) return langchain.type === "system" ? langchainText(langchain) : undefined;
  const role = stringField(message, "role");
  if (role !== "system" && role !== "developer") return undefined;
  const parts = field(message, "parts");
  if (parts !== undefined) return genAiText(parts);
  const content = field(message, "content");
  if (typeof content === "string") return content;
  return (arrayField(message, "content") ?? []).map((part) => stringField(part, "text") ?? "").join("");
}
