import type { Json } from "../model/json.ts";
import type { NeutralRequest } from "../model/request.ts";
import { anthropicBody } from "./anthropic.ts";
import { geminiBody } from "./gemini.ts";
import { Notes } from "./notes.ts";
import { openAiChatBody } from "./openai-chat.ts";
import { openAiResponsesBody } from "./openai-responses.ts";
import { STAND_IN_MODELS, type WireBody, type WireOptions, type WireProvider } from "./options.ts";
import { wellFormed } from "./well-formed.ts";

type MakeBody = (request: NeutralRequest, model: string, options: WireOptions, notes: Notes) => Json;

const BODIES: { readonly [P in WireProvider]: MakeBody } = {
  anthropic: anthropicBody,
  "openai-chat": openAiChatBody,
  "openai-responses": openAiResponsesBody,
  gemini: geminiBody,
};

/**
 * A request as the body that a provider would accept, and what had to be changed or left out for it. Pure: the same
 * request and options give the same body, and what an earlier request shares with a later one is rendered alike, so
 * that the provider's cache finds it again.
 */
export function toWire(request: NeutralRequest, provider: WireProvider, options: WireOptions = {}): WireBody {
  const notes = new Notes();
  const model = options.model ?? STAND_IN_MODELS[provider];
  if (options.model === undefined) notes.add(`no model is named: ${model} stands in`);
  if (options.cacheBreakpoints?.length && provider !== "anthropic")
    notes.add("cache breakpoints were left out: this provider caches by itself");
  const body = wellFormed(BODIES[provider](request, model, options, notes));
  return { body, notes: notes.list() };
}
