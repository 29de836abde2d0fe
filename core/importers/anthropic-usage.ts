import type { Json } from "../model/json.ts";
import { numberField } from "../model/json.ts";
import type { Usage } from "../model/usage.ts";

/** Anthropic's `usage`: its `input_tokens` leaves the cached part out, ours holds it. Undefined when there is none. */
export function anthropicUsage(usage: Json | undefined): Usage | undefined {
  if (usage === undefined || usage === null) return undefined;
  const plain = numberField(usage, "input_tokens");
  const output = numberField(usage, "output_tokens");
  if (plain === undefined && output === undefined) return undefined;
  const cacheRead = numberField(usage, "cache_read_input_tokens");
  const cacheWrite = numberField(usage, "cache_creation_input_tokens");
  const figures: { -readonly [Key in keyof Usage]: Usage[Key] } = { kind: "reported" };
  if (plain !== undefined) figures.input = plain + (cacheRead ?? 0) + (cacheWrite ?? 0);
  if (output !== undefined) figures.output = output;
  if (cacheRead !== undefined) figures.cacheRead = cacheRead;
  if (cacheWrite !== undefined) figures.cacheWrite = cacheWrite;
  return figures;
}

/** The greater of two reports of one response, figure by figure: a stream's reports only ever grow. */
export function laterUsage(earlier: Usage | undefined, later: Usage | undefined): Usage | undefined {
  if (!earlier || !later) return later ?? earlier;
  const grown = !isAtLeast(earlier, later);
  if (!grown) return earlier;
  const larger = (key: "input" | "output" | "cacheRead" | "cacheWrite") => {
    const value = Math.max(earlier[key] ?? -1, later[key] ?? -1);
    return value < 0 ? {} : { [key]: value };
  };
  return {
    ...later,
    ...larger("input"),
    ...larger("output"),
    ...larger("cacheRead"),
    ...larger("cacheWrite"),
  };
}

function isAtLeast(earlier: Usage, later: Usage): boolean {
  return (
    (earlier.input ?? -1) >= (later.input ?? -1) &&
    (earlier.output ?? -1) >= (later.output ?? -1) &&
    (earlier.cacheRead ?? -1) >= (later.cacheRead ?? -1) &&
    (earlier.cacheWrite ?? -1) >= (later.cacheWrite ?? -1)
  );
}
