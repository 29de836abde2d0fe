import type { JsonObject } from "../model/json.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import { figure, label } from "./otel-span.ts";

const WITHOUT_CACHE = "the input was less than its cached parts: taken as given without them";
const SUM = "the sum of all model calls of the run";

const MODEL = [
  "gen_ai.response.model",
  "gen_ai.request.model",
  "ai.response.model",
  "ai.model.id",
  "llm.model_name",
  "llm.response.model",
  "llm.request.model",
  "model_name",
];

/** A figure by the names that it has had. */
const FIGURES = {
  input: [
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.token_count.prompt",
    "llm.usage.prompt_tokens",
    "ai.usage.inputTokens",
    "ai.usage.promptTokens",
  ],
  output: [
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "llm.usage.completion_tokens",
    "ai.usage.outputTokens",
    "ai.usage.completionTokens",
  ],
  cacheRead: [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.details.cache_read_input_tokens",
    "gen_ai.usage.details.cached_tokens",
    "gen_ai.usage.details.cache_read_tokens",
    "llm.token_count.prompt_details.cache_read",
    "ai.usage.cachedInputTokens",
    "ai.usage.inputTokenDetails.cacheReadTokens",
  ],
  cacheWrite: [
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "gen_ai.usage.details.cache_creation_input_tokens",
    "gen_ai.usage.details.cache_write_tokens",
    "llm.token_count.prompt_details.cache_write",
    "ai.usage.inputTokenDetails.cacheWriteTokens",
  ],
  reasoning: [
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "gen_ai.usage.details.reasoning_tokens",
    "llm.token_count.completion_details.reasoning",
    "ai.usage.reasoningTokens",
    "ai.usage.outputTokenDetails.reasoningTokens",
  ],
} as const;

/** The model and the usage that a span's attributes tell. `whole` is true for a run of several calls. */
export function otelMeta(attributes: JsonObject, whole: boolean): MessageMeta {
  const model = label(attributes, MODEL);
  const usage = usageOf(attributes, whole);
  return { ...(model === undefined ? {} : { model }), ...(usage ? { usage } : {}) };
}

/** The conventions say that the input holds its cached parts; some instrumentations leave them out. */
function usageOf(attributes: JsonObject, whole: boolean): Usage | undefined {
  const known = Object.entries(FIGURES)
    .map(([name, keys]) => [name, figure(attributes, keys)] as const)
    .filter(([, value]) => value !== undefined);
  if (known.length === 0) return undefined;
  const usage: Usage = { kind: "reported", ...Object.fromEntries(known), ...(whole ? { doubt: SUM } : {}) };
  const cached = (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  if (usage.input === undefined || usage.input >= cached) return usage;
  return { ...usage, input: usage.input + cached, doubt: usage.doubt ?? WITHOUT_CACHE };
}
