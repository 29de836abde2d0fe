import type { Json } from "../model/json.ts";
import type { Message } from "../model/message.ts";
import type { MediaRef } from "../model/part.ts";

/** The wire formats there are. */
export const WIRE_PROVIDERS = ["anthropic", "openai-chat", "openai-responses", "gemini"] as const;

/** A wire format: whose body a request is rendered as. */
export type WireProvider = (typeof WIRE_PROVIDERS)[number];

/** Where a cache breakpoint stands: at the end of the tools, of the system prompt, of the first or the last message. */
export type CachePlace = "tools" | "system" | "first-message" | "last-message";

/** What a body is rendered with beside the request itself. Everything may be left out. */
export interface WireOptions {
  /** The model's name. Without it one of the provider's own stands in, and a note says so. */
  readonly model?: string;
  /** Most tokens of the answer. Anthropic must be told: 8,192 without it. The others are told only when it is given. */
  readonly maxTokens?: number;
  /** Where the prefix may be cached, for providers that are told where. None without it. */
  readonly cacheBreakpoints?: readonly CachePlace[];
  /** Anthropic's `thinking` setting. Without it `adaptive` where thinking is sent back, nothing elsewhere. */
  readonly thinking?: Json;
  /**
   * True when the signatures of a message's thinking are this provider's own: a foreign one is refused. Without it
   * all are taken for its own.
   */
  readonly ownSignatures?: (message: Message) => boolean;
  /** Base64 of externalised media, or undefined where it is not there any more: then a text stands in its place. */
  readonly media?: (ref: MediaRef) => string | undefined;
}

/** A body that the provider would accept, and what had to be changed or left out for it. */
export interface WireBody {
  readonly body: Json;
  /** One sentence each, for people; no sentence comes twice. */
  readonly notes: readonly string[];
}

/** A model of each provider that stands in where none is named. */
export const STAND_IN_MODELS: { readonly [P in WireProvider]: string } = {
  anthropic: "claude-sonnet-5",
  "openai-chat": "gpt-5.5",
  "openai-responses": "gpt-5.5",
  gemini: "gemini-3-pro-preview",
};
