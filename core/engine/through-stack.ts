import { type Maybe, chain } from "../lib/maybe.ts";
import type {
  Middleware,
  ModelContext,
  ModelResponse,
  ToolCall,
  ToolContext,
  ToolOutcome,
} from "../policies/middleware.ts";
import type { RequestView } from "../policies/request-view.ts";
import { RunFailure } from "./run.ts";
import { type Updating, checkWrites } from "./writes.ts";

type Through<In, Out> = (given: In) => Maybe<Out>;

/** Puts a wrapper around what is further in, and holds it to its `writes`. */
function around<In, Out extends object>(
  middleware: Middleware,
  wrap: (given: In, next: Through<In, Out>) => Maybe<Out>,
  inner: Through<In, Out>,
): Through<In, Out> {
  return (given) => {
    const seen: Updating[] = [];
    const next: Through<In, Out> = (passed) =>
      chain(inner(passed), (out) => {
        seen.push(out);
        return out;
      });
    return chain(wrap(given, next), (out) => {
      checkWrites(middleware, out, seen);
      return out;
    });
  };
}

/** What one wrapper may use: questions are for asking ones. */
function contextFor(middleware: Middleware, context: ModelContext): ModelContext {
  if (middleware.asking) return context;
  const ask = (): never => {
    throw new RunFailure(`${middleware.kind} asked a question, but is not an asking wrapper`);
  };
  return { ...context, ask };
}

/** The way of a request through the wrappers of a stack, the first outermost, to the model, and of the response back. */
export function throughModel(
  stack: readonly Middleware[],
  context: ModelContext,
  model: Through<RequestView, ModelResponse>,
): Through<RequestView, ModelResponse> {
  return stack.reduceRight((inner, middleware) => {
    const { wrapModelCall } = middleware;
    if (!wrapModelCall) return inner;
    const own = contextFor(middleware, context);
    return around(middleware, (request, next) => wrapModelCall(request, own, next), inner);
  }, model);
}

/** The way of a call through the wrappers of a stack, the first outermost, to the tool, and of its outcome back. */
export function throughTools(
  stack: readonly Middleware[],
  context: ToolContext,
  tool: Through<ToolCall, ToolOutcome>,
): Through<ToolCall, ToolOutcome> {
  return stack.reduceRight((inner, middleware) => {
    const { wrapToolCall } = middleware;
    if (!wrapToolCall) return inner;
    return around(middleware, (call, next) => wrapToolCall(call, context, next), inner);
  }, tool);
}
