import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Fault } from "../../core/model/fault.ts";
import type { ProfileInput } from "../../core/model/profile.ts";
import { useHostData } from "./host-context.tsx";
import type { RunState } from "./run-driver.ts";

/** A run as a pane sees it. */
export interface RunQuery extends RunState {
  readonly retry: () => void;
}

const IDLE: RunState = { run: undefined, stale: false, loading: false, error: undefined };
const NO_FAULTS: readonly Fault[] = [];

/**
 * The run of a profile on a thread. While inputs change the run before stays, marked stale; of many changes the
 * newest wins. Every caller of one thread shares one driver, so ask with the same inputs (best: `useCurrent`).
 */
export function useRun(
  transcript: number | undefined,
  thread: string | undefined,
  profile: ProfileInput | undefined,
  faults: readonly Fault[] = NO_FAULTS,
): RunQuery {
  const { runs } = useHostData();
  const driver = useMemo(
    () => (transcript === undefined || thread === undefined ? undefined : runs.of(transcript, thread)),
    [runs, transcript, thread],
  );
  const watch = useCallback((listener: () => void) => driver?.watch(listener) ?? (() => {}), [driver]);
  const read = useCallback(() => driver?.read() ?? IDLE, [driver]);
  const state = useSyncExternalStore(watch, read);
  useEffect(() => {
    if (driver && profile) driver.ask({ profile, faults });
  }, [driver, profile, faults]);
  const retry = useCallback(() => driver?.retry(), [driver]);
  return useMemo(() => ({ ...state, retry }), [state, retry]);
}
