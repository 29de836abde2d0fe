import type { WireProvider } from "../../../core/wire/options.ts";
import { anthropicSchema } from "./anthropic-schema.ts";
import { geminiSchema } from "./gemini-schema.ts";
import { openAiChatSchema } from "./openai-chat-schema.ts";
import { openAiResponsesSchema } from "./openai-responses-schema.ts";
import { hasLoneSurrogate } from "./wire-parts.ts";

const SCHEMAS = {
  anthropic: anthropicSchema,
  "openai-chat": openAiChatSchema,
  "openai-responses": openAiResponsesSchema,
  gemini: geminiSchema,
} as const;

/** What a provider would refuse in a body: its place and why. Empty for a good one. */
export function refusals(provider: WireProvider, body: unknown): string[] {
  // As it goes over the wire.
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const { error } = SCHEMAS[provider].safeParse(sent);
  return [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`),
    ...(hasLoneSurrogate(sent) ? ["a lone surrogate"] : []),
  ];
}
