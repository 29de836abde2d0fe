import type { Limit } from "../model/event.ts";
import type { SummarizeConfig } from "../model/profile.ts";

/** The trigger as the ledger gives it. */
export function limitOf(config: SummarizeConfig): Limit {
  const { trigger } = config;
  const comparator = config.comparator === ">=" ? ({ comparator: ">=" } as const) : {};
  return "tokens" in trigger
    ? { name: "trigger.tokens", value: trigger.tokens, unit: "tokens", ...comparator }
    : { name: "trigger.messages", value: trigger.messages, unit: "messages", ...comparator };
}
