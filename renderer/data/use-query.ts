import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useHostData } from "./host-context.tsx";
import type { Loader, Weigh } from "./query-cache.ts";

/** The state of a question to the host. */
export interface Query<T> {
  /** The answer; while the next one loads, the one before. */
  readonly data: T | undefined;
  /** True when `data` answers an earlier question than the one asked now. */
  readonly stale: boolean;
  readonly loading: boolean;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** How a question is asked. */
export interface QueryOptions<T = never> {
  /** Of answers that may be large: the same function every time. */
  readonly weigh?: Weigh<T>;
  /**
   * Keeps showing the answer of the key before while the next loads, as long as both keys begin with this. False
   * (the default is true) shows nothing instead.
   */
  readonly keep?: boolean | string;
}

/** Asks the host through the cache. A key of undefined asks nothing and has no data. */
export function useQuery<T>(
  key: string | undefined,
  load: Loader<T>,
  options: QueryOptions<T> = {},
): Query<T> {
  const { cache } = useHostData();
  const { weigh } = options;
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const subscribe = useCallback(
    (listener: () => void) => (key === undefined ? () => {} : cache.watch(key, listener)),
    [cache, key],
  );
  const read = useCallback(() => (key === undefined ? undefined : cache.read<T>(key)), [cache, key]);
  const entry = useSyncExternalStore(subscribe, read);
  const idle = entry !== undefined && entry.value === undefined && !entry.loading && !entry.error;
  useEffect(() => {
    if (key !== undefined && idle) cache.ensure(key, (signal) => latest.current(signal), weigh);
  }, [cache, key, idle, weigh]);
  const retry = useCallback(() => {
    if (key !== undefined) cache.refresh(key, (signal) => latest.current(signal));
  }, [cache, key]);
  const data = useKept(key, entry?.value, options.keep ?? true);
  return {
    data: data.value,
    stale: data.stale,
    loading: key !== undefined && entry?.value === undefined && !entry?.error,
    error: entry?.error,
    retry,
  };
}

/** The newest answer there was, for as long as the question is of the same kind. */
function useKept<T>(key: string | undefined, value: T | undefined, keep: boolean | string) {
  const [held, setHeld] = useState<{ readonly key: string; readonly value: T } | undefined>(undefined);
  if (key !== undefined && value !== undefined && (held?.value !== value || held.key !== key)) {
    setHeld({ key, value });
  }
  if (value !== undefined) return { value, stale: false };
  const fits =
    key !== undefined &&
    held !== undefined &&
    (typeof keep === "boolean" ? keep : key.startsWith(keep) && held.key.startsWith(keep));
  return fits ? { value: held.value, stale: true } : { value: undefined, stale: false };
}
