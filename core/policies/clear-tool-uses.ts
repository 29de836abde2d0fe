import { chain } from "../lib/maybe.ts";
import type { Limit, Measure } from "../model/event.ts";
import type { ToolResultPart } from "../model/part.ts";
import type { ClearToolUsesConfig } from "../model/profile.ts";
import type { Batch, RecordedResult, Recording } from "../model/recording.ts";
import { contentSize, metricsOf } from "../model/text-metrics.ts";
import { CLEARED, ClearedForms, type ClearedThrough } from "./cleared-forms.ts";
import { isPast } from "./measured.ts";
import type { Middleware, ModelContext, State, StateUpdate } from "./middleware.ts";
import { nextPast } from "./next-past.ts";
import { type RequestView, measureTokens } from "./request-view.ts";

/** State key of how far results are cleared. */
export const CLEARED_KEY = "cleared";

/** How far results are cleared in a state, or undefined. */
function throughOf(state: State): ClearedThrough | undefined {
  return state[CLEARED_KEY] as ClearedThrough | undefined;
}

/** The results of a batch that calls waited for, in order. */
function answersOf({ results }: Batch): readonly RecordedResult[] {
  return results.filter(({ call }) => call !== undefined);
}

/** The result with `keep` newer ones among the first `length` messages, or undefined when there are no more. */
function lastToClear(recording: Recording, length: number, keep: number): RecordedResult | undefined {
  const { batches, batchOf, figures } = recording;
  const end = length < batchOf.length ? (batchOf[length] as number) : batches.length;
  const wanted = (figures.answers[end] as number) - keep - 1;
  if (wanted < 0) return undefined;
  let low = 0;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((figures.answers[middle + 1] as number) > wanted) high = middle;
    else low = middle + 1;
  }
  return answersOf(batches[low] as Batch)[wanted - (figures.answers[low] as number)];
}

/** Where a result lies: message index and part position. */
interface Place {
  readonly message: number;
  readonly part: number;
}

function isAfter(a: Place, b: Place): boolean {
  return a.message > b.message || (a.message === b.message && a.part > b.part);
}

/** The results after one place up to another. */
function between(recording: Recording, after: Place, through: Place): RecordedResult[] {
  const { batches, batchOf } = recording;
  const found: RecordedResult[] = [];
  for (
    let at = batchOf[Math.max(0, after.message)] as number;
    at <= (batchOf[through.message] as number);
    at++
  )
    for (const result of (batches[at] as Batch).results)
      if (isAfter(result, after) && !isAfter(result, through)) found.push(result);
  return found;
}

/** Clears older tool results past a trigger, for good (policies, 3.3). */
export function createClearToolUses(config: ClearToolUsesConfig): Middleware {
  const limit: Limit = { name: "triggerTokens", value: config.triggerTokens, unit: "tokens" };
  let made: { readonly recording: Recording; readonly forms: ClearedForms } | undefined;

  function formsOf(recording: Recording): ClearedForms {
    if (made?.recording !== recording) made = { recording, forms: new ClearedForms(recording, config) };
    return made.forms;
  }

  function applied(
    request: RequestView,
    through: ClearedThrough | undefined,
    recording: Recording,
  ): RequestView {
    const cleared = through && formsOf(recording).prefix(request.sent, through);
    return cleared ? { ...request, cleared } : request;
  }

  function placeOf(through: ClearedThrough | undefined, recording: Recording): Place {
    const message = through ? recording.indexOfId.get(through.message) : undefined;
    return through && message !== undefined ? { message, part: through.part } : { message: -1, part: -1 };
  }

  function pass(context: ModelContext, measured: Measure, reason?: string): void {
    const detail = reason === undefined ? {} : { detail: { reason } };
    context.emit({ policy: "clear-tool-uses", action: "passed", subject: {}, measured, limit, ...detail });
  }

  /** What is cleared of one result, and of its call where the inputs go too. */
  function tell(context: ModelContext, result: RecordedResult, measured: Measure): void {
    const { messages } = context.recording.thread;
    const stored = context.stored.at(result.message).parts[result.part] as ToolResultPart;
    const { call } = result;
    const about = { policy: "clear-tool-uses", action: "cleared", measured, limit } as const;
    const named = { call: result.result.callId, ...(call ? { identity: call.identity } : {}) };
    context.emit({
      ...about,
      subject: { message: messages[result.message]?.id ?? "", ...named, part: result.part },
      before: metricsOf(stored.parts).size(),
      after: contentSize(CLEARED),
      detail: { pieces: [CLEARED] },
    });
    if (!config.clearToolInputs || !call) return;
    const lead = context.recording.batches[context.recording.batchOf[result.message] as number];
    context.emit({
      ...about,
      subject: { message: messages[lead?.from ?? -1]?.id ?? "", ...named },
      before: contentSize(JSON.stringify(call.part.arguments)),
      after: contentSize("{}"),
      detail: { reason: "inputs" },
    });
  }

  function clear(
    request: RequestView,
    context: ModelContext,
    measured: Measure,
  ): { view: RequestView; updates: StateUpdate[] } {
    const { recording } = context;
    const nothing = (reason: string): { view: RequestView; updates: StateUpdate[] } => {
      pass(context, measured, reason);
      return { view: request, updates: [] };
    };
    const last = lastToClear(recording, request.to, config.keep);
    const before = placeOf(throughOf(context.state), recording);
    if (!last || !isAfter(last, before)) return nothing("nothing-left");
    const through = { message: recording.thread.messages[last.message]?.id ?? "", part: last.part };
    const view = applied(request, through, recording);
    const gained = measured.value - measureTokens(view);
    if (gained <= 0) return nothing("no-gain");
    if (gained < config.clearAtLeast) return nothing("clear-at-least");
    const forms = formsOf(recording);
    for (const result of between(recording, before, last))
      if (forms.canClear(result)) tell(context, result, measured);
    return { view, updates: [{ key: CLEARED_KEY, apply: () => through }] };
  }

  return {
    kind: "clear-tool-uses",
    writes: [CLEARED_KEY],
    persisted: (request, state, recording) => applied(request, throughOf(state), recording),
    wrapModelCall(request, context, next) {
      const measured: Measure = { value: measureTokens(request), unit: "tokens" };
      if (!isPast(measured, limit)) {
        pass(context, measured);
        return next(request);
      }
      const { view, updates } = clear(request, context, measured);
      if (updates.length === 0) return next(view);
      return chain(next(view), (response) => ({
        ...response,
        updates: [...(response.updates ?? []), ...updates],
      }));
    },
    quiet: (from, context) => ({
      until: nextPast(from, context, context.request, limit),
      eachStep: 1,
      results: () => 0,
    }),
  };
}
