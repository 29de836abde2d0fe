import type { Json } from "../model/json.ts";
import { field, numberField, stringField } from "../model/json.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";

/** What a model event tells of its answer. */
export function inspectMeta(event: Json): MessageMeta {
  const output = field(event, "output");
  const model = stringField(output, "model") ?? stringField(event, "model");
  const time = stringField(event, "timestamp");
  const usage = usageOf(field(output, "usage"));
  return {
    ...(model === undefined ? {} : { model }),
    ...(time === undefined ? {} : { time }),
    ...(usage ? { usage } : {}),
  };
}

/** Inspect's input leaves the cached parts out where the provider's does; its total tells. */
function usageOf(given: Json | undefined): Usage | undefined {
  const figures = {
    input: numberField(given, "input_tokens"),
    output: numberField(given, "output_tokens"),
    cacheRead: numberField(given, "input_tokens_cache_read"),
    cacheWrite: numberField(given, "input_tokens_cache_write"),
    reasoning: numberField(given, "reasoning_tokens"),
  };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  if (known.length === 0) return undefined;
  const usage: Usage = { kind: "reported", ...Object.fromEntries(known) };
  const cached = (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  if (usage.input === undefined || cached === 0) return usage;
  const total = numberField(given, "total_tokens") ?? 0;
  const without = usage.input < cached || total >= usage.input + (usage.output ?? 0) + cached;
  return without ? { ...usage, input: usage.input + cached } : usage;
}
