import { useSyncExternalStore } from "react";
import { useHostData } from "./host-context.tsx";
import type { ImportJob, ImportJobs } from "./import-jobs.ts";

/** Starts and stops imports. */
export function useImportJobs(): ImportJobs {
  return useHostData().imports;
}

/** The imports under way and those that failed. */
export function useImportList(): readonly ImportJob[] {
  const { imports } = useHostData();
  return useSyncExternalStore(imports.subscribe, imports.list);
}
