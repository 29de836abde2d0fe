import type { Limit, Measure } from "../model/event.ts";
import type { SummarizeConfig } from "../model/profile.ts";
import { type RequestView, measureCount, measureTokens } from "./request-view.ts";

/** The trigger as the ledger gives it. */
export function limitOf(config: SummarizeConfig): Limit {
  const { trigger } = config;
  const comparator = config.comparator === ">=" ? ({ comparator: ">=" } as const) : {};
  return "tokens" in trigger
    ? { name: "trigger.tokens", value: trigger.tokens, unit: "tokens", ...comparator }
    : { name: "trigger.messages", value: trigger.messages, unit: "messages", ...comparator };
}

/** A request in the unit of the trigger, as it would be sent. */
export function measured(view: RequestView, limit: Limit): Measure {
  return { value: limit.unit === "tokens" ? measureTokens(view) : measureCount(view), unit: limit.unit };
}

/** Whether the trigger fires. */
export function isPast(measure: Measure, limit: Limit): boolean {
  return limit.comparator === ">=" ? measure.value >= limit.value : measure.value > limit.value;
}
