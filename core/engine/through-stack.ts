import { type Maybe, chain } from "../lib/maybe.ts";
import type { Middleware, ModelResponse, ToolCall, ToolOutcome } from "../policies/middleware.ts";
import type { RequestView } from "../policies/request-view.ts";
import type { CallContext, StepContext } from "./contexts.ts";
import { type Updating, checkWrites } from "./writes.ts";

/** A way through what is further in. */
export type Through<In, Context, Out> = (given: In, context: Context) => Maybe<Out>;

type Wrap<In, Context, Out> = (given: In, context: Context, next: (given: In) => Maybe<Out>) => Maybe<Out>;

/** What comes back may carry updates. */
function updatesOf(given: object): Updating["updates"] {
  return "updates" in given ? (given as Updating).updates : undefined;
}

/** Puts a wrapper around what is further in, and holds it to its `writes`. */
function around<In, Context, Out extends object>(
  middleware: Middleware,
  wrap: Wrap<In, Context, Out>,
  inner: Through<In, Context, Out>,
): Through<In, Context, Out> {
  return (given, context) => {
    let seen: readonly Updating[] | undefined;
    const next = (passed: In): Maybe<Out> =>
      chain(inner(passed, context), (out) => {
        if (updatesOf(out)) seen = [...(seen ?? []), out];
        return out;
      });
    return chain(wrap(given, context, next), (out) => {
      if (updatesOf(out)) checkWrites(middleware, out, seen);
      return out;
    });
  };
}

/** The way of a request through the wrappers of a stack, the first outermost, to the model, and of the response back. */
export function throughModel(stack: readonly Middleware[]): Through<RequestView, StepContext, ModelResponse> {
  return stack.reduceRight<Through<RequestView, StepContext, ModelResponse>>(
    (inner, middleware) => {
      const { wrapModelCall } = middleware;
      if (!wrapModelCall) return inner;
      return around(
        middleware,
        (request, context, next) => wrapModelCall(request, context.of(middleware), next),
        inner,
      );
    },
    (request, context) => context.answer(request),
  );
}

/** The way of a call through the wrappers of a stack, the first outermost, to the tool, and of its outcome back. */
export function throughTools(
  stack: readonly Middleware[],
  tool: Through<ToolCall, CallContext, ToolOutcome>,
): Through<ToolCall, CallContext, ToolOutcome> {
  return stack.reduceRight((inner, middleware) => {
    const { wrapToolCall } = middleware;
    return wrapToolCall ? around(middleware, wrapToolCall, inner) : inner;
  }, tool);
}
