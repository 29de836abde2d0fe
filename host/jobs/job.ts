import type { Running } from "./calls.ts";

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
export interface JobOptions<Event> {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: Event) => void;
  /** True for work that leaves something behind: after a cancel its own answer counts, which tells whether it does. */
  readonly settles?: boolean;
}

/** A handler whose types are known to whoever found it by name. */
export type AnyJobHandler = (params: unknown, running: Running) => unknown;
