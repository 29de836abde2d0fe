import type { Limit, Measure } from "../model/event.ts";
import { type RequestView, measureCount, measureTokens } from "./request-view.ts";

/** A request in the unit of a limit, as it would be sent: tokens or messages. */
export function measured(view: RequestView, { unit }: Pick<Limit, "unit">): Measure {
  return { value: unit === "tokens" ? measureTokens(view) : measureCount(view), unit };
}

/** Whether a limit is passed. */
export function isPast({ value }: Pick<Measure, "value">, limit: Limit): boolean {
  return limit.comparator === ">=" ? value >= limit.value : value > limit.value;
}
