import { counted } from "../lib/counted.ts";
import type { Limit, Measure } from "../model/event.ts";
import type { WindowConfig } from "../model/profile.ts";
import { isPast, measured } from "./measured.ts";
import type { Middleware, ModelContext } from "./middleware.ts";
import { nextPast } from "./next-past.ts";
import type { Hole, RequestView } from "./request-view.ts";
import { holesFor } from "./window-holes.ts";

function limitOf(config: WindowConfig): Limit {
  return config.maxMessages === undefined
    ? { name: "maxTokens", value: config.maxTokens ?? Infinity, unit: "tokens" }
    : { name: "maxMessages", value: config.maxMessages, unit: "messages" };
}

/** Leaves older turns out of requests past a budget, with no model call (policies, 3.2). */
export function createWindow(config: WindowConfig): Middleware {
  const limit = limitOf(config);

  function pass(context: ModelContext, measure: Measure): void {
    context.emit({ policy: "window", action: "passed", subject: {}, measured: measure, limit });
  }

  /** The whole request is over the budget: the current turn, and what pairs hold together, stay. */
  function warn(context: ModelContext, view: RequestView): void {
    const detail = { reason: "current-turn" };
    context.emit({
      policy: "window",
      action: "warned",
      subject: {},
      measured: measured(view, limit),
      limit,
      detail,
    });
  }

  function tell(context: ModelContext, before: Measure, view: RequestView, holes: readonly Hole[]): void {
    const covered = holes.reduce((sum, { from, to }) => sum + to - from, 0);
    const after = measured(view, limit);
    context.emit({
      policy: "window",
      action: "pruned",
      subject: {},
      measured: before,
      limit,
      detail: { pruned: holes, covered, note: `${counted(after.value)} ${after.unit} after` },
    });
  }

  function prune(request: RequestView, context: ModelContext): RequestView {
    const without = (holes: readonly Hole[]): RequestView =>
      holes.length > 0 ? { ...request, holes } : request;
    const holes = holesFor(
      request,
      context.recording,
      config,
      (some) => measured(without(some), limit).value,
      limit.value,
    );
    const view = without(holes);
    if (holes.length > 0) tell(context, measured(request, limit), view, holes);
    if (isPast(measured(view, limit), limit)) warn(context, view);
    return view;
  }

  return {
    kind: "window",
    writes: [],
    wrapModelCall(request, context, next) {
      const measure = measured(request, limit);
      if (isPast(measure, limit)) return next(prune(request, context));
      pass(context, measure);
      return next(request);
    },
    quiet: (from, context) => ({
      until: nextPast(from, context, context.request, limit),
      eachStep: 1,
      results: () => 0,
    }),
  };
}
