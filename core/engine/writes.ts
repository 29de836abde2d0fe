import type { Middleware, StateUpdate } from "../policies/middleware.ts";
import { RunFailure } from "./run.ts";

/** Finds who may write a state key. */
export type Owners = ReadonlyMap<string, Middleware>;

/** What a hook gives, and may add state updates to. */
export interface Updating {
  readonly updates?: readonly StateUpdate[];
}

/** The owners of all keys that a stack may write. */
export function ownersOf(stack: readonly Middleware[]): Owners {
  return new Map(stack.flatMap((middleware) => middleware.writes.map((key) => [key, middleware] as const)));
}

/**
 * Holds a hook to its `writes`. `inner` is what came to it from further in: only the updates that it added itself are
 * its own. Throws a RunFailure that names the key.
 */
export function checkWrites(
  { kind, writes }: Middleware,
  given: Updating,
  inner: readonly Updating[] = [],
): void {
  for (const update of given.updates ?? [])
    if (!writes.includes(update.key) && !inner.some(({ updates }) => updates?.includes(update)))
      throw new RunFailure(
        `a hook of ${kind} wrote the state key ${update.key}, which is not among its writes`,
      );
}
