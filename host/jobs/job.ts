import type { Running } from "./calls.ts";
import type { Gate } from "./gate.ts";

/** One kind of work of a thread: what it is given, what it gives, and the events on the way. */
export interface Job<Params, Result, Event = never> {
  readonly params: Params;
  readonly result: Result;
  readonly event: Event;
}

/** All kinds of work of a thread, by name. */
export type JobTable = { readonly [name: string]: Job<unknown, unknown, unknown> };

/** A thread's side of its work. */
export type JobHandlers<Jobs> = {
  readonly [N in keyof Jobs]: Jobs[N] extends Job<infer P, infer R, infer E>
    ? (
        params: P,
        running: { readonly emit: (event: E) => void; readonly signal: AbortSignal },
      ) => Promise<R> | R
    : never;
};

/** What one call of a thread may be given. */
export interface JobOptions<Result, Event> {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: Event) => void;
  /** For work that leaves something behind, which has the other side of the gate. */
  readonly settles?: Settling<Result>;
}

/** How work ends that was given up: what has passed its gate counts. */
export interface Settling<Result> {
  readonly gate: Gate;
  /** What it has come to so far, where that is a result; without it the call is rejected. */
  readonly soFar?: () => Result;
}

/** A handler whose types are known to whoever found it by name. */
export type AnyJobHandler = (params: unknown, running: Running) => unknown;
