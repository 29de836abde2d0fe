import type { Json } from "../model/json.ts";
import { field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";

/** What an observation says about its answer: model, time, and what it took. */
export function langfuseMeta(observation: Json): MessageMeta {
  const model = stringField(observation, "model");
  const time = stringField(observation, "startTime");
  const usage = usageOf(observation);
  return {
    ...(model === undefined ? {} : { model }),
    ...(time === undefined ? {} : { time }),
    ...(usage ? { usage } : {}),
  };
}

const FIGURES = {
  input: ["input", "promptTokens", "prompt_tokens", "input_tokens"],
  output: ["output", "completionTokens", "completion_tokens", "output_tokens"],
  cacheRead: ["cache_read_input_tokens", "input_cached_tokens", "input_cache_read", "input_cached"],
  cacheWrite: ["cache_creation_input_tokens", "input_cache_creation", "input_cache_write"],
  reasoning: ["output_reasoning", "output_reasoning_tokens", "reasoning_tokens"],
} as const;

/**
 * Langfuse adds the details up to a total, so its `input` mostly leaves the cached parts out; where the total says
 * otherwise it is taken as it is. Zeros of a call that was not counted are no report.
 */
function usageOf(observation: Json): Usage | undefined {
  const details = field(observation, "usageDetails");
  const given =
    isJsonObject(details) && Object.keys(details).length > 0 ? details : field(observation, "usage");
  const known = Object.entries(FIGURES)
    .map(
      ([name, keys]) =>
        [name, keys.map((key) => numberField(given, key)).find((one) => one !== undefined)] as const,
    )
    .filter(([, value]) => value !== undefined);
  const usage: Usage = { kind: "reported", ...Object.fromEntries(known) };
  if ((usage.input ?? 0) === 0 && (usage.output ?? 0) === 0) return undefined;
  const cached = (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  if (usage.input === undefined || cached === 0) return usage;
  const total = numberField(given, "total") ?? 0;
  const without = usage.input < cached || total >= usage.input + (usage.output ?? 0) + cached;
  return without ? { ...usage, input: usage.input + cached } : usage;
}
